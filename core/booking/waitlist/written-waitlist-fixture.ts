/** Writes entries of the waitlist and offered bookings into a test's log, event by event, for tests of what follows from them. */
import { randomUUID } from "node:crypto";
import type { Core } from "../../context.ts";
import { append } from "../../log/append.ts";
import type { AppendRule, EventMeta } from "../../log/append-request.ts";
import { readVersion } from "../../log/read.ts";
import { EMPTY_PERSON, storePerson } from "../../person/personal-data.ts";
import { TEST_TERMS } from "../../testing/terms.ts";
import { testMeta } from "../../testing/test-core.ts";
import { HOUR_MS } from "../../venue/time/venue-time.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { bookingStream } from "../state/booking-stream.ts";
import { offerWindow } from "./offer-window.ts";
import { WAITLIST_ID, waitlistStream } from "./waitlist.ts";
import type { WaitlistEvent } from "./waitlist-events.ts";
import type { Wish } from "./wish.ts";

const HOUR_PRICE_CENTS = 4_000;

/** Two evening hours in room 5 on December 12. */
const WISH: Wish = {
  roomIds: [5],
  anyRoom: false,
  day: "2026-12-12",
  until: "2026-12-12",
  from: 18,
  to: 22,
  hours: 2,
  duration: "hourly",
  attendees: null,
  engineerRequired: false,
};

interface WrittenOffer {
  entryId: number;
  bookingId: number;
}

export interface WaitlistWriter {
  /** The entry of a new person with this email. */
  join(
    wish?: Partial<Wish>,
    options?: { email?: string; meta?: EventMeta },
  ): Promise<{ entryId: number; personId: string }>;
  /** Hours for the entry, with the booking that holds them. */
  offer(
    entry: { entryId: number; personId: string },
    startTime: string,
    options?: { meta?: EventMeta; override?: string; hours?: number; downpaymentCents?: number },
  ): Promise<WrittenOffer>;
  /** Events of the waitlist in one append; answers the version of the first. */
  waitlist(events: WaitlistEvent[], meta?: EventMeta): Promise<number>;
  booking(
    id: number,
    events: BookingEvent[],
    options?: { meta?: EventMeta; appendRules?: AppendRule[] },
  ): Promise<void>;
}

/** `core` at the time of its clock. */
export function writeWaitlist(core: Core): WaitlistWriter {
  let lastEntry = 0;
  let offers = 0;

  async function write(
    stream: { category: string; id?: number },
    events: Parameters<typeof append>[1]["events"],
    {
      meta = testMeta,
      appendRules = [],
    }: { meta?: EventMeta | undefined; appendRules?: AppendRule[] | undefined },
  ) {
    const { category, id } = stream;
    const expectedVersion = id === undefined ? 0 : await readVersion(core.sql, `${category}-${id}`);
    const written = await append(core.sql, {
      stream,
      expectedVersion,
      commandId: randomUUID(),
      events,
      meta,
      occurredAt: core.clock.now(),
      appendRules,
    });
    if (!written.ok) throw new Error(written.violated);
    core.afterAppend(written.position);
    return { id: written.streamId, version: expectedVersion + 1 };
  }

  const toWaitlist = async (events: WaitlistEvent[], meta?: EventMeta, appendRules: AppendRule[] = []) => {
    const stream = { category: waitlistStream.category, id: WAITLIST_ID };
    return (await write(stream, events.map(waitlistStream.encode), { meta, appendRules })).version;
  };

  return {
    async join(wish = {}, { email = `waits-${randomUUID()}@example.test`, meta } = {}) {
      lastEntry += 1;
      const [entryId, personId] = [lastEntry, randomUUID()];
      const person = { id: personId, ...EMPTY_PERSON, firstName: "Ada", lastName: "Byron", email };
      const data = {
        entryId,
        offersBefore: offers,
        joinedAt: core.clock.now().toISOString(),
        personId,
        userId: null,
        heldBy: "mailbox",
        eventType: "Rehearsal",
        ...WISH,
        ...wish,
      } as const;
      await toWaitlist([{ type: "WaitlistJoined", data }], meta, [storePerson(person)]);
      return { entryId, personId };
    },
    async offer({ entryId, personId }, startTime, { meta, override, hours = 2, downpaymentCents } = {}) {
      const startsAt = new Date(startTime);
      const { until } = offerWindow(startsAt, { now: core.clock.now(), timeZone: core.timeZone });
      const endTime = new Date(startsAt.getTime() + hours * HOUR_MS).toISOString();
      const totalCents = hours * HOUR_PRICE_CENTS;
      const requested: BookingEvent = {
        type: "BookingRequested",
        data: {
          roomId: 5,
          personId,
          userId: null,
          heldBy: "mailbox",
          startsAt: startTime,
          endsAt: endTime,
          duration: "hourly",
          hourCount: hours,
          eventType: "Rehearsal",
          attendees: null,
          engineerRequired: false,
          totalCents,
          downpaymentCents: downpaymentCents ?? totalCents / 2,
          holdUntil: until.toISOString(),
          terms: TEST_TERMS,
          waitlistEntryId: entryId,
        },
      };
      const { id: bookingId } = await write(
        { category: bookingStream.category },
        [bookingStream.encode(requested)],
        { meta },
      );
      offers += 1;
      const data = {
        entryId,
        bookingId,
        roomId: 5,
        startTime,
        endTime,
        until: until.toISOString(),
        open: [{ id: entryId }],
        number: offers,
        ...(override === undefined ? {} : { override }),
      };
      await toWaitlist([{ type: "HoursOffered", data }], meta);
      return { entryId, bookingId };
    },
    waitlist: (events, meta) => toWaitlist(events, meta),
    async booking(id, events, options = {}) {
      await write({ category: bookingStream.category, id }, events.map(bookingStream.encode), options);
    },
  };
}
