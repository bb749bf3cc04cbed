/** Checks how a holder releases an unpaid hold or changes its hours. */
import { describe, expect, it } from "vitest";
import { specification } from "../../testing/decider-specification.ts";
import { requestedBooking } from "../../testing/requested-booking.ts";
import { FIRST_SCHEDULE } from "../../venue/time/opening-hours.ts";
import { instantAt } from "../../venue/time/venue-time.ts";
import { type BookingCommand, decide } from "../booking.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { evolve } from "../state/booking-evolve.ts";
import { heldUntil, noBooking } from "../state/booking-state.ts";
import type { ChangeHold, HoldHours } from "./hold.ts";
import { hourOperations } from "./hours.ts";

const { given } = specification({ initial: noBooking, evolve, decide });

const timeZone = "America/New_York";
const DAY = "2026-12-12";
const at = (hour: number): Date => instantAt(DAY, hour, timeZone);
const now = new Date("2026-12-01T15:00:00Z");
const holdUntil = new Date("2026-12-01T15:30:00Z");
const rates = { hourlyCents: 7_500, halfDayCents: 28_000, fullDayCents: 52_000 };

/** 10 to 12, $150.00, with a downpayment of $75.00. */
const requested: BookingEvent = requestedBooking({
  startsAt: at(10).toISOString(),
  endsAt: at(12).toISOString(),
  holdUntil: holdUntil.toISOString(),
});
const opened: BookingEvent = {
  type: "PaymentIntentOpened",
  data: { paymentIntentId: "pi_1", amountCents: 7_500, purpose: "downpayment" },
};
const received: BookingEvent = {
  type: "DownpaymentReceived",
  data: { paymentIntentId: "pi_1", chargeId: "ch_1", amountCents: 7_500 },
};
const confirmed: BookingEvent = { type: "BookingConfirmed", data: {} };
const expired: BookingEvent = { type: "BookingExpired", data: {} };
const released: BookingEvent = { type: "HoldReleased", data: {} };
const cancelled: BookingEvent = { type: "BookingCancelled", data: { cancelledBy: "venue" } };
const changed = (from: number, to: number, totalCents: number, more: object = {}): BookingEvent => ({
  type: "HoldChanged",
  data: {
    startsAt: at(from).toISOString(),
    endsAt: at(to).toISOString(),
    duration: "hourly",
    hourCount: to - from,
    totalCents,
    downpaymentCents: totalCents / 2,
    ...more,
  },
});
const hoursOf = (from: number, to: number, totalCents: number): HoldHours => ({
  startDate: DAY,
  startsAt: at(from),
  endsAt: at(to),
  duration: "hourly",
  hourCount: to - from,
  quoted: { totalCents, downpaymentCents: totalCents / 2, remainingCents: totalCents / 2 },
});

const change = (
  from: number,
  to: number,
  totalCents: number,
  more: Partial<ChangeHold> = {},
): ChangeHold => ({
  type: "ChangeHold",
  hours: hoursOf(from, to, totalCents),
  room: { bookable: true, rates, capacity: 10, engineerAvailable: true },
  withdrawnIntentId: null,
  now,
  timeZone,
  opening: FIRST_SCHEDULE,
  ...more,
});

describe("changing a hold that was offered to who waited", () => {
  const offered = (more: Parameters<typeof requestedBooking>[0] = {}): BookingEvent =>
    requestedBooking({
      startsAt: at(10).toISOString(),
      endsAt: at(12).toISOString(),
      holdUntil: holdUntil.toISOString(),
      waitlistEntryId: 7,
      ...more,
    });
  it.each([
    ["other hours", change(13, 15, 15_000)],
    ["another length", change(10, 13, 22_500)],
  ])("is refused for %s", (_, command) => given(offered()).when(command).expectRefused("HoursAreOffered"));
  it.each([
    ["with a downpayment", 7_500],
    ["with nothing due, which waits to be taken", 0],
  ])("keeps the offer when only its details change: one %s", (_, downpaymentCents) => {
    const booking = offered({ downpaymentCents });
    const { state } = given(booking);
    if (!state.exists) throw new Error("no booking");
    const { personId, eventType, engineerRequired } = state;
    const changed = ["attendees"] as const;
    given(booking)
      .when(change(10, 12, 15_000, { hours: null, details: { changed, of: personId, attendees: 4 } }))
      .expect({
        type: "DetailsChanged",
        data: {
          changed: [...changed],
          personId,
          eventType,
          eventTypeId: undefined,
          attendees: 4,
          engineerRequired,
        },
      });
  });
});

