/** Checks what ends an offer, and an offer out of turn (decisions 276 and 279). */

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BookingChange } from "../booking/booking.ts";
import { testMeta } from "../testing/test-core.ts";
import { declineOffer, takeOffer, withdrawEntry } from "./leave.ts";
import { offerOutOfTurn } from "./offer-out-of-turn.ts";
import { ROOM, startWaitedDays, type WaitedDays } from "./waited-day-fixture.ts";
import { join, offersOf } from "./waitlist-fixture.ts";

let on: WaitedDays;
beforeAll(async () => {
  on = await startWaitedDays();
});
afterAll(() => on.close());
beforeEach(() => on.nextDay());

describe("an offer", () => {
  it("is claimed once its booking is confirmed", async () => {
    const id = await on.booked(18);
    const first = await on.waits(18, 20);
    await on.cancel(id);
    await on.confirm((await on.offerOf(first)).bookingId);
    expect(await on.stateOf(first)).toBe("claimed");
  });

  it("lapses to the next; the entry waits on, but is not offered those hours by that lapse; its second lapse ends it", async () => {
    const id = await on.booked(18);
    const [first, second] = [await on.waits(18, 20), await on.waits(18, 20)];
    await on.cancel(id);
    await on.lapse(first);
    expect([await on.stateOf(first), await on.stateOf(second)]).toEqual(["waiting", "offered"]);
    expect((await offersOf(on.core)).at(-1)?.open.slice(-2)).toEqual([
      { id: first, why: "already offered" },
      { id: second },
    ]);
    await on.lapse(second);
    expect([await on.stateOf(first), await on.stateOf(second)]).toEqual(["offered", "waiting"]);
    await on.lapse(first);
    expect([await on.stateOf(first), await on.stateOf(second)]).toEqual(["lapsed", "offered"]);
    await on.lapse(second);
    expect(await on.stateOf(second)).toBe("lapsed");
    expect(await on.tries(18, 2)).toBe("booked");
  });

  it("lapses when a stranger asks for the hours, which go to the next and not to the stranger", async () => {
    const id = await on.booked(18);
    const [first, second] = [await on.waits(18, 20), await on.waits(18, 20)];
    await on.cancel(id);
    on.core.clock.set((await on.offerOf(first)).until);
    expect(await on.tries(18, 2)).toBe("SlotTaken");
    expect([await on.stateOf(first), await on.stateOf(second)]).toEqual(["waiting", "offered"]);
  });

  it("is declined by letting it go, by withdrawing, and if staff cancel the booking", async () => {
    const id = await on.booked(18);
    const [first, second, third, fourth] = [
      await on.waits(18, 20),
      await on.waits(18, 20),
      await on.waits(18, 20),
      await on.waits(18, 20),
    ];
    await on.cancel(id);
    expect(await declineOffer(on.core, first, testMeta)).toMatchObject({
      ok: true,
      value: { state: "declined" },
    });
    expect(await withdrawEntry(on.core, second, testMeta)).toMatchObject({
      ok: true,
      value: { state: "withdrawn" },
    });
    await on.cancel((await on.offerOf(third)).bookingId);
    expect([await on.stateOf(third), await on.stateOf(fourth)]).toEqual(["declined", "offered"]);
    expect(await declineOffer(on.core, first, testMeta)).toMatchObject({ ok: true });
    expect(await withdrawEntry(on.core, first, testMeta)).toMatchObject({
      rejection: { code: "NotWaiting" },
    });
    expect(await declineOffer(on.core, second, testMeta)).toMatchObject({
      rejection: { code: "NotOffered" },
    });
    expect(await takeOffer(on.core, fourth, testMeta)).toMatchObject({
      rejection: { code: "PaymentNeeded" },
    });
  });

  it("that lapsed is claimed by late money while its hours are free, and its lapse then counts no more", async () => {
    const id = await on.booked(18);
    const first = await on.waits(18, 20);
    await on.cancel(id);
    const { bookingId } = await on.offerOf(first);
    await on.lapse(first);
    expect(await on.stateOf(first)).toBe("waiting");
    await on.change(bookingId, {
      type: "ReceiveDownpayment",
      paymentIntentId: `pi_${randomUUID()}`,
      chargeId: "ch",
      amountCents: (await on.bookingOf(first)).downpaymentCents,
      hoursAvailable: true,
      now: on.core.clock.now(),
    } as BookingChange);
    expect(await on.stateOf(first)).toBe("claimed");
  });

  it("is made out of turn only of free hours that fit, with the reason in its event", async () => {
    const id = await on.booked(18);
    const [first, second] = [await on.waits(18, 20), await on.waits(18, 20)];
    expect(await offerOutOfTurn(on.core, second, { reason: "Ours", meta: testMeta })).toMatchObject({
      rejection: { code: "NothingFits" },
    });
    await on.cancel(id);
    expect(await offerOutOfTurn(on.core, first, { reason: "Ours", meta: testMeta })).toMatchObject({
      rejection: { code: "AlreadyOffered" },
    });
    for (const entryId of [first, second]) await on.lapse(entryId);
    // The first has them again; staff take nothing from an offer.
    expect(await offerOutOfTurn(on.core, second, { reason: "Ours", meta: testMeta })).toMatchObject({
      rejection: { code: "NothingFits" },
    });
    await withdrawEntry(on.core, first, testMeta);
    expect(await on.stateOf(second)).toBe("offered");
    await declineOffer(on.core, second, testMeta);
    const third = await join(on.core, { roomIds: [ROOM], day: on.day, from: 9, to: 12 }).catch(
      (error: Error) => error.message,
    );
    expect(third).toContain("HoursAreFree");
  });
});
