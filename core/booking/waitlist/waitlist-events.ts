/** The events of the waitlist, in its one stream `waitlist-1`: the order of its entries is the order of the log. Venue days; UTC instants. */
import { z } from "zod";
import { defineEvent, type EventOf } from "../../log/event-definition.ts";
import { EVENT_TYPES } from "../rules/event-types.ts";
import { BOOKING_DURATIONS } from "../rules/pricing.ts";
import { HELD_BY } from "../rules/statuses.ts";
import { LEFT_REASONS, PASSED_REASONS } from "./waitlist-words.ts";

const instant = z.iso.datetime();
const number = z.number().int().positive();
const offer = z.object({ entryId: number, bookingId: number });

const definitions = [
  /** A person waits from now on: `joinedAt` is when the event occurred. `from`, `to`: venue-local whole hours, for example 18 and 22. */
  defineEvent(
    "WaitlistJoined",
    z.object({
      entryId: number,
      /** How many offers the waitlist had made by then. */
      offersBefore: z.number().int().nonnegative(),
      joinedAt: instant,
      personId: z.uuid(),
      userId: z.number().int().nullable(),
      /** For which account or mailbox an offer counts while it is unpaid. */
      heldBy: z.enum(HELD_BY),
      roomIds: z.array(number).min(1).readonly(),
      /** They were all that suited the wish: a room that comes later is wished for too. */
      anyRoom: z.boolean(),
      day: z.iso.date(),
      until: z.iso.date(),
      from: z.number().int(),
      to: z.number().int(),
      hours: number,
      attendees: z.number().int().nullable(),
      duration: z.enum(BOOKING_DURATIONS),
      eventType: z.enum(EVENT_TYPES),
      engineerRequired: z.boolean(),
    }),
  ),
  /**
   * Hours are held for the entry by a booking of its own, until `until`. `open`: who waited or was offered then, in the order of the log;
   * each before the entry has the reason why it was passed. `override`: staff offered out of turn, with this reason.
   */
  defineEvent(
    "HoursOffered",
    z.object({
      ...offer.shape,
      roomId: number,
      startTime: instant,
      endTime: instant,
      until: instant,
      open: z.array(z.object({ id: number, why: z.enum(PASSED_REASONS).optional() })).readonly(),
      /** 1 for the first offer of the waitlist, then one more each: a proof that leaves one out has a gap. */
      number,
      override: z.string().optional(),
    }),
  ),
  /** The offered booking was paid or confirmed. */
  defineEvent("OfferClaimed", offer),
  /** The person let the hours go, or staff cancelled the booking. */
  defineEvent("OfferDeclined", offer),
  /** The offer ran out. */
  defineEvent("OfferLapsed", offer),
  defineEvent("WaitlistLeft", z.object({ entryId: number, why: z.enum(LEFT_REASONS) })),
] as const;

export const waitlistEventDefinitions: typeof definitions = definitions;

export type WaitlistEvent = EventOf<(typeof definitions)[number]>;
export type HoursOffered = Extract<WaitlistEvent, { type: "HoursOffered" }>["data"];
