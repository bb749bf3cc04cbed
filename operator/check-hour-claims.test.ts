/** Shows that `make check-guard` names and repairs hour claims that differ from the events. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPaymentWorld } from "../core/adapters/stripe/payment-fixture.ts";
import { handleBooking } from "../core/booking/handle.ts";
import { requestBooking } from "../core/booking/request-booking.ts";
import { closeRooms } from "../core/closure/handle.ts";
import type { Core } from "../core/context.ts";
import type { PaymentGateway } from "../core/payment/gateway.ts";
import { holderHashWith } from "../core/platform/secrets/keyed-hash.ts";
import { loadKeys, seedKeys } from "../core/platform/secrets/keys.ts";
import { createTestDatabase, type TestDatabase } from "../core/testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../core/testing/test-core.ts";
import { slotStarts } from "../core/venue/time/opening-hours.ts";
import { HOUR_MS } from "../core/venue/time/venue-time.ts";
import { checkHourClaimsCommand } from "./check-hour-claims.ts";

let database: TestDatabase;
let gateway: PaymentGateway;
let close: () => Promise<void>;
let core: Core;
const slots = ["2026-12-07", "2026-12-08", "2026-12-09", "2026-12-10", "2026-12-11"].flatMap((day) =>
  slotStarts(day, "America/New_York"),
);
beforeAll(async () => {
  database = await createTestDatabase();
  const payments = await createPaymentWorld(database);
  gateway = (await payments.start()).gateway;
  close = payments.close;
  core = await createTestCore(database);
  await seedKeys(database.ownerSql, "a secret of the tests, long enough for anyone");
});
afterAll(() => close());

async function book(roomId = 3): Promise<{ id: number; hour: string }> {
  const startsAt = slots.shift() ?? new Date();
  const outcome = await requestBooking(core, bookingRequest(core, { roomId, startsAt }), testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return { id: outcome.value.id, hour: startsAt.toISOString().replace(".000Z", "Z") };
}
const change = (id: number, type: "ConfirmBooking" | "CompleteBooking") =>
  handleBooking(core, id, { type }, { commandId: randomUUID(), meta: testMeta });

async function check(repair = false): Promise<{ left: number; lines: string[] }> {
  const lines: string[] = [];
  const left = await checkHourClaimsCommand(database.ownerSql, {
    repair,
    print: (line) => void lines.push(line),
  });
  return { left, lines };
}

it("names each hour on which hour claims and events differ, and repairs it while bookings are made", async () => {
  const [held, confirmed, paid, stranger] = [await book(), await book(), await book(), await book()];
  await change(confirmed.id, "ConfirmBooking");
  await change(paid.id, "ConfirmBooking");
  expect(await check()).toEqual({ left: 0, lines: ["checked 4 hours of 4 bookings"] });
  const rows = () =>
    database.ownerSql`select room_id, starts_at, booking_id, held_until from room_hours order by 1, 2`;
  const before = await rows();

  const { ownerSql } = database;
  await ownerSql`delete from room_hours where booking_id = ${held.id}`;
  await ownerSql`update room_hours set held_until = '2026-12-01T15:30:00Z' where booking_id = ${confirmed.id}`;
  await ownerSql`update room_hours set booking_id = 7777 where booking_id = ${paid.id}`;
  await ownerSql`
    insert into room_hours (room_id, starts_at, booking_id) values (3, '2027-05-03T15:00:00Z', ${stranger.id})`;
  const faults = [
    `fault: hour room 3 ${held.hour}: no booking has the claim, booking-${held.id} by the events`,
    `fault: hour room 3 ${confirmed.hour}: booking-${confirmed.id} has a hold until 2026-12-01T15:30:00Z in the claim, no hold by its events`,
    `fault: hour room 3 ${paid.hour}: booking-7777 has the claim, booking-${paid.id} by the events`,
    `fault: hour room 3 2027-05-03T15:00:00Z: booking-${stranger.id} has the claim, no booking by the events`,
  ];
  expect(await check()).toEqual({ left: 4, lines: [...faults, "4 faults"] });

  let booking = true;
  const meanwhile = (async () => {
    const made = [];
    while (booking && slots.length > 2) made.push(await book(4));
    return made.length;
  })();
  expect(await check(true)).toEqual({ left: 0, lines: [...faults, "repaired 4 of 4 faults"] });
  booking = false;
  expect(await meanwhile).toBeGreaterThan(0);
  expect((await check()).left).toBe(0);
  expect((await rows()).filter((row) => row.room_id === 3)).toEqual([...before]);
  const [holder] = await ownerSql`select holder from room_hours where booking_id = ${held.id}`;
  expect(holder?.holder).toMatch(/^[0-9a-f]{64}$/);
});

it.each([
  ["the mailbox", "2026-12-16", "mailbox", null, "guest@example.test"],
  ["the verified account", "2026-12-17", "account", 7, "account 7"],
] as const)(
  "repairs an hour with %s and the address that it counts for",
  async (_, day, heldBy, userId, name) => {
    const hour = (n: number) => new Date(`${day}T${15 + n}:00:00Z`);
    const made = bookingRequest(core, { roomId: 5, startsAt: hour(0), hours: 3, heldBy, userId });
    const person = { ...made.person, email: "guest@example.test" };
    const outcome = await requestBooking(core, { ...made, person, caller: "the-address" }, testMeta);
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    const rows = () =>
      database.ownerSql`select * from room_hours where booking_id = ${outcome.value.id} order by starts_at`;
    const before = await rows();
    expect(before[1]).toMatchObject({ caller: "the-address", holder: expect.any(String) });
    await database.ownerSql`delete from room_hours where room_id = 5 and starts_at = ${hour(1)}`;
    await database.ownerSql`
    update room_hours set booking_id = 7777, caller = null where room_id = 5 and starts_at = ${hour(2)}`;
    expect((await check(true)).left).toBe(0);
    // The command hashes with the database's own key, which the test's core does not have.
    const holder = holderHashWith((await loadKeys(database.ownerSql)).holders)(name);
    const [untouched, ...repaired] = before;
    expect([...(await rows())]).toEqual([untouched, ...repaired.map((row) => ({ ...row, holder }))]);
  },
);

it("names a booking with an unreadable event, skips its hours and repairs the others", async () => {
  const [unreadable, other] = [await book(6), await book(6)];
  const { ownerSql } = database;
  await ownerSql`
    insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
    select stream, 2, 'BookingTeleported', 1, '{}', meta, 'teleport', 0, occurred_at from events
    where stream = ${`booking-${unreadable.id}`}`;
  await ownerSql`delete from room_hours where booking_id in ${ownerSql([unreadable.id, other.id])}`;
  const fault = new RegExp(`^fault: booking-${unreadable.id}@2 BookingTeleported cannot be read: `);
  const missing = `fault: hour room 6 ${other.hour}: no booking has the claim, booking-${other.id} by the events`;
  expect(await check()).toEqual({ left: 2, lines: [expect.stringMatching(fault), missing, "2 faults"] });
  expect(await check(true)).toMatchObject({
    left: 1,
    lines: [expect.anything(), missing, "repaired 1 of 2 faults"],
  });
  expect(await check()).toEqual({ left: 1, lines: [expect.stringMatching(fault), "1 fault"] });
  await ownerSql`alter table events disable trigger user`;
  await ownerSql`delete from events where type = 'BookingTeleported'`;
  await ownerSql`alter table events enable trigger user`;
  expect((await check(true)).left).toBe(0);
});

it("repairs nothing if two bookings have one hour by their events, and says so", async () => {
  const first = await book(5);
  const { ownerSql } = database;
  await ownerSql`delete from room_hours where booking_id = ${first.id}`;
  const startsAt = new Date(first.hour);
  const second = await requestBooking(core, bookingRequest(core, { roomId: 5, startsAt }), testMeta);
  if (!second.ok) throw new Error(second.rejection.code);
  const { left, lines } = await check(true);
  expect(left).toBe(1);
  expect(lines.at(-2)).toContain(`not repaired: hour room 5 ${first.hour}`);
  expect(lines.at(-1)).toBe("repaired 0 of 1 fault");
});

it("names hours whose closures differ from the events, and closes them as the events say", async () => {
  const kept = await book(7);
  const startsAt = new Date(kept.hour);
  const placed = await closeRooms(
    core,
    gateway,
    {
      roomIds: [7],
      startsAt,
      endsAt: new Date(startsAt.getTime() + 3 * HOUR_MS),
      reason: "Repairs",
      public: false,
      bookings: new Map([[kept.id, "keep"]]),
    },
    testMeta,
  );
  if (!placed.ok) throw new Error(placed.rejection.code);
  const name = `block-${placed.value.id}`;
  const before = () => database.ownerSql`select * from room_hours where room_id = 7 order by starts_at`;
  const rows = await before();
  // The faults that the earlier tests have left.
  const { left: others } = await check();
  const { ownerSql } = database;
  await ownerSql`delete from room_hours where room_id = 7 and booking_id is null`;
  await ownerSql`update room_hours set block_ids = '{7777}' where room_id = 7`;
  const { left, lines } = await check();
  expect(left).toBe(others + 3);
  expect(lines).toContain(
    `fault: hour room 7 ${kept.hour}: closed by block-7777 in the claims, by ${name} by the events`,
  );
  expect(
    lines.filter((line) => line.endsWith(`closed by no closure in the claims, by ${name} by the events`)),
  ).toHaveLength(2);
  expect((await check(true)).left).toBe(others);
  expect(await before()).toEqual(rows);
  await ownerSql`delete from room_hours where room_id = 7`;
  expect((await check(true)).left).toBe(others);
  const withoutHolder = (all: readonly object[]) => all.map((row) => ({ ...row, holder: null }));
  expect(withoutHolder(await before())).toEqual(withoutHolder(rows));
});