describe("releasing a hold", () => {
  const release: BookingCommand = { type: "ReleaseHold" };
  it("ends it", () => given(requested).when(release).expect(released));
  it("ends it after a decline", () =>
    given(requested, {
      type: "PaymentFailed",
      data: { paymentIntentId: "pi_1", attemptId: "ch_1", declineCode: null },
    })
      .when(release)
      .expect(released));
  it.each([[released], [expired], [cancelled]])("does nothing to a cancelled booking: %j", (over) =>
    given(requested, over).when(release).expectNothing(),
  );
  it("is refused once the hold is paid, or confirmed by staff", () => {
    given(requested, opened, received, confirmed).when(release).expectRefused("NoLongerHeld");
    given(requested, confirmed).when(release).expectRefused("NoLongerHeld");
  });
  it("leaves a booking cancelled by its holder, and frees its hours", async () => {
    const { state } = given(requested, released);
    expect(state).toMatchObject({ status: "cancelled", expired: false, cancelledBy: "customer" });
    const { state: before } = given(requested);
    if (!state.exists) throw new Error("no booking");
    expect(await hourOperations(before, state, () => "holder")).toEqual([
      { operation: "release", roomId: 1, hours: [at(10), at(11)] },
    ]);
  });
  it("refunds all money that still arrives, although the hours are free", () =>
    given(requested, opened, released)
      .when({
        type: "ReceiveDownpayment",
        paymentIntentId: "pi_1",
        chargeId: "ch_1",
        amountCents: 7_500,
        hoursAvailable: true,
        now,
      })
      .expect(received, {
        type: "RefundRequested",
        data: {
          refundId: "refund-1",
          paymentIntentId: "pi_1",
          amountCents: 7_500,
          reason: "late-payment",
          at: now.toISOString(),
        },
      }));
  it("does not prevent staff from confirming the booking", () =>
    given(requested, released).when({ type: "ConfirmBooking" }).expect(confirmed));
});

