/** Owns a room's picture, of a fixed shape: its first photo, or its printed poster, which is decorative, with the room's name standing near it as text. */
import clsx from "clsx";
import { inksOf } from "../../../core/venue/inks.ts";
import { Photo, type ShownPhoto } from "./photo.tsx";

interface PosterProps {
  room: { slug: string; name: string; imageUrl: string; photos?: readonly ShownPhoto[] };
  /** Give it another aspect or size here; it is 4:5 unless told. */
  className?: string | undefined;
  sizes?: string | undefined;
  /** The picture is on screen at once: fetch it before the rest. */
  priority?: boolean | undefined;
}

export function Poster({ room, className, sizes, priority = false }: PosterProps) {
  const shape = clsx("aspect-4/5 overflow-hidden", className);
  const ground = { backgroundColor: inksOf(room.slug).first.hex };
  const [photo] = room.photos ?? [];
  if (photo) {
    return (
      <div className={shape} style={ground}>
        <Photo
          photo={photo}
          sizes={sizes ?? "100vw"}
          priority={priority}
          className="size-full object-cover"
        />
      </div>
    );
  }
  return (
    <div aria-hidden="true" className={shape} style={ground}>
      {/* A room that is still being added has its inks alone. */}
      {room.imageUrl !== "" && (
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
      )}
    </div>
  );
}
