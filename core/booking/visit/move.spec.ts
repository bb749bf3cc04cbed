/** Checks what a move by staff decides, and that its money is right to the cent over random histories of moves and payments. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { specification } from "../../testing/decider-specification.ts";
import { requestedBooking } from "../../testing/requested-booking.ts";
import { TEST_TERMS } from "../../testing/terms.ts";
import { shortOrLong } from "../../testing/test-length.ts";
import { FIRST_SCHEDULE } from "../../venue/time/opening-hours.ts";
import { instantAt } from "../../venue/time/venue-time.ts";
import { type BookingCommand, decide } from "../booking.ts";
import { hourOperations } from "../hold/hours.ts";
import { balanceDueCents } from "../payment/balance.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { evolve } from "../state/booking-evolve.ts";
import { deskReturnDueCents, receivedCents, refundRequestedCents } from "../state/booking-money.ts";
import { type Booking, noBooking, unpaidIntentId } from "../state/booking-state.ts";
import type { MoveBooking } from "./move.ts";

const { given } = specification({ initial: noBooking, evolve, decide });

const timeZone = "America/New_York";
const DAY = "2026-12-12";
const at = (hour: number, day = DAY): Date => instantAt(day, hour, timeZone);
const now = new Date("2026-12-01T15:00:00Z");
const rates = { hourlyCents: 7_500, halfDayCents: 28_000, fullDayCents: 52_000 };
const terms = { ...TEST_TERMS, rates };
const STUDIO = { id: 1, retired: false, capacity: 8, engineerAvailable: false, rates };
const HALL = { ...STUDIO, id: 2, rates: { hourlyCents: 12_000, halfDayCents: 45_000, fullDayCents: 80_000 } };
const CLOSET = { ...STUDIO, id: 3, rates: { hourlyCents: 2_500, halfDayCents: 9_000, fullDayCents: 16_000 } };

/** 10 to 12 in the studio, $150.00, with a downpayment of $75.00. */
const requested = requestedBooking({ attendees: 6, terms });
const { data } = requested;
const opened: BookingEvent = {
  type: "PaymentIntentOpened",
  data: { paymentIntentId: "pi_1", amountCents: 7_500, purpose: "downpayment" },
};
const received: BookingEvent = {
  type: "DownpaymentReceived",
  data: { paymentIntentId: "pi_1", chargeId: "ch_1", amountCents: 7_500 },
};
const confirmed: BookingEvent = { type: "BookingConfirmed", data: {} };
const paidAtDesk = (amountCents: number): BookingEvent => ({
  type: "PaymentMarked",
  data: { paymentStatus: "paid", amountCents },
});

const moving = (startsAt: Date, more: Partial<MoveBooking> = {}): BookingCommand => ({
  type: "MoveBooking",
  startsAt,
  endsAt: null,
  room: STUDIO,
  withdrawnIntentId: null,
  now,
  timeZone,
  opening: FIRST_SCHEDULE,
  ...more,
});
const stateOf = (state: { exists: boolean }): Booking => {
  if (!state.exists) throw new Error("no booking");
  return state as Booking; // the `exists` flag was just checked
};
const left = (history: BookingEvent[], command: BookingCommand): Booking => {
  const before = history.reduce(evolve, noBooking);
  const decision = decide(command, before);
  if (!decision.ok) throw new Error(JSON.stringify(decision.rejection));
  return stateOf(decision.events.reduce(evolve, before));
};

