/** Shows that `make as-of` prints the rows of any instant, and that `make diff` names what differs from the log. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBilling } from "../core/billing/billing-fixture.ts";
import { accountStream } from "../core/booking/billing/account.ts";
import { balanceOf, openCents } from "../core/booking/billing/account-money.ts";
import type { BookingCommand } from "../core/booking/booking.ts";
import { handleBooking } from "../core/booking/handle.ts";
import { requestBooking } from "../core/booking/request-booking.ts";
import type { Core } from "../core/context.ts";
import { receiveInquiry } from "../core/inquiry/handle.ts";
import { load, requireExisting } from "../core/log/transact.ts";
import { createTestDatabase, type TestDatabase } from "../core/testing/database.ts";
import { bookingRequest, createTestCore, type TestClock, testMeta } from "../core/testing/test-core.ts";
import { isClosedDay, slotStarts } from "../core/venue/time/opening-hours.ts";
import { addDays } from "../core/venue/time/venue-time.ts";
import { catchUp } from "../projections/engine/catch-up-fixture.ts";
import { keyColumnsOf } from "../projections/engine/compare.ts";
import { followerOf, type Projection } from "../projections/engine/projection.ts";
import { projections } from "../projections/followers.ts";
import { analyticsOf } from "../projections/views/analytics/analytics.ts";
import { availability } from "../projections/views/availability.ts";
import { bookings } from "../projections/views/bookings.ts";
import { withReplayAsOf } from "./replay.ts";
import { diffProjection, readInstant } from "./replay-commands.ts";
import { rowsByKey } from "./row-differences.ts";

const quietly = () => undefined;

let database: TestDatabase;
let core: Core & { clock: TestClock };
const slots = Array.from({ length: 120 }, (_, n) => addDays("2026-12-07", n))
  .filter((day) => !isClosedDay(day))
  .flatMap((day) => slotStarts(day, "America/New_York"));
const ids: number[] = [];
let billing: ReturnType<typeof createBilling>;
let account: number;

beforeAll(async () => {
  database = await createTestDatabase();
  core = await createTestCore(database);
  billing = createBilling(core);
  account = await billing.open();
});
afterAll(() => database.drop());

/** The clock advances by days in a random history, and past hours cannot be booked. */
function nextSlot(): Date {
  const startsAt = slots.find((slot) => slot > core.clock.now());
  if (!startsAt) throw new Error("no hours are left");
  slots.splice(0, slots.indexOf(startsAt) + 1);
  return startsAt;
}

async function book(email: string): Promise<void> {
  const startsAt = nextSlot();
  const request = bookingRequest(core, { roomId: 1 + (ids.length % 7), startsAt });
  request.person.email = email;
  const outcome = await requestBooking(core, request, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  ids.push(outcome.value.id);
}

async function change(which: number, command: BookingCommand): Promise<void> {
  const id = ids[which % ids.length];
  if (id !== undefined)
    await handleBooking(core, id, command as never, { commandId: randomUUID(), meta: testMeta });
}

const step = fc.record({
  kind: fc.constantFrom("book", "confirm", "complete", "cancel", "mark", "inquire", "on account", "invoice"),
  which: fc.nat(1_000),
  minutes: fc.integer({ min: 1, max: 700 }),
});

async function carryOut({ kind, which }: { kind: string; which: number }): Promise<void> {
  const email = `visitor-${which % 5}@example.test`;
  if (kind === "book") await book(email);
  if (kind === "confirm") await change(which, { type: "ConfirmBooking" });
  if (kind === "complete") await change(which, { type: "CompleteBooking" });
  if (kind === "cancel")
    await change(which, { type: "CancelBooking", cancelledBy: "venue", now: core.clock.now() });
  if (kind === "mark") await change(which, { type: "MarkPayment", paymentStatus: "paid" });
  if (kind === "on account") ids.push(await billing.book(account, { roomId: 2, startsAt: nextSlot() }));
  if (kind === "invoice") {
    await billing.book(account, { roomId: 3, startsAt: nextSlot() });
    const number = await billing.invoice(account, "2028-12-31");
    await billing.receive(number, 1_000 + which);
  }
  if (kind === "inquire") {
    const person = { firstName: "Ada", lastName: "Byron", email, phone: null };
    await receiveInquiry(core, { ...person, interestedRoom: null, message: "Hello" }, testMeta);
  }
}

async function rowsOf(
  { tables }: Projection,
  sql: Parameters<typeof rowsByKey>[0] = database.ownerSql,
  tableOf = (table: string) => `public.${table}`,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of tables) {
    const rows: string[] = [];
    const keys = await keyColumnsOf(database.ownerSql, `public.${table}`);
    for await (const { row } of rowsByKey(sql, tableOf(table), keys)) rows.push(row);
    found[table] = rows;
  }
  return found;
}

const catchUpAll = async (): Promise<void> => {
  for (const projection of projections(core)) await catchUp(core.sql, followerOf(projection));
};

async function diffOf(projection: Projection): Promise<string[]> {
  const lines: string[] = [];
  await diffProjection(database.ownerSql, projection, quietly, async (line) => void lines.push(line));
  return lines;
}

