/** Checks that a changed hold can only be paid at its current price, also when the change races. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expireBooking, handleBooking } from "../booking/handle.ts";
import type { HoldHours } from "../booking/hold/hold.ts";
import { requestBooking } from "../booking/request-booking.ts";
import { bookingRequest, testMeta } from "../testing/test-core.ts";
import { HOUR_MS, hoursBetween, instantAt, venueDayOf } from "../venue/time/venue-time.ts";
import { changeHeldBooking } from "./change-hold.ts";
import { createMoneyWorld, type TestBooking } from "./money-fixture.ts";
import { cancelOpenIntent } from "./payment-jobs.ts";

let world: Awaited<ReturnType<typeof createMoneyWorld>>;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const at = (day: string, hour: number): Date => instantAt(day, hour, world.core.timeZone);

/** Room 1 at $75.00 an hour. */
function hours(startsAt: Date, count: number): HoldHours {
  const totalCents = 7_500 * count;
  return {
    startDate: venueDayOf(startsAt, world.core.timeZone),
    startsAt,
    endsAt: new Date(startsAt.getTime() + count * HOUR_MS),
    duration: "hourly",
    hourCount: count,
    quoted: { totalCents, downpaymentCents: totalCents / 2, remainingCents: totalCents / 2 },
  };
}
const change = ({ bookingId }: TestBooking, startsAt: Date, count: number) =>
  changeHeldBooking(world.core, world.gateway, { bookingId, hours: hours(startsAt, count) }, testMeta);
const codeOf = (outcome: Awaited<ReturnType<typeof change>>) =>
  outcome.ok ? "done" : outcome.rejection.code;

const release = (booking: TestBooking) => world.command(booking, { type: "ReleaseHold" });

async function guarded(booking: TestBooking): Promise<Date[]> {
  const rows = await world.core.sql<{ starts_at: Date }[]>`
    select starts_at from room_hours where booking_id = ${booking.bookingId} order by starts_at`;
  return rows.map(({ starts_at }) => starts_at);
}

/** The hour claims match the log; only the current price was paid; nothing is kept of a booking that is over. */
async function expectWhole(booking: TestBooking): Promise<void> {
  const state = await world.stateOf(booking);
  expect(await guarded(booking)).toEqual(
    state.status === "cancelled" ? [] : hoursBetween(state.startsAt, state.endsAt),
  );
  for (const [id, amountCents] of Object.entries(state.captured)) {
    const refunded = Object.values(state.refunds).some((refund) => refund.paymentIntentId === id);
    expect(refunded).toBe(state.status !== "confirmed" || amountCents !== state.downpaymentCents);
  }
}

describe("a hold that is changed", () => {
  it("leaves no intent of the old price payable, and is paid by one of the new", async () => {
    const booking = await world.book(at("2027-03-01", 10));
    const old = await world.open(booking);
    expect(codeOf(await change(booking, at("2027-03-01", 11), 3))).toBe("done");
    expect(await world.gateway.retrieveIntent(old.id)).toMatchObject({ status: "canceled" });
    await world.browser.pay(old);
    const paidBy = await world.pay(booking);
    expect(await world.gateway.retrieveIntent(paidBy)).toMatchObject({ amountCents: 11_250 });
    expect(await world.confirm(booking, paidBy)).toMatchObject({ ok: true, value: { status: "confirmed" } });
    await world.recordAll();
    await expectWhole(booking);
    expect(await guarded(booking)).toHaveLength(3);
  });

  it("keeps its open intent if the price stays, and if the new hours are taken", async () => {
    const [booking, other] = [await world.book(at("2027-03-02", 10)), await world.book(at("2027-03-02", 14))];
    const intent = await world.open(booking);
    expect(codeOf(await change(booking, at("2027-03-02", 11), 1))).toBe("done");
    expect(codeOf(await change(booking, at("2027-03-02", 13), 2))).toBe("SlotTaken");
    expect(await world.open(booking)).toEqual(intent);
    await world.browser.pay(intent);
    expect(await world.confirm(booking, intent.id)).toMatchObject({ ok: true });
    await Promise.all([booking, other].map(expectWhole));
  });

  it("expires an overdue hold on the new hours", async () => {
    const stale = await world.book(at("2027-03-03", 14));
    world.core.clock.advanceMinutes(29);
    const booking = await world.book(at("2027-03-03", 10));
    world.core.clock.advanceMinutes(2);
    expect(codeOf(await change(booking, at("2027-03-03", 13), 2))).toBe("done");
    expect((await world.stateOf(stale)).expired).toBe(true);
    await Promise.all([booking, stale].map(expectWhole));
  });

  it("is refused if its payment had succeeded, which is recorded", async () => {
    const booking = await world.book(at("2027-03-04", 10));
    await world.pay(booking);
    expect(codeOf(await change(booking, at("2027-03-04", 11), 3))).toBe("NoLongerHeld");
    expect((await world.stateOf(booking)).status).toBe("confirmed");
    await expectWhole(booking);
  });

  it("can change twice and back, and is paid at its last price", async () => {
    const booking = await world.book(at("2027-03-05", 10));
    for (const count of [2, 3, 1]) {
      await world.open(booking);
      expect(codeOf(await change(booking, at("2027-03-05", 10), count))).toBe("done");
    }
    const paidBy = await world.pay(booking);
    expect(await world.confirm(booking, paidBy)).toMatchObject({ ok: true });
    expect(await world.gateway.retrieveIntent(paidBy)).toMatchObject({ amountCents: 3_750 });
    await expectWhole(booking);
  });

  it("counts its growth among the unpaid hours of its mailbox and address", async () => {
    const { core, gateway } = world;
    const tight = { ...core, unpaidHours: { perMailbox: 4, perAddress: 5 } };
    const hold = async (startsAt: Date, email: string) => {
      const asked = { ...bookingRequest(core, { roomId: 1, startsAt, hours: 2 }), caller: "an address" };
      const outcome = await requestBooking(tight, { ...asked, person: { ...asked.person, email } }, testMeta);
      if (!outcome.ok) throw new Error(outcome.rejection.code);
      return outcome.value.id;
    };
    const grow = (bookingId: number, startsAt: Date, count: number) =>
      changeHeldBooking(tight, gateway, { bookingId, hours: hours(startsAt, count) }, testMeta);
    const [ada, grace] = ["ada@caps.example.test", "grace@caps.example.test"];
    const first = await hold(at("2027-03-06", 9), ada);
    expect(await grow(first, at("2027-03-06", 9), 5)).toMatchObject({ rejection: { code: "TooManyHolds" } });
    expect(await grow(first, at("2027-03-06", 9), 4)).toMatchObject({ ok: true });
    expect(await grow(first, at("2027-03-06", 10), 3)).toMatchObject({ ok: true });
    const second = await hold(at("2027-03-06", 15), grace);
    expect(await grow(second, at("2027-03-06", 15), 3)).toMatchObject({
      rejection: { code: "TooManyHolds", detail: expect.stringContaining("network") },
    });
    const context = { commandId: randomUUID(), meta: testMeta };
    await handleBooking(tight, first, { type: "ReleaseHold" }, context);
    expect(await grow(second, at("2027-03-06", 15), 4)).toMatchObject({ ok: true });
  });
});