describe("where a visit may move", () => {
  it("needs no notice, and may be far from the old time and in hours of today that have begun", () => {
    const late = at(11);
    for (const target of [at(20, "2027-11-29"), at(9)]) {
      expect(left([requested, received, confirmed], moving(target, { now: late }))).toMatchObject({
        startsAt: target,
        firstStartsAt: target,
        totalCents: 15_000,
        paymentStatus: "downpaid",
      });
    }
  });
  it.each<[string, Partial<MoveBooking> & { startsAt: Date }, string]>([
    ["a day that has passed", { startsAt: at(9, "2026-11-30") }, "startTime"],
    ["a Sunday", { startsAt: at(9, "2026-12-13") }, "startTime"],
    ["no whole hour", { startsAt: new Date(at(9).getTime() + 60_000), endsAt: at(12) }, "startTime"],
    ["no length", { startsAt: at(9), endsAt: at(9) }, "endTime"],
    ["a room too small", { startsAt: at(9), room: { ...HALL, capacity: 5 } }, "roomId"],
  ])("is refused %s", (_, { startsAt, ...more }, path) => {
    given(requested).when(moving(startsAt, more)).expectRefused("InvalidBooking", path);
  });
  it("is refused once the visit is over, cancelled, or its hold has expired", () => {
    const cancelled: BookingEvent = { type: "BookingCancelled", data: { cancelledBy: "venue" } };
    given(requested, cancelled)
      .when(moving(at(14)))
      .expectRefused("BookingOver");
    given(requested, { type: "BookingCompleted", data: {} })
      .when(moving(at(14)))
      .expectRefused("BookingOver");
    given(requested)
      .when(moving(at(14), { now: new Date(data.holdUntil) }))
      .expectRefused("HoldExpired");
    given(requested)
      .when(moving(at(14), { room: { ...HALL, retired: true } }))
      .expectRefused("RoomNotBookable");
  });
  it("changes nothing if the visit is there already", () => {
    given(requested)
      .when(moving(at(10), { endsAt: at(12) }))
      .expectNothing();
  });
});

describe("the price after a move", () => {
  it("is the agreed one in the same room and length, whatever the room asks for today", () => {
    const dearer = { ...STUDIO, rates: HALL.rates };
    expect(left([requested], moving(at(14), { room: dearer }))).toMatchObject({ totalCents: 15_000 });
    expect(left([requested], moving(at(14), { room: dearer, endsAt: at(17) }))).toMatchObject({
      totalCents: 22_500,
      downpaymentCents: 11_250,
      hourCount: 3,
    });
  });
  it("stays the venue's own, and a free visit stays free", () => {
    const own: BookingEvent = { type: "BookingRequested", data: { ...data, totalCents: 9_900 } };
    expect(left([own], moving(at(14)))).toMatchObject({ totalCents: 9_900 });
    const free: BookingEvent = {
      type: "BookingRequested",
      data: { ...data, totalCents: 0, downpaymentCents: 0 },
    };
    expect(left([free, confirmed], moving(at(14), { room: HALL, endsAt: at(18) }))).toMatchObject({
      totalCents: 0,
      status: "confirmed",
    });
  });
  it("leaves the difference due if it is higher, also after full payment", () => {
    const dearer = left([requested, received, paidAtDesk(7_500), confirmed], moving(at(10), { room: HALL }));
    expect(dearer).toMatchObject({ totalCents: 24_000, downpaymentCents: 7_500, paymentStatus: "downpaid" });
    expect(balanceDueCents(dearer)).toBe(9_000);
  });
  it("refunds the card what is overpaid, and leaves the rest to the desk", () => {
    given(requested, received, paidAtDesk(7_500), confirmed)
      .when(moving(at(10), { room: CLOSET }))
      .expect(
        {
          type: "BookingMoved",
          data: {
            roomId: 3,
            startsAt: data.startsAt,
            endsAt: data.endsAt,
            duration: "hourly",
            hourCount: 2,
            totalCents: 5_000,
            downpaymentCents: 5_000,
            paymentStatus: "paid",
            rates: CLOSET.rates,
          },
        },
        {
          type: "RefundRequested",
          data: {
            refundId: "refund-1",
            paymentIntentId: "pi_1",
            amountCents: 7_500,
            reason: "moved",
            at: now.toISOString(),
          },
        },
      );
    const cheaper = left([requested, received, paidAtDesk(7_500)], moving(at(10), { room: CLOSET }));
    expect(deskReturnDueCents(cheaper)).toBe(2_500);
  });
  it("applies only once the old price can no longer be paid, unless it stays the same", () => {
    given(requested, opened)
      .when(moving(at(10), { room: HALL }))
      .expectRefused("ConcurrentChange");
    expect(left([requested, opened], moving(at(14)))).toMatchObject({ totalCents: 15_000 });
    expect(
      left([requested, opened], moving(at(10), { room: HALL, withdrawnIntentId: "pi_1" })),
    ).toMatchObject({ downpaymentCents: 12_000, status: "pending" });
  });
});

