/** Measures the waitlist with 10,000 open entries: one freeing matched to them, and a whole cancellation beside one that no entry waits for. */
import { randomUUID } from "node:crypto";
import { handleBooking } from "../../../core/booking/handle.ts";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import { hoursBeside, readClaims, roomsToOffer } from "../../../core/booking/waitlist/free-days.ts";
import { loadWaitlist } from "../../../core/booking/waitlist/load-waitlist.ts";
import { match } from "../../../core/booking/waitlist/match.ts";
import { decideOffer } from "../../../core/booking/waitlist/offers.ts";
import { WAITLIST_ID, type Waitlist, waitlistStream } from "../../../core/booking/waitlist/waitlist.ts";
import type { WaitlistEvent } from "../../../core/booking/waitlist/waitlist-events.ts";
import type { Core } from "../../../core/context.ts";
import { append } from "../../../core/log/append.ts";
import { EMPTY_PERSON, storePerson } from "../../../core/person/personal-data.ts";
import { openSql } from "../../../core/platform/database/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../../core/testing/test-core.ts";
import { isClosedDay, slotStarts } from "../../../core/venue/time/opening-hours.ts";
import {
  addDays,
  HOUR_MS,
  hoursBetween,
  type VenueDay,
  venueDayOf,
} from "../../../core/venue/time/venue-time.ts";
import { randomOf } from "../../chaos/random.ts";
import { startSeededServer } from "../servers/seeded-server.ts";
import { median, percentile, report } from "./measure.ts";

const ENTRIES = 10_000;
const AT_ONCE = 500;
const MATCHES = 400;
const ROUNDS = 100;
const WARM_UPS = 10;
const AIM_MS = 10;
const ROOMS = [1, 2, 3, 4, 5, 6, 7];
const FIRST_DAY = "2026-12-08";
const DAYS = 60;

/** On a server of its own. */
export async function benchWaitlist(): Promise<void> {
  const server = await startSeededServer();
  const [sql, ownerSql] = [openSql(server.runtimeUrl, { max: 8 }), openSql(server.ownerUrl, { max: 2 })];
  try {
    const core = await createTestCore({ sql, ownerSql });
    const hours = freeHours(core.timeZone);
    const alone = await cancellations(core, hours);
    await fill(core);
    const { state: list } = await loadWaitlist(sql);
    const matched = await matches(core, list, hours);
    const sorted = matched.ms.toSorted((a, b) => a - b);
    const p95 = percentile(sorted, 0.95);
    report(
      `a freeing among ${ENTRIES.toLocaleString("en-US")} who wait`,
      `p50 ${median(sorted).toFixed(2)} ms, p95 ${p95.toFixed(2)} ms (aim ≤ ${AIM_MS}${p95 <= AIM_MS ? "" : ", MISSED"})`,
      `${matched.served} of ${MATCHES} served someone`,
    );
    const beside = await cancellations(core, hours);
    report(
      "a cancellation with its offer",
      `p50 ${median(beside).toFixed(1)} ms`,
      `${(median(beside) / median(alone)).toFixed(2)} × one without a waitlist (${median(alone).toFixed(1)} ms)`,
    );
  } finally {
    await Promise.all([sql.end(), ownerSql.end()]);
    await server.stop();
  }
}

type Hours = ReturnType<typeof freeHours>;

