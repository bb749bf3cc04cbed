/** Makes a core for integration tests: on a test database, with a clock that the test sets. */
import { createHash } from "node:crypto";
import type { BookingRequest } from "../booking/new-booking.ts";
import { priceOf } from "../booking/rules/pricing.ts";
import type { Core } from "../context.ts";
import { createLinks } from "../links.ts";
import type { EventMeta } from "../log/append-request.ts";
import { argon2Passwords } from "../platform/secrets/passwords.ts";
import { createVault } from "../platform/secrets/vault.ts";
import { HOUR_MS, venueDayOf } from "../venue/time/venue-time.ts";
import { openVenue } from "../venue/venue.ts";
import type { TestDatabase } from "./database.ts";
import { seedRoomRows } from "./room-rows.ts";

const TEST_ZONE = "America/New_York";

/** A clock that stays at one instant until it is set or advanced. */
export interface TestClock {
  now(): Date;
  set(instant: string | Date): void;
  advanceMinutes(minutes: number): void;
}

export function createTestClock(start = "2026-12-01T15:00:00Z"): TestClock {
  let now = new Date(start);
  return {
    now: () => now,
    set: (instant) => {
      now = new Date(instant);
    },
    advanceMinutes: (minutes) => {
      now = new Date(now.getTime() + minutes * 60_000);
    },
  };
}

export const testMeta: EventMeta = { actor: { kind: "visitor" }, requestId: "test" };

/** A core over the database with the seven rooms; holds last 30 minutes of the test's clock. */
export async function createTestCore(
  database: Pick<TestDatabase, "sql" | "ownerSql">,
  clock: TestClock = createTestClock(),
  timeZone = TEST_ZONE,
): Promise<Core & { clock: TestClock }> {
  await seedRoomRows(database.ownerSql);
  const venue = await openVenue(database.sql, {
    clock,
    timeZone,
    defaults: { email: "venue@hub.example.test", url: "http://hub.example.test" },
  });
  return {
    sql: database.sql,
    clock,
    rooms: venue.rooms,
    timeZone,
    settings: venue.settings,
    venue,
    holdMs: 30 * 60_000,
    offerMs: null,
    unpaidHours: { perMailbox: 60, perAddress: 120 },
    holderHash: (email) => createHash("sha256").update(email.toLowerCase()).digest("hex"),
    referenceVault: createVault("the references of the tests", []),
    passwords: argon2Passwords,
    vault: createVault("a secret of the tests, long enough for anyone", []),
    links: createLinks({ key: "test-links", publicUrl: "http://hub.example.test" }),
    afterAppend: () => undefined,
  };
}

let visitors = 0;

/** A valid request for `hours` whole hours from `startsAt`, by a visitor with an email of their own. */
export function bookingRequest(
  core: Core,
  {
    roomId,
    startsAt,
    hours = 1,
    ...changes
  }: { roomId: number; startsAt: Date; hours?: number } & Partial<BookingRequest>,
): BookingRequest & { person: { email: string } } {
  const room = core.rooms.byId(roomId);
  if (!room) throw new Error(`No room ${roomId}`);
  const price = priceOf(
    room.rates,
    { duration: "hourly", hourCount: hours, engineerRequired: false },
    core.settings.now(),
  );
  visitors += 1;
  return {
    roomId,
    userId: null,
    heldBy: "mailbox",
    caller: null,
    workDone: true,
    startDate: venueDayOf(startsAt, core.timeZone),
    startsAt,
    endsAt: new Date(startsAt.getTime() + hours * HOUR_MS),
    duration: "hourly",
    hourCount: hours,
    attendees: null,
    engineerRequired: false,
    eventType: "Rehearsal",
    quoted: price,
    person: {
      firstName: "Ada",
      lastName: "Byron",
      email: `visitor-${visitors}@example.test`,
      phone: "+1 212 555 0100",
      specialRequirements: null,
    },
    idempotencyKey: null,
    bodyHash: "body",
    ...changes,
  } as BookingRequest & { person: { email: string } }; // a person in the changes has an email too
}