describe("the hour claims of a move", () => {
  it("take all hours in the other room, then release all in the old one", async () => {
    const before = stateOf([requested].reduce(evolve, noBooking));
    const operations = await hourOperations(
      before,
      left([requested], moving(at(11), { room: HALL })),
      () => "h",
    );
    expect(operations).toMatchObject([
      { operation: "claim", roomId: 2, hours: [at(11), at(12)], heldUntil: new Date(data.holdUntil) },
      { operation: "release", roomId: 1, hours: [at(10), at(11)] },
    ]);
  });
});

describe("money over random histories", () => {
  const rooms = [STUDIO, HALL, CLOSET];
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("move" as const),
      room: fc.constantFrom(...rooms),
      hour: fc.integer({ min: 9, max: 15 }),
      hours: fc.integer({ min: 1, max: 7 }),
    }),
    fc.record({ kind: fc.constant("card" as const) }),
    fc.record({ kind: fc.constant("desk" as const) }),
  );

  it("neither loses nor refunds a cent too much: compared with a plain recomputation", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let booking = stateOf([requested].reduce(evolve, noBooking));
        // The plain books: what was received by each method, what was refunded to the card, and the price.
        const books = { card: 0, desk: 0, back: 0, total: 15_000 };
        let room: typeof STUDIO = STUDIO;
        let hours = 2;
        const carryOut = (command: BookingCommand): boolean => {
          const decision = decide(command, booking);
          if (decision.ok) booking = stateOf(decision.events.reduce(evolve, booking));
          return decision.ok;
        };
        steps.forEach((given, n) => {
          const paid = books.card + books.desk - books.back;
          if (given.kind === "move") {
            const [startsAt, endsAt] = [at(given.hour), at(given.hour + given.hours)];
            const withdrawnIntentId = unpaidIntentId(booking);
            expect(carryOut(moving(startsAt, { endsAt, room: given.room, withdrawnIntentId }))).toBe(true);
            const total =
              given.room === room && given.hours === hours
                ? books.total
                : given.room.rates.hourlyCents * given.hours;
            if (total < books.total) {
              books.back += Math.min(Math.max(0, paid - total), books.card - books.back);
            }
            Object.assign(books, { total });
            room = given.room;
            hours = given.hours;
          } else if (given.kind === "card") {
            const purpose = paid > 0 ? "ReceiveBalance" : "ReceiveDownpayment";
            const amountCents = paid > 0 ? books.total - paid : booking.downpaymentCents;
            if (amountCents <= 0) return;
            const payment = { paymentIntentId: `pi_${n}`, chargeId: null, amountCents, now };
            const command =
              purpose === "ReceiveBalance"
                ? ({ type: purpose, ...payment } as const)
                : ({ type: purpose, ...payment, hoursAvailable: true } as const);
            expect(carryOut(command)).toBe(true);
            books.card += amountCents;
          } else if (booking.paymentStatus !== "paid") {
            expect(carryOut({ type: "MarkPayment", paymentStatus: "paid" })).toBe(true);
            books.desk += books.total - paid;
          }
          const received = books.card + books.desk - books.back;
          expect(booking.totalCents).toBe(books.total);
          expect(receivedCents(booking)).toBe(books.card + books.desk);
          expect(refundRequestedCents(booking)).toBe(books.back);
          expect(balanceDueCents(booking)).toBe(Math.max(0, books.total - received));
          expect(deskReturnDueCents(booking)).toBe(Math.max(0, received - books.total));
          expect(booking.paymentStatus === "paid").toBe(received > 0 && received >= books.total);
        });
      }),
      { numRuns: shortOrLong(150, 1_500) },
    );
  });
});