describe("as-of", () => {
  it("equals the live rows of that instant, for any instant of any history", async () => {
    const watched = [bookings, availability, analyticsOf(core)];
    const seen: { instant: Date; rows: Record<string, string[]>[] }[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), fc.nat(), async (steps, which) => {
        for (const one of steps) {
          core.clock.advanceMinutes(one.minutes);
          await carryOut(one);
          await catchUpAll();
          seen.push({
            instant: core.clock.now(),
            rows: await Promise.all(watched.map((projection) => rowsOf(projection))),
          });
        }
        const then = seen[which % seen.length];
        if (!then) return;
        // Nothing changed until just before the next instant.
        const instant = new Date(then.instant.getTime() + (which % 2) * 59_999);
        for (const [n, projection] of watched.entries()) {
          const replayed = await withReplayAsOf(
            database.ownerSql,
            projection,
            { instant, onProgress: quietly },
            ({ session, tableOf }) => rowsOf(projection, session, tableOf),
          );
          expect(replayed).toEqual(then.rows[n]);
        }
      }),
      { numRuns: 6, endOnFailure: true },
    );
    for (const projection of projections(core)) expect(await diffOf(projection)).toEqual([]);
  }, 120_000);

  it("shows what a billing account owed at any instant of its invoices, money and credit notes", async () => {
    const own = await billing.open();
    const visits = await Promise.all(
      [nextSlot(), nextSlot()].map((startsAt) => billing.book(own, { roomId: 4, startsAt })),
    );
    const [visit = 0, cancelled = 0] = visits;
    let number = "";
    const deeds = [
      async () => {
        number = await billing.invoice(own, "2028-12-31");
      },
      () => billing.receive(number, 2_500),
      () => billing.credit(number, visit, 1_000),
      () =>
        change(ids.push(cancelled) - 1, {
          type: "CancelBooking",
          cancelledBy: "venue",
          now: core.clock.now(),
        }),
      () => billing.receive(number, 7_500),
      () => billing.giveBack(number, 500),
    ];
    const owed: { instant: Date; row: Record<string, unknown> }[] = [];
    for (const deed of deeds) {
      core.clock.advanceMinutes(5);
      await deed();
      const { state } = await load(core.sql, accountStream, own);
      const account = requireExisting(state);
      const due = Object.values(account.invoices)
        .map(balanceOf)
        .filter((cents) => cents > 0);
      owed.push({ instant: core.clock.now(), row: { open_cents: openCents(account), unpaid_cents: due } });
    }
    expect(owed.map(({ row }) => row.open_cents)).toEqual([22_000, 19_500, 18_500, 7_500, 0, 500]);
    for (const { instant, row } of owed) {
      const rows = await withReplayAsOf(
        database.ownerSql,
        bookings,
        { instant, onProgress: quietly },
        ({ session, tableOf }) => rowsOf(bookings, session, tableOf),
      );
      const found = rows.billing_accounts
        ?.map((text) => JSON.parse(text))
        .find(({ account_id }) => account_id === own);
      expect(found).toMatchObject(row);
    }
    await catchUpAll();
    expect(await diffOf(bookings)).toEqual([]);
  });

  it("accepts only instants with their offset", () => {
    expect(readInstant("2026-11-21T10:00:00Z")).toEqual(new Date("2026-11-21T10:00:00Z"));
    expect(readInstant("2026-11-21T05:00-05:00")).toEqual(new Date("2026-11-21T10:00:00Z"));
    for (const text of ["2026-11-21", "yesterday", "2026-11-21T10:00:00", "2026-13-41T10:00:00Z", ""]) {
      expect(() => readInstant(text)).toThrow(/not an instant/);
    }
  });
});

describe("diff", () => {
  it("names each value, row and figure that differs from the log, while bookings are made", async () => {
    for (let n = 0; n < 3; n++) await book("someone@example.test");
    await catchUpAll();
    const [changed = 0, removed = 0, kept = 0] = ids.slice(-3);
    const { ownerSql } = database;
    await ownerSql`update bookings set total_cents = 1, event_type = 'Seance' where booking_id = ${changed}`;
    await ownerSql`delete from bookings where booking_id = ${removed}`;
    await ownerSql`
      insert into bookings select (jsonb_populate_record(b, '{"booking_id": 9000000}')).* from bookings b where booking_id = ${kept}`;
    // The random history before has bookings in some of the rooms.
    const [planted] = await ownerSql<{ room_id: number }[]>`
      update analytics_rooms set value_cents = value_cents + 1
      where room_id = (select min(room_id) from analytics_rooms) returning room_id`;
    let booking = true;
    const meanwhile = (async () => {
      while (booking) {
        await book("meanwhile@example.test");
        await catchUpAll();
      }
    })();
    try {
      const lines = await diffOf(bookings);
      // Rows are ordered by their keys as text, so 10 comes before 9.
      expect(lines).toHaveLength(4);
      expect(lines).toEqual(
        expect.arrayContaining([
          expect.stringMatching(
            new RegExp(`^differs: ${changed} event_type live="Seance" replay="Rehearsal"$`),
          ),
          expect.stringMatching(new RegExp(`^differs: ${changed} total_cents live=1 replay=[1-9]\\d+$`)),
          `only replay: ${removed}`,
          "only live: 9000000",
        ]),
      );
      expect(await diffOf(analyticsOf(core))).toEqual([
        expect.stringMatching(
          new RegExp(`^differs: analytics_rooms ${planted?.room_id} value_cents live=\\d+ replay=\\d+$`),
        ),
      ]);
    } finally {
      booking = false;
      await meanwhile;
    }
  }, 60_000);
});
