/** The wire shapes of a photo that is uploaded to a room (decision 121). */
import { z } from "zod";
import { namedObject, requiredLine } from "../fields.ts";

/** The limit of the file alone: 10 MB. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
export const PHOTO_TOO_LARGE = "The photo is larger than 10 MB";
export const LOGO_TOO_LARGE = "The logo is larger than 10 MB";

const alt = requiredLine("Alternative text", 250);

/** A form's field may hold a file or text. */
const isFile = (value: unknown): value is File => value instanceof File;

/** A picture of a form, with its errors: none was chosen, or it is too large. */
export const picture = (missing: string, tooLarge: string) =>
  z
    .custom<File>(isFile, { error: missing })
    .refine((file) => file.size <= MAX_PHOTO_BYTES, tooLarge)
    .meta({ type: "string", format: "binary", description: "JPEG, PNG, WebP or AVIF, up to 10 MB" });

export const PhotoUpload = namedObject("PhotoUpload", {
  photo: picture("Choose a photo", PHOTO_TOO_LARGE),
  alt: alt.meta({ description: "What the photo shows, for those who cannot see it" }),
});

export const PhotoChange = namedObject("PhotoChange", { alt });
