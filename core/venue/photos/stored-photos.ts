/** Keeps the pictures of photos and of the logo in the web's sizes. */
import type { Core } from "../../context.ts";

export const PHOTO_FORMATS = ["avif", "webp", "jpg"] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];

/** One size and format of a photo, ready to be served. */
export interface PhotoFile {
  /** Pixels. */
  width: number;
  format: PhotoFormat;
  bytes: Buffer;
}

/** The result of preparing an upload: its largest size, and all sizes and formats. */
export interface PreparedPhoto {
  width: number;
  height: number;
  files: readonly PhotoFile[];
}

/** The append rule that stores a photo's files with the event that names it. */
export const storePhoto = (photoId: string, { files }: Pick<PreparedPhoto, "files">) => ({
  operation: "store_photo" as const,
  photoId,
  files: files.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString("base64") })),
});

/** One picture; null if there is none of this photo, size or format. */
export async function readPhoto(
  { sql }: Pick<Core, "sql">,
  { photoId, width, format }: { photoId: string; width: number; format: PhotoFormat },
): Promise<Buffer | null> {
  const [row] = await sql<{ bytes: Buffer }[]>`
    select bytes from room_photos where photo_id = ${photoId} and width = ${width} and format = ${format}`;
  return row?.bytes ?? null;
}
