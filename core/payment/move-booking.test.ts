/**
 * Checks that a staff move at the same time as a payment, a booking or another move leaves each hour to one booking, and the money right.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestBooking } from "../booking/request-booking.ts";
import { refundRequestedCents } from "../booking/state/booking-money.ts";
import { bookingRequest, testMeta } from "../testing/test-core.ts";
import { HOUR_MS, hoursBetween, instantAt } from "../venue/time/venue-time.ts";
import { createMoneyWorld, type TestBooking } from "./money-fixture.ts";
import { moveBookingByStaff, previewMove } from "./move-booking.ts";

let world: Awaited<ReturnType<typeof createMoneyWorld>>;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const at = (day: string, hour: number): Date => instantAt(day, hour, world.core.timeZone);

const asked = ({ bookingId }: TestBooking, startsAt: Date, roomId = 1, hours = 1) => ({
  bookingId,
  roomId,
  startsAt,
  endsAt: new Date(startsAt.getTime() + hours * HOUR_MS),
});
const move = (...given: Parameters<typeof asked>) =>
  moveBookingByStaff(world.core, world.gateway, asked(...given), testMeta);
const codeOf = (outcome: Awaited<ReturnType<typeof move>>) => (outcome.ok ? "moved" : outcome.rejection.code);

async function expectWhole(booking: TestBooking): Promise<void> {
  const { roomId, startsAt, endsAt } = await world.stateOf(booking);
  const rows = await world.core.sql<{ room_id: number; starts_at: Date }[]>`
    select room_id, starts_at from room_hours where booking_id = ${booking.bookingId} order by starts_at`;
  expect(rows).toEqual(hoursBetween(startsAt, endsAt).map((starts_at) => ({ room_id: roomId, starts_at })));
}
const deadlocks = async (): Promise<number> => {
  const [row] = await world.core.sql<{ deadlocks: number }[]>`
    select deadlocks::integer from pg_stat_database where datname = current_database()`;
  return row?.deadlocks ?? 0;
};

describe("a visit that staff move", () => {
  it("can no longer be paid at its old price, and is paid by a new intent", async () => {
    const booking = await world.book(at("2027-03-01", 10));
    const old = await world.open(booking);
    expect(codeOf(await move(booking, at("2027-03-01", 11), 1, 3))).toBe("moved");
    expect(await world.gateway.retrieveIntent(old.id)).toMatchObject({ status: "canceled" });
    const paidBy = await world.pay(booking);
    expect(await world.confirm(booking, paidBy)).toMatchObject({ ok: true, value: { status: "confirmed" } });
    await expectWhole(booking);
  });

  it("moves with money whose news had not arrived, and refunds the card what is overpaid", async () => {
    const booking = await world.book(at("2027-03-02", 10));
    await move(booking, at("2027-03-02", 10), 1, 4);
    await world.pay(booking);
    const moved = await move(booking, at("2027-03-02", 10), 1, 1);
    expect(codeOf(moved)).toBe("moved");
    const state = await world.stateOf(booking);
    expect(state).toMatchObject({ totalCents: 7_500, paymentStatus: "paid", status: "confirmed" });
    expect(refundRequestedCents(state)).toBe(15_000 - 7_500);
    await world.runRefunds(booking);
    expect(Object.values((await world.stateOf(booking)).refunds)).toMatchObject([{ issued: true }]);
    await expectWhole(booking);
  });

  it("can be previewed with its price and whether the hours are free, and nothing changes", async () => {
    const [booking, other] = [await world.book(at("2027-03-03", 10)), await world.book(at("2027-03-03", 14))];
    const preview = await previewMove(world.core, asked(booking, at("2027-03-03", 10), 1, 2));
    expect(preview).toMatchObject({ ok: true, value: { after: { totalCents: 15_000 } } });
    const taken = await previewMove(world.core, asked(booking, at("2027-03-03", 14)));
    expect(taken).toMatchObject({ rejection: { code: "SlotTaken" } });
    expect(await world.stateOf(booking)).toMatchObject({ totalCents: 7_500 });
    await Promise.all([expectWhole(booking), expectWhole(other)]);
  });
});

describe("races", () => {
  it("gives each hour to a move or to a booking, never to both, in any room", async () => {
    const before = await deadlocks();
    const made: TestBooking[] = [];
    for (const hour of [9, 11, 13, 15, 17, 19]) made.push(await world.book(at("2027-03-04", hour)));
    for (let round = 0; round < 6; round++) {
      const outcomes = await Promise.all([
        ...made.map((booking, i) =>
          move(booking, at("2027-03-05", 9 + ((i + round) % 4)), 1 + ((i + round) % 2), 2),
        ),
        ...[0, 1, 2, 3].map((n) =>
          requestBooking(
            world.core,
            bookingRequest(world.core, { roomId: 1 + (n % 2), startsAt: at("2027-03-05", 9 + n + round) }),
            testMeta,
          ),
        ),
      ]);
      const codes = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.rejection.code]));
      expect(codes.filter((code) => code !== "SlotTaken")).toEqual([]);
      for (const booking of made) await expectWhole(booking);
    }
    expect(await deadlocks()).toBe(before);
  });

  it("with its payment: what is kept is never more than the current price", async () => {
    for (let round = 0; round < 6; round++) {
      const booking = await world.book(at("2027-03-08", 9 + 2 * round));
      const intent = await world.open(booking);
      await world.browser.pay(intent);
      const [moved] = await Promise.all([
        move(booking, at("2027-03-09", 9 + 2 * round), 1, 2),
        world.confirm(booking, intent.id),
      ]);
      expect(codeOf(moved)).toBe("moved");
      const state = await world.stateOf(booking);
      expect(state).toMatchObject({ totalCents: 15_000, paymentStatus: "downpaid", status: "confirmed" });
      expect(state.captured).toEqual({ [intent.id]: 3_750 });
      expect(refundRequestedCents(state)).toBe(0);
      await expectWhole(booking);
    }
  });
});