/** Entries with varied wishes: one to all rooms, one to fourteen days, a window of two hours to a whole day. */
async function fill(core: Core): Promise<void> {
  const random = randomOf(23);
  let version = 0;
  while (version < ENTRIES) {
    const joined = Array.from({ length: AT_ONCE }, (_, n): WaitlistEvent => {
      const day = addDays(FIRST_DAY, random.between(0, DAYS - 1));
      const hours = random.between(1, 4);
      const from = random.between(9, 22 - hours);
      return {
        type: "WaitlistJoined",
        data: {
          entryId: version + n + 1,
          offersBefore: 0,
          joinedAt: core.clock.now().toISOString(),
          personId: randomUUID(),
          userId: null,
          heldBy: "mailbox",
          roomIds: random.chance(0.5)
            ? [random.pick(ROOMS)]
            : ROOMS.slice(0, random.between(2, ROOMS.length)),
          anyRoom: random.chance(0.1),
          day,
          until: random.chance(0.6) ? day : addDays(day, random.between(1, 13)),
          from,
          to: random.between(from + hours, 22),
          hours,
          attendees: random.chance(0.5) ? random.between(1, 12) : null,
          duration: "hourly",
          eventType: "Rehearsal",
          engineerRequired: random.chance(0.1),
        },
      };
    });
    const persons = joined.flatMap(({ data }) => ("personId" in data ? data.personId : []));
    const result = await append(core.sql, {
      stream: { category: waitlistStream.category, id: WAITLIST_ID },
      expectedVersion: version,
      commandId: randomUUID(),
      events: joined.map(waitlistStream.encode),
      meta: testMeta,
      occurredAt: core.clock.now(),
      appendRules: persons.map((id) =>
        storePerson({ id, ...EMPTY_PERSON, firstName: "Ada", email: `${id}@example.test` }),
      ),
    });
    if (!result.ok) throw new Error(result.violated);
    version += AT_ONCE;
  }
}

/**
 * Frees one hour or two, of a day that is otherwise free or full, as a cancellation does. Where no wish fits, all entries are looked at.
 */
async function matches(core: Core, list: Waitlist, hours: Hours): Promise<{ ms: number[]; served: number }> {
  const rooms = roomsToOffer(core.rooms.all());
  const ms: number[] = [];
  let served = 0;
  for (let round = -WARM_UPS; round < MATCHES; round++) {
    const { roomId, startsAt } = hours.next().value;
    const place = { roomId, day: venueDayOf(startsAt, core.timeZone) };
    const freed = new Set(
      hoursBetween(startsAt, new Date(startsAt.getTime() + (1 + (round % 2)) * HOUR_MS)).map(Number),
    );
    const isFull = round % 4 < 2;
    const days = hoursBeside(core, await readClaims(core, [place]), [place]).map((on) => ({
      ...on,
      hours: on.hours.map((hour) =>
        isFull && !freed.has(hour.startsAt.getTime()) ? { ...hour, state: "held" as const } : hour,
      ),
      freed,
    }));
    const began = performance.now();
    const found = match(list, days, {
      now: core.clock.now(),
      rooms,
      refused: new Map(),
      accepts: (entry, fit) => decideOffer(core, entry, fit, entry.personId).ok,
    });
    if (round < 0) continue;
    ms.push(performance.now() - began);
    if (found.matches.length > 0) served += 1;
  }
  return { ms, served };
}

/** How long the cancellations of bookings of an hour take, with all that they do to the waitlist. */
async function cancellations(core: Core, hours: Hours): Promise<number[]> {
  const ms: number[] = [];
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const id = await book(core, hours);
    const began = performance.now();
    const cancelled = await handleBooking(
      core,
      id,
      { type: "CancelBooking", cancelledBy: "venue", now: core.clock.now() },
      { commandId: randomUUID(), meta: testMeta },
    );
    if (!cancelled.ok) throw new Error(cancelled.rejection.code);
    if (round >= 0) ms.push(performance.now() - began);
  }
  return ms;
}

/** The next hours may be offered to someone since an earlier round. */
async function book(core: Core, hours: Hours): Promise<number> {
  for (;;) {
    const booked = await requestBooking(core, bookingRequest(core, hours.next().value), testMeta);
    if (booked.ok) return booked.value.id;
    if (booked.rejection.code !== "SlotTaken") throw new Error(booked.rejection.code);
  }
}

/** Free hours of all rooms, day by day. */
function* freeHours(timeZone: string): Generator<{ roomId: number; startsAt: Date }, never> {
  for (let day: VenueDay = FIRST_DAY; ; day = addDays(day, 1)) {
    if (isClosedDay(day)) continue;
    for (const startsAt of slotStarts(day, timeZone)) for (const roomId of ROOMS) yield { roomId, startsAt };
  }
}