describe("changing a hold", () => {
  it("changes the hours at their price; deadline and person stay", () => {
    given(requested)
      .when(change(14, 17, 22_500))
      .expect(changed(14, 17, 22_500));
    const { state } = given(requested, changed(14, 17, 22_500));
    expect(state).toMatchObject({
      startsAt: at(14),
      endsAt: at(17),
      firstStartsAt: at(14),
      hourCount: 3,
      totalCents: 22_500,
      downpaymentCents: 11_250,
      status: "pending",
      personId: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11",
    });
    expect(state.exists && heldUntil(state)).toEqual(holdUntil);
  });
  it("changes the duration for the same hours", () => {
    const quoted = { totalCents: 28_000, downpaymentCents: 14_000, remainingCents: 14_000 };
    const hours = { ...hoursOf(10, 14, 28_000), duration: "half-day" as const, quoted };
    given(requested)
      .when(change(10, 14, 28_000, { hours }))
      .expect(changed(10, 14, 28_000, { duration: "half-day" }));
  });
  it("includes the engineer in the price if there is one", () =>
    given({ ...requested, data: { ...requested.data, engineerRequired: true } } as BookingEvent)
      .when(change(10, 13, 37_500))
      .expect(changed(10, 13, 37_500)));
  it("changes nothing if all is the same", () =>
    given(requested)
      .when(change(10, 12, 15_000))
      .expectNothing());
  it("refuses a price that was not seen, by its fields", () => {
    const decision = decide(change(14, 17, 15_000), given(requested).state);
    expect(decision).toMatchObject({
      ok: false,
      rejection: {
        code: "InvalidBooking",
        errors: [
          { path: "totalAmount", message: "The price is 225.00" },
          { path: "downpaymentAmount" },
          { path: "remainingAmount" },
        ],
      },
    });
  });
  it.each<[string, Partial<HoldHours>, string]>([
    ["no time", { startsAt: null }, "startTime"],
    ["an hour too late", { startsAt: at(20), endsAt: at(23) }, "startTime"],
    ["another day than it says", { startDate: "2026-12-14" }, "startTime"],
    ["another count than its hours", { hourCount: 5 }, "hourCount"],
    ["a half day of three hours", { duration: "half-day" }, "endTime"],
  ])("is refused %s", (_, wrong, path) => {
    const hours = { ...hoursOf(14, 17, 22_500), ...wrong };
    const decision = decide(change(14, 17, 22_500, { hours }), given(requested).state);
    expect(decision).toMatchObject({ rejection: { code: "InvalidBooking", errors: [{ path }] } });
  });
  it("is refused in a room that cannot be booked now", () =>
    given(requested)
      .when(
        change(14, 17, 22_500, { room: { bookable: false, rates, capacity: 10, engineerAvailable: true } }),
      )
      .expectRefused("RoomNotBookable"));
  it("is too late at the deadline, and once it has expired", () => {
    given(requested)
      .when(change(14, 17, 22_500, { now: holdUntil }))
      .expectRefused("HoldExpired");
    given(requested, expired)
      .when(change(14, 17, 22_500))
      .expectRefused("HoldExpired");
  });
  it("is refused once the hold is released, cancelled, paid or confirmed", () => {
    given(requested, released)
      .when(change(14, 17, 22_500))
      .expectRefused("BookingOver");
    given(requested, cancelled)
      .when(change(14, 17, 22_500))
      .expectRefused("BookingOver");
    given(requested, opened, received, confirmed)
      .when(change(14, 17, 22_500))
      .expectRefused("NoLongerHeld");
    given(requested, confirmed)
      .when(change(14, 17, 22_500))
      .expectRefused("NoLongerHeld");
  });
  it("waits until the old price can no longer be paid", () => {
    given(requested, opened)
      .when(change(14, 17, 22_500))
      .expectRefused("ConcurrentChange");
    given(requested, opened)
      .when(change(14, 17, 22_500, { withdrawnIntentId: "pi_1" }))
      .expect(changed(14, 17, 22_500));
  });
  it("keeps the open payment if the price stays", () =>
    given(requested, opened)
      .when(change(14, 16, 15_000))
      .expect(changed(14, 16, 15_000)));
  it("accepts no payment that was opened for the old price, but one for the new", () => {
    const open = {
      type: "OpenPaymentIntent",
      purpose: "downpayment",
      paymentIntentId: "pi_2",
      replaces: "pi_1",
      now,
    } as const;
    const history = [requested, opened, changed(14, 17, 22_500)];
    given(...history)
      .when({ ...open, amountCents: 7_500 })
      .expectRefused("ConcurrentChange");
    given(...history)
      .when({ ...open, paymentIntentId: "pi_1", amountCents: 7_500 })
      .expectRefused("ConcurrentChange");
    given(...history)
      .when({ ...open, amountCents: 11_250 })
      .expect({
        type: "PaymentIntentOpened",
        data: { paymentIntentId: "pi_2", amountCents: 11_250, purpose: "downpayment" },
      });
  });
  it("claims and releases only the difference", async () => {
    const [{ state: before }, { state: after }] = [
      given(requested),
      given(requested, changed(11, 14, 22_500)),
    ];
    if (!after.exists) throw new Error("no booking");
    const operations = await hourOperations(before, after, () => "holder");
    expect(operations.map(({ operation, hours }) => [operation, hours])).toEqual([
      ["claim", [at(12), at(13)]],
      ["carry_caller", [at(12), at(13)]],
      ["release", [at(10)]],
    ]);
  });
});
