/** The wire shape of a room and of its taken hours (decisions 125, 147). */
import { z } from "zod";
import { PLAN_LINE } from "../../core/venue/rooms/floor-plan.ts";
import { PRICE_RULE_LINE } from "../../core/venue/rooms/price-rules.ts";
import { Amount, Day, Id, Instant, InstantInput, namedObject, span } from "./fields.ts";

/** A photo of a room; `/photos/{id}/{width}.{avif,webp,jpg}` serves it 480, 960 and 1600 pixels wide, up to its own width. */
export const RoomPhoto = namedObject("RoomPhoto", {
  id: z.uuid(),
  url: z.string().meta({ description: "Its largest size as a JPEG" }),
  alt: z.string().meta({ description: "What it shows" }),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
export type RoomPhoto = z.infer<typeof RoomPhoto>;

/** The prices of visits from a venue day on. */
export const LaterPrices = namedObject("LaterPrices", {
  from: Day,
  hourlyRate: Amount,
  halfDayRate: Amount,
  fullDayRate: Amount,
  priceRules: z.array(z.string()),
});
export type LaterPrices = z.infer<typeof LaterPrices>;

/** Included once staff have measured. */
const feet = (description: string) => z.number().int().positive().meta({ description });

export const Room = namedObject("Room", {
  id: Id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  capacity: z.number().int().positive(),
  hourlyRate: Amount,
  halfDayRate: Amount,
  fullDayRate: Amount,
  features: z.array(z.string()),
  equipment: z.array(z.string()),
  imageUrl: z.string(),
  images: z.array(z.string()),
  photos: z
    .array(RoomPhoto)
    .meta({ description: "In their order; `imageUrl` and `images` follow them where there are any" }),
  category: z.enum(["basic", "professional", "premium"]),
  widthFeet: feet("Between its walls, from left to right").optional(),
  depthFeet: feet("Between its walls, from back to front").optional(),
  heightFeet: feet("The ceiling's").optional(),
  plan: z
    .array(z.string())
    .optional()
    .meta({
      description: `What is where, each like "${PLAN_LINE}": feet from the left wall, feet from the back wall, width x depth`,
    }),
  sound: z.string().optional().meta({ description: "How it sounds, in words" }),
  look: z.string().optional().meta({ description: "How it looks, in words" }),
  displayOrder: z.number().int(),
  bookable: z.boolean().meta({ description: "Whether new bookings are taken" }),
  engineerAvailable: z.boolean(),
  engineerHourlyRate: Amount.optional().meta({
    description: "If it is not the standard fee; the same for the other two",
  }),
  engineerHalfDayRate: Amount.optional(),
  engineerFullDayRate: Amount.optional(),
  overlay: z.string().nullable().optional().meta({
    description: "The overlay of its card, if it is not the one of the first settings",
  }),
  turnaroundHours: z
    .number()
    .int()
    .optional()
    .meta({ description: "Hours that stay free between two visits, if any" }),
  priceRules: z
    .array(z.string())
    .optional()
    .meta({
      description: `By what the price differs by weekday and hour, each like "${PRICE_RULE_LINE}"; of several for an hour the first counts`,
    }),
  laterPrices: z
    .array(LaterPrices)
    .optional()
    .meta({ description: "Of visits from a day on, if any are scheduled" }),
  leastHours: z
    .number()
    .int()
    .optional()
    .meta({ description: "The shortest hourly booking, if not one hour" }),
  timeZone: z.string().meta({ description: "The venue's IANA time zone; opening hours are in it" }),
  nextFreeAt: Instant.nullable().meta({ description: "Start of the next free hour within 14 days" }),
  openDay: z
    .object({ day: Day, freeHours: z.array(z.number().int()) })
    .nullable()
    .meta({
      description:
        "Today, or the next open day once today is over: its free hours, each by the venue's clock at its start. Null if the room takes no bookings",
    }),
});
export type Room = z.infer<typeof Room>;

export const RoomBookingsQuery = z.object({
  startDate: z
    .union([Day, InstantInput], { error: "Enter startDate as an ISO date" })
    .meta({ description: "From this venue day or instant on", examples: ["2026-12-12"] }),
  endDate: z
    .union([Day, InstantInput], { error: "Enter endDate as an ISO date" })
    .meta({ description: "To this venue day, included, or to this instant", examples: ["2026-12-13"] }),
});

/** When a room is taken, and whether only by an unpaid hold; without who or why (decision 147). */
export const RoomBooking = namedObject("RoomBooking", {
  ...span,
  held: z.boolean().meta({ description: "An unpaid hold rather than a paid booking" }),
  heldUntil: Instant.nullable(),
  blocked: z.literal(true).optional().meta({ description: "Closed by the venue, not booked" }),
  reason: z.string().optional().meta({ description: "Why it is closed, if visitors may see it" }),
  turnaround: z.literal(true).optional().meta({
    description:
      "The room's turnaround before or after a visit: nothing takes place, but it cannot be booked",
  }),
});
export type RoomBooking = z.infer<typeof RoomBooking>;
