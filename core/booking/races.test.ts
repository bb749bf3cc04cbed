/** Checks that concurrent requests never sell an hour twice, repeat a keyed request, or exceed the caps of unpaid hours. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Core } from "../context.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  bookingRequest,
  createTestClock,
  createTestCore,
  type TestClock,
  testMeta,
} from "../testing/test-core.ts";
import { isClosedDay, slotStarts } from "../venue/time/opening-hours.ts";
import { addDays, HOUR_MS, hoursBetween, instantAt, venueDayOf } from "../venue/time/venue-time.ts";
import { handleBooking } from "./handle.ts";
import { MAX_OPEN_HOLDS } from "./hold/caps.ts";
import { requestBooking } from "./request-booking.ts";

/** The first settings of a venue (decision 120). */
const [OPENS, CLOSES] = [9, 22];

let database: TestDatabase;
let core: Core & { clock: TestClock };
beforeAll(async () => {
  database = await createTestDatabase({ max: 64 });
  core = await createTestCore(database, createTestClock());
});
afterAll(() => database.drop());

const openDays = (from: string, count: number): string[] => {
  const days: string[] = [];
  for (let day = from; days.length < count; day = addDays(day, 1)) if (!isClosedDay(day)) days.push(day);
  return days;
};

async function deadlocks(): Promise<number> {
  const [row] =
    await database.ownerSql`select deadlocks from pg_stat_database where datname = current_database()`;
  return Number(row?.deadlocks);
}

describe("racing for hours", () => {
  it("books each of 60 slots once, whatever 8 clients try", async () => {
    const slots = openDays("2026-12-07", 5)
      .flatMap((day) => slotStarts(day, core.timeZone))
      .slice(0, 60);
    const outcomes = await Promise.all(
      slots.flatMap((startsAt) =>
        Array.from({ length: 8 }, () =>
          requestBooking(core, bookingRequest(core, { roomId: 1, startsAt }), testMeta),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(60);
    const refused = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.rejection.code]));
    expect(refused).toEqual(Array.from({ length: 420 }, () => "SlotTaken"));
  });

  it("gives no hour twice to 64 clients with overlapping spans, without a deadlock", async () => {
    const before = await deadlocks();
    const days = openDays("2027-01-04", 6);
    const tries = Array.from({ length: 64 * 6 }, (_, i) => {
      const hours = 1 + ((i * 7) % 12);
      const start = OPENS + ((i * 5) % (CLOSES - OPENS - hours + 1));
      return { startsAt: instantAt(days[i % days.length] ?? "", start, core.timeZone), hours };
    });
    const outcomes = await Promise.all(
      tries.map((span) => requestBooking(core, bookingRequest(core, { roomId: 2, ...span }), testMeta)),
    );
    const booked = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.booking] : []));
    const hours = booked.flatMap((b) => hoursBetween(b.startsAt, b.endsAt).map((hour) => hour.toISOString()));
    expect(new Set(hours).size).toBe(hours.length);
    const rows = await database.sql`select count(*) from room_hours where room_id = 2`;
    expect(Number(rows[0]?.count)).toBe(hours.length);
    expect(new Set(outcomes.flatMap((o) => (o.ok ? [] : [o.rejection.code])))).toEqual(
      new Set(["SlotTaken"]),
    );
    expect(await deadlocks()).toBe(before);
  });

  it("takes a slot from a hold past its deadline, without waiting for the job", async () => {
    const startsAt = instantAt("2027-02-01", 10, core.timeZone);
    const first = await requestBooking(core, bookingRequest(core, { roomId: 3, startsAt }), testMeta);
    expect(first.ok).toBe(true);
    const next = () =>
      requestBooking(core, bookingRequest(core, { roomId: 3, startsAt, hours: 2 }), testMeta);
    expect(await next()).toMatchObject({ ok: false, rejection: { code: "SlotTaken" } });
    core.clock.advanceMinutes(30);
    const outcomes = await Promise.all(Array.from({ length: 8 }, next));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    if (!first.ok) return;
    const [last] = await database.sql`
      select type from events where stream = ${`booking-${first.value.id}`} order by version desc limit 1`;
    expect(last?.type).toBe("BookingExpired");
  });
});

describe("an idempotency key", () => {
  const slot = (hour: number): Date => instantAt("2027-02-02", hour, core.timeZone);

  it("makes one booking of many concurrent tries, and gives each the same answer", async () => {
    const request = bookingRequest(core, { roomId: 4, startsAt: slot(9), idempotencyKey: "key-1" });
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => requestBooking(core, request, testMeta)),
    );
    const ids = new Set(outcomes.map((outcome) => (outcome.ok ? outcome.value.id : outcome.rejection.code)));
    expect(ids.size).toBe(1);
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
  });

  it("is refused with another request body", async () => {
    const request = bookingRequest(core, { roomId: 4, startsAt: slot(10), idempotencyKey: "key-2" });
    expect((await requestBooking(core, request, testMeta)).ok).toBe(true);
    const other = { ...request, startsAt: slot(12), endsAt: slot(13), bodyHash: "other" };
    expect(await requestBooking(core, other, testMeta)).toMatchObject({
      ok: false,
      rejection: { code: "IdempotencyKeyReused" },
    });
  });

  it("still answers when the slot's time has passed", async () => {
    const request = bookingRequest(core, { roomId: 4, startsAt: slot(14), idempotencyKey: "key-3" });
    const first = await requestBooking(core, request, testMeta);
    const before = core.clock.now();
    core.clock.set("2027-03-01T00:00:00Z");
    expect(await requestBooking(core, request, testMeta)).toEqual(first);
    core.clock.set(before);
  });
});

