/** The wire shape of what other sites may show of ours (decisions 312, 314). */
import { z } from "zod";
import { namedObject } from "../fields.ts";
import { Room } from "../room.ts";
import { Venue } from "../venue/venue-record.ts";

/** Which address of the sites below a visitor wants to return to. */
export const EmbeddingQuery = z.object({
  back: z
    .string({ error: "back must be one address" })
    .optional()
    .meta({ description: "The page from which the visitor came", examples: ["https://venue.example/book"] }),
});

export const Embedding = namedObject("Embedding", {
  origins: z
    .array(z.string())
    .readonly()
    .meta({ description: "The sites that may show the booking element and frame `/embed/{slug}`" }),
  back: z
    .string()
    .nullable()
    .meta({ description: "The address asked for, if it is a page of such a site; else null" }),
});
export type Embedding = z.infer<typeof Embedding>;

/** What the booking element shows of a room, and of the venue: all that it needs and nothing more, since it is loaded on another site. */
export const EmbeddedRoom = namedObject("EmbeddedRoom", {
  room: Room.pick({
    id: true,
    name: true,
    slug: true,
    hourlyRate: true,
    halfDayRate: true,
    fullDayRate: true,
    priceRules: true,
    laterPrices: true,
    bookable: true,
    leastHours: true,
    turnaroundHours: true,
    timeZone: true,
    nextFreeAt: true,
  }),
  venue: Venue.pick({
    name: true,
    schedule: true,
    downpaymentPercent: true,
    currency: true,
    moneyStyle: true,
    colors: true,
  }),
});
export type EmbeddedRoom = z.infer<typeof EmbeddedRoom>;
