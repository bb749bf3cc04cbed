/** The wire shapes of public holidays, on which the venue may want to close, and of the places that have them. */
import { z } from "zod";
import { Day, namedObject } from "../fields.ts";

const YEAR = "Enter a year between 1970 and 2100";

export const HolidaysQuery = z.object({
  year: z
    .string({ error: YEAR })
    .regex(/^\d{4}$/, { error: YEAR, abort: true })
    .transform(Number)
    .refine((year) => year >= 1970 && year <= 2100, YEAR)
    .meta({ type: "integer", minimum: 1970, maximum: 2100 }),
});

/** The year's public holidays at the venue's place; none if the place is not known. */
export const Holidays = namedObject("Holidays", {
  country: z.string().nullable().meta({ description: "ISO 3166" }),
  region: z.string().nullable(),
  holidays: z.array(
    z.object({
      day: Day,
      until: Day.meta({ description: "The last day, itself included" }),
      name: z.string(),
    }),
  ),
});
export type Holidays = z.infer<typeof Holidays>;

const named = z.object({ code: z.string(), name: z.string() });

export const HolidayPlaces = namedObject("HolidayPlaces", {
  countries: z.array(named.extend({ regions: z.array(named) })),
});
export type HolidayPlaces = z.infer<typeof HolidayPlaces>;
