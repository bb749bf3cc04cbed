/**
 * A room's picture in a fixed shape: its first photo, or its printed poster,
 * which is decorative because the room's name is near it as text.
 */
import clsx from "clsx";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { Photo, type ShownPhoto } from "./photo.tsx";

interface PosterProps {
  room: { slug: string; name: string; imageUrl: string; photos?: readonly ShownPhoto[] };
  /** Sets another aspect ratio or size; the default is 4:5. */
  className?: string | undefined;
  sizes?: string | undefined;
  /** The picture is visible at once, so it is fetched before the rest. */
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
      {/* A room that is still being added has only its inks. */}
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
