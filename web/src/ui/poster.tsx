/** Owns a room's printed picture: decorative, of a fixed shape, with the room's name always standing near it as text. */
import clsx from "clsx";
import { inksOf } from "../../../bff/contract/inks.ts";

interface PosterProps {
  room: { slug: string; name: string; imageUrl: string };
  /** Give it another aspect or size here; it is 4:5 unless told. */
  className?: string | undefined;
  sizes?: string | undefined;
  /** The picture is on screen at once: fetch it before the rest. */
  priority?: boolean | undefined;
}

export function Poster({ room, className, sizes, priority = false }: PosterProps) {
  return (
    <div
      aria-hidden="true"
      className={clsx("aspect-4/5 overflow-hidden", className)}
      style={{ backgroundColor: inksOf(room.slug).first.hex }}
    >
      <img
        src={room.imageUrl}
        alt=""
        width={800}
        height={1000}
        sizes={sizes}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : "auto"}
        decoding="async"
        className="size-full object-cover"
      />
    </div>
  );
}