describe("unpaid hours", () => {
  const DAYS = openDays("2027-03-08", 5);
  /** Four bookings of eight hours a day in four rooms: far more than a mailbox or an address may hold. */
  const wanted = DAYS.flatMap((day) => [1, 2, 3, 4].map((roomId) => ({ roomId, day })));
  const person = (email: string) => ({
    firstName: "A",
    lastName: "B",
    email,
    phone: "12345",
    specialRequirements: null,
  });
  const request = (
    { roomId, day }: { roomId: number; day: string },
    email: string,
    caller: string | null,
  ) => {
    const startsAt = slotStarts(day, core.timeZone)[0];
    if (!startsAt) throw new Error(day);
    const changes = { person: person(email), caller };
    return requestBooking(core, bookingRequest(core, { roomId, startsAt, hours: 8, ...changes }), testMeta);
  };
  const held = async (column: "holder" | "caller"): Promise<number> => {
    const [most] = await core.sql<{ hours: number }[]>`
      select count(*) as hours from room_hours
      where ${core.sql(column)} is not null and held_until > ${core.clock.now()} group by ${core.sql(column)}
      order by 1 desc limit 1`;
    return Number(most?.hours ?? 0);
  };

  it("of one mailbox are capped however it is spelled, and however many requests come at once", async () => {
    core.clock.advanceMinutes(31);
    const outcomes = await Promise.all(
      wanted.map((slot, n) => request(slot, `b.locker+${n}@${n % 2 ? "gmail" : "googlemail"}.com`, null)),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(Math.floor(60 / 8));
    expect(await held("holder")).toBe(56);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      rejection: { code: "TooManyHolds", detail: expect.stringContaining("email") },
    });
  });

  it("of one address are capped whatever mailboxes it names, until they are paid or past", async () => {
    core.clock.advanceMinutes(31);
    const all = () => Promise.all(wanted.map((slot, n) => request(slot, `some-${n}@example.test`, "here")));
    const outcomes = await all();
    const taken = outcomes.filter(({ ok }) => ok);
    expect(taken).toHaveLength(120 / 8);
    expect(await held("caller")).toBe(120);
    const refused = outcomes.findIndex(({ ok }) => !ok);
    expect(outcomes[refused]).toMatchObject({
      rejection: { code: "TooManyHolds", detail: expect.stringContaining("network") },
    });
    const again = wanted[refused] ?? { roomId: 1, day: "" };
    expect((await request(again, "other@example.test", "elsewhere")).ok).toBe(true);
    const [moved, paid] = taken;
    if (!moved?.ok || !paid?.ok) throw new Error("none was taken");
    const { startsAt } = moved.value.booking;
    const later = {
      type: "RescheduleBooking",
      startDate: venueDayOf(startsAt, core.timeZone),
      startsAt: new Date(startsAt.getTime() + 3 * HOUR_MS),
      room: { bookable: true },
      now: core.clock.now(),
      timeZone: core.timeZone,
      opening: core.settings.schedule(),
    } as const;
    const context = () => ({ commandId: randomUUID(), meta: testMeta });
    expect((await handleBooking(core, moved.value.id, later, context())).ok).toBe(true);
    expect(await held("caller")).toBe(120);
    // Staff mark one as paid: its hours no longer count.
    const mark = { type: "MarkPayment", paymentStatus: "downpaid" } as const;
    await handleBooking(core, paid.value.id, mark, context());
    expect(await held("caller")).toBe(112);
    core.clock.advanceMinutes(31);
    expect(await held("caller")).toBe(0);
  });
});

describe("the holds of one email", () => {
  it("are limited in number", async () => {
    const [day = "", next = ""] = openDays("2027-02-08", 2);
    const slots = [...slotStarts(day, core.timeZone), ...slotStarts(next, core.timeZone)];
    const request = (startsAt: Date) =>
      requestBooking(
        core,
        bookingRequest(core, {
          roomId: 5,
          startsAt,
          person: {
            firstName: "A",
            lastName: "B",
            email: "Same@example.test",
            phone: "12345",
            specialRequirements: null,
          },
        }),
        testMeta,
      );
    for (const startsAt of slots.slice(0, MAX_OPEN_HOLDS)) expect((await request(startsAt)).ok).toBe(true);
    const over = slots[MAX_OPEN_HOLDS] ?? new Date();
    expect(await request(over)).toMatchObject({ ok: false, rejection: { code: "TooManyHolds" } });
    core.clock.advanceMinutes(31);
    expect((await request(over)).ok).toBe(true);
  });
});
