/** Reads addresses with schemas of zod's small form, because every page except home needs one at once. */
import { z } from "zod/mini";
import { isVenueDay } from "../../../core/venue/time/venue-time.ts";

/** A missing or malformed value becomes absent, never an error. */
export const orAbsent = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);

/** A whole number from `lowest` to `highest`. */
export const wholeNumber = (lowest: number, highest: number) =>
  z.int().check(z.minimum(lowest), z.maximum(highest));

/** A venue day, `YYYY-MM-DD`. */
export const venueDay = orAbsent(z.string().check(z.refine(isVenueDay)));

/** The token of a mailed link. */
export const tokenSearch = z.object({ token: orAbsent(z.string()) });

/** The address that a sign-in leads to. */
export const redirectSearch = z.object({ redirect: orAbsent(z.string()) });

/** One day; absent for today. */
export const daySearch = z.object({ day: venueDay });

/** Text of at most `length` characters; none if it is empty. Digits alone are a number in the address. */
export const typedText = (length: number, tidy = (text: string) => text) =>
  orAbsent(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((typed) => {
        const text = tidy(String(typed)).slice(0, length);
        return text === "" ? undefined : /^[1-9]\d{0,14}$/.test(text) ? Number(text) : text;
      }),
    ),
  );
