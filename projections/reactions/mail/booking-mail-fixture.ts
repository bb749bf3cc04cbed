/** Writes mails about a booking from a list of its events, for tests. */
import type { BookingEvent } from "../../../core/booking/state/booking-events.ts";
import { createLinks } from "../../../core/links.ts";
import type { RecordedEvent } from "../../../core/log/stream.ts";
import { TEST_TERMS } from "../../../core/testing/terms.ts";
import type { Room } from "../../../core/venue/rooms/rooms.ts";
import { newVenueAt } from "../../../core/venue/settings.ts";
import type { BookingMailKind } from "../../words/mail-kinds.ts";
import { bookingMailContent } from "./booking-mail-content.ts";
import { bookingSummary } from "./booking-summary.ts";
import { type MailContent, textOf } from "./mail-content.ts";
import { htmlOf } from "./mail-html.tsx";

const URL = "https://hub.example.test";
const room: Pick<Room, "id" | "name" | "slug"> = { id: 5, name: "Rehearsal Room", slug: "rehearsal-room" };
const venue = newVenueAt({ email: "venue@hub.example.test", url: URL });
export const core = {
  settings: { now: () => venue },
  links: createLinks({ key: "test", publicUrl: URL }),
  timeZone: "America/New_York",
  rooms: { all: () => [], byId: () => room as Room, bySlug: () => undefined }, // mails need its name and inks
};

/** Three hours on December 12, for $120.00. */
export const REQUESTED = {
  type: "BookingRequested",
  data: {
    roomId: 5,
    personId: "5c0f9d7e-0c3c-4e0e-9d55-0f3f3f1f8f10",
    userId: null,
    heldBy: "mailbox",
    startsAt: "2026-12-12T15:00:00.000Z",
    endsAt: "2026-12-12T18:00:00.000Z",
    duration: "hourly",
    hourCount: 3,
    eventType: "Rehearsal",
    attendees: null,
    engineerRequired: false,
    totalCents: 12_000,
    downpaymentCents: 6_000,
    holdUntil: "2026-12-01T15:30:00.000Z",
    terms: TEST_TERMS,
  },
} as const satisfies BookingEvent;
export const CONFIRMED: BookingEvent = { type: "BookingConfirmed", data: {} };

/** A booking's stream: each list has the events of one command. */
export const streamOf = (...commands: BookingEvent[][]): RecordedEvent<BookingEvent>[] =>
  commands
    .flatMap((events, command) => events.map((event) => ({ ...event, commandId: `command-${command}` })))
    .map((event, index) => ({
      ...event,
      stream: "booking-42",
      id: 42,
      version: index + 1,
      meta: { actor: { kind: "visitor" }, requestId: "test" },
      occurredAt: new Date("2026-12-01T15:00:00Z"),
      at: { epoch: 1, xid: 1n, position: index + 1 },
    }));

/** The mail with its two parts. */
export const withParts = (letter: MailContent) => ({
  ...letter,
  text: textOf(letter, venue),
  html: htmlOf(letter, venue),
});

export const write = (kind: BookingMailKind, version: number, ...commands: BookingEvent[][]) =>
  withParts(bookingMailContent(core, kind, bookingSummary(42, streamOf(...commands), version)));
