/** Draws a room's photo in the format and size that the browser chooses, with a known size so that the page does not move. */
import { photoPath, widthsOf } from "../../../../core/venue/photos/photo-sizes.ts";

/** The part of a photo's record that is used here. */
export interface ShownPhoto {
  id: string;
  url: string;
  alt: string;
  /** Pixels. */
  width: number;
  height: number;
}

interface PhotoProps {
  photo: ShownPhoto;
  /** The drawn width, in the syntax of `sizes`. */
  sizes: string;
  className?: string | undefined;
  /** The photo is visible at once, so it is fetched before the rest. */
  priority?: boolean | undefined;
}

export function Photo({ photo, sizes, className, priority = false }: PhotoProps) {
  const setOf = (format: "avif" | "webp" | "jpg") =>
    widthsOf(photo.width)
      .map((width) => `${photoPath(photo.id, width, format)} ${width}w`)
      .join(", ");
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={setOf("avif")} sizes={sizes} />
      <source type="image/webp" srcSet={setOf("webp")} sizes={sizes} />
      <img
        src={photo.url}
        srcSet={setOf("jpg")}
        sizes={sizes}
        alt={photo.alt}
        width={photo.width}
        height={photo.height}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : "auto"}
        decoding="async"
        className={className}
      />
    </picture>
  );
}