describe("a change races", () => {
  const ROUNDS = 6;

  it("with the payment: either paid at the old price and unchanged, or changed and not paid", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const booking = await world.book(at("2027-03-08", 9 + round));
      const intent = await world.open(booking);
      const [outcome] = await Promise.all([
        change(booking, at("2027-03-09", 9 + 2 * round), 2),
        world.browser.pay(intent).then(() => world.confirm(booking, intent.id)),
      ]);
      await world.recordAll();
      const state = await world.stateOf(booking);
      if (outcome.ok)
        expect(state).toMatchObject({ status: "pending", downpaymentCents: 7_500, captured: {} });
      else {
        expect(outcome.rejection.code).toBe("NoLongerHeld");
        expect(state).toMatchObject({ status: "confirmed", downpaymentCents: 3_750 });
      }
      await expectWhole(booking);
    }
  });

  it("with a caller who opens the payment: only the current price can be paid", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const booking = await world.book(at("2027-03-10", 9 + round));
      const [changed] = await Promise.all([
        change(booking, at("2027-03-11", 9 + 2 * round), 2),
        world.askForIntent(booking),
        world.askForIntent(booking),
      ]);
      expect(codeOf(changed)).toBe("done");
      const intents = (await world.eventsOf(booking)).flatMap((event) =>
        event.type === "PaymentIntentOpened" ? [event.data.paymentIntentId] : [],
      );
      for (const id of intents) {
        const report = await world.gateway.retrieveIntent(id);
        if (report?.status === "open") expect(report.amountCents).toBe(7_500);
      }
      const paidBy = await world.pay(booking);
      expect(await world.confirm(booking, paidBy)).toMatchObject({ ok: true });
      await expectWhole(booking);
    }
  });

  it("with its deadline, another visitor and itself: each hour belongs to one booking, and the losing change leaves nothing behind", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const booking = await world.book(at("2027-03-12", 9 + round));
      world.core.clock.advanceMinutes(round % 2 === 0 ? 29 : 30);
      const wanted = at("2027-03-13", 9 + 2 * round);
      const rival = bookingRequest(world.core, { roomId: 1, startsAt: wanted });
      const outcomes = await Promise.all([
        change(booking, wanted, 2),
        change(booking, wanted, 2),
        requestBooking(world.core, rival, testMeta),
        expireBooking(world.core, booking.bookingId),
      ]);
      const [first, again, other] = outcomes;
      expect(codeOf(first)).toBe(codeOf(again));
      if (round % 2 === 1) expect(codeOf(first)).toBe("HoldExpired");
      else expect([first.ok, other.ok].filter(Boolean)).toHaveLength(1);
      await expectWhole(booking);
    }
  });

  it("with a release: nothing is held, and money that arrives is refunded", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const booking = await world.book(at("2027-03-15", 9 + round));
      const intent = await world.open(booking);
      const [, released] = await Promise.all([
        change(booking, at("2027-03-16", 9 + 2 * round), 2),
        release(booking),
        world.browser.pay(intent),
      ]);
      await cancelOpenIntent(world.core, world.gateway, booking.bookingId);
      await world.recordAll();
      expect(released.ok || released.rejection.code === "NoLongerHeld").toBe(true);
      const state = await world.stateOf(booking);
      expect(state.status).toBe(released.ok ? "cancelled" : "confirmed");
      await expectWhole(booking);
    }
  });
});
