/** Owns how a room's photo is drawn: the format and size that the browser takes, in a place that is known before it comes. */
import { photoPath, widthsOf } from "../../../core/venue/photos/photo-sizes.ts";

/** What is drawn of a photo. */
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
  /** How wide it is drawn, as `sizes` says it. */
  sizes: string;
  className?: string | undefined;
  /** It is on screen at once: fetch it before the rest. */
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
