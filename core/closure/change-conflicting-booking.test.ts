/** Checks that a conflicting booking is moved as staff move it: into another room, at its price, with the money right. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadBooking } from "../booking/handle.ts";
import { requestBooking } from "../booking/request-booking.ts";
import { refundRequestedCents } from "../booking/state/booking-money.ts";
import { checkHourClaims } from "../hour-claims/hour-claim-check.ts";
import { createMoneyWorld, type MoneyWorld } from "../payment/money-fixture.ts";
import { bookingRequest, testMeta } from "../testing/test-core.ts";
import { instantAt } from "../venue/time/venue-time.ts";
import type { ConflictChoice } from "./change-conflicting-booking.ts";
import { closeRooms } from "./handle.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const at = (day: string, hour: number): Date => instantAt(day, hour, world.core.timeZone);
const into = (day: string, hour: number, roomId: number | null): ConflictChoice => ({
  startsAt: at(day, hour),
  roomId,
});
const close = (day: string, [from, to]: [number, number], bookings: [number, ConflictChoice][]) =>
  closeRooms(
    world.core,
    world.gateway,
    {
      roomIds: [1],
      startsAt: at(day, from),
      endsAt: at(day, to),
      reason: "Repairs",
      public: true,
      bookings: new Map(bookings),
    },
    testMeta,
  );
async function guestOf(roomId: number, day: string, hour: number, hours = 1): Promise<number> {
  const request = bookingRequest(world.core, { roomId, startsAt: at(day, hour), hours });
  const outcome = await requestBooking(world.core, request, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}
const rateOf = (roomId: number): number => world.core.rooms.byId(roomId)?.rates.hourlyCents ?? 0;

describe("a booking that conflicts with a closure", () => {
  it("moves to a dearer room at the price it has, and can still be paid", async () => {
    const day = "2027-02-02";
    const booking = await world.book(at(day, 10));
    const intent = await world.open(booking);
    const outcome = await close(day, [9, 13], [[booking.bookingId, into(day, 10, 2)]]);
    expect(outcome.ok).toBe(true);
    expect(await world.stateOf(booking)).toMatchObject({
      roomId: 2,
      startsAt: at(day, 10),
      totalCents: rateOf(1),
    });
    expect(rateOf(2)).toBeGreaterThan(rateOf(1));
    expect(await world.gateway.retrieveIntent(intent.id)).toMatchObject({ status: "open" });
    const paidBy = await world.pay(booking);
    expect(await world.confirm(booking, paidBy)).toMatchObject({ ok: true, value: { status: "confirmed" } });
    expect((await world.typesOf(booking)).at(2)).toBe("BookingMoved");
    expect((await checkHourClaims(world.core.sql)).faults).toEqual([]);
  });

  it("keeps its price in its own room; in a cheaper room, the card is refunded what is overpaid", async () => {
    const day = "2027-02-03";
    const same = await world.book(at(day, 10));
    const payer = await world.book(at(day, 11));
    await world.confirm(payer, await world.pay(payer));
    await world.command(payer, { type: "MarkPayment", paymentStatus: "paid" });
    const cheaper = world.core.rooms.all().find(({ rates }) => 2 * rates.hourlyCents <= rateOf(1))?.id ?? 0;
    const moves: [number, ConflictChoice][] = [
      [same.bookingId, into(day, 15, null)],
      [payer.bookingId, into(day, 11, cheaper)],
    ];
    expect((await close(day, [10, 12], moves)).ok).toBe(true);
    expect(await world.stateOf(same)).toMatchObject({ roomId: 1, totalCents: rateOf(1) });
    const moved = await world.stateOf(payer);
    expect(moved).toMatchObject({ roomId: cheaper, totalCents: rateOf(cheaper), paymentStatus: "paid" });
    // Half was paid by card, half at the desk: the card is refunded first.
    expect(refundRequestedCents(moved)).toBe(Math.min(rateOf(1) - rateOf(cheaper), rateOf(1) / 2));
  });

  it("does not move to hours that it cannot have, and then nothing is closed", async () => {
    const day = "2027-02-04";
    const [first, second] = [await guestOf(1, day, 10), await guestOf(1, day, 11)];
    const stranger = await guestOf(2, day, 10);
    const asked = async (one: ConflictChoice, other: ConflictChoice = "keep") => {
      const outcome = await close(
        day,
        [9, 13],
        [
          [first, one],
          [second, other],
        ],
      );
      return outcome.ok ? outcome.value : outcome.rejection;
    };
    const field = (path: string) => ({
      code: "InvalidBlock",
      errors: [{ path: `bookings.${first}.${path}` }],
    });
    expect(await asked(into(day, 10, 99))).toMatchObject(field("roomId"));
    expect(await asked(into("2027-02-07", 10, null))).toMatchObject(field("startTime"));
    expect(await asked(into(day, 10, 2))).toMatchObject({ code: "SlotTaken" });
    expect(await asked(into(day, 12, 1))).toMatchObject({ code: "SlotTaken" });
    // Two bookings move to the same hours.
    expect(await asked(into(day, 15, 3), into(day, 15, 3))).toMatchObject({ code: "SlotTaken" });
    for (const id of [first, second]) {
      expect((await loadBooking(world.core, id)).state).toMatchObject({ roomId: 1, status: "pending" });
    }
    const closed = await world.core.sql`
      select from room_hours where block_ids <> '{}' and starts_at between ${at(day, 0)} and ${at(day, 23)}`;
    expect(closed).toHaveLength(0);
    // A cancelled booking releases its hours to a moved one, in the same append.
    expect((await close(day, [10, 11], [[first, into(day, 12, null)]])).ok).toBe(true);
    expect((await loadBooking(world.core, stranger)).state).toMatchObject({ status: "pending" });
    expect((await checkHourClaims(world.core.sql)).faults).toEqual([]);
  });
});
