/** Reads addresses with schemas of zod's small form, because every page except home needs one at once. */
import { z } from "zod/mini";

/** A missing or malformed value becomes absent, never an error. */
export const orAbsent = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);

/** A whole number from `lowest` to `highest`. */
export const wholeNumber = (lowest: number, highest: number) =>
  z.int().check(z.minimum(lowest), z.maximum(highest));
