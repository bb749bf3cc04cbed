/** The wire shapes of a photo that is uploaded to a room (decision 121). */
import { z } from "zod";
import { namedObject, requiredLine } from "../fields.ts";

/** The limit of the file alone: 10 MB. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
/** `what` is the name of the field: photo or logo. */
export const tooLargeText = (what: string): string => `The ${what} is larger than 10 MB`;

const alt = requiredLine("Alternative text", 250);

/** A form's field may hold a file or text. */
export const isFile = (value: unknown): value is File => value instanceof File;

/** The field of a form that has a picture, by its name: photo or logo. */
export const pictureField = (what: string) =>
  z
    .custom<File>(isFile, { error: `Choose a ${what}` })
    .refine((file) => file.size <= MAX_PHOTO_BYTES, tooLargeText(what))
    .meta({ type: "string", format: "binary", description: "JPEG, PNG, WebP or AVIF, up to 10 MB" });

/** The name of a form's field that has a picture; undefined for any other schema. */
export function pictureFieldOf(schema: unknown): string | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined;
  const fields: Readonly<Record<string, z.ZodType>> = schema.shape;
  return Object.keys(fields).find((name) => fields[name]?.meta()?.format === "binary");
}

export const PhotoUpload = namedObject("PhotoUpload", {
  photo: pictureField("photo"),
  alt: alt.meta({ description: "What the photo shows, for those who cannot see it" }),
});

export const PhotoChange = namedObject("PhotoChange", { alt });
