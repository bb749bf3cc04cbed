/** Checks the calls by which a person sees an entry of the waitlist by the mailed link, answers an offer or leaves. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expireBooking } from "../../../core/booking/handle.ts";
import { type CustomerWorld, customerWorld } from "../../testing/customer-fixture.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";
import { WAITED_ROOM, type WaitlistWorld, waitlistOf } from "../../testing/waitlist-fixture.ts";

const OTHER_ROOM = 6;

let world: StaffWorld;
let waitlist: WaitlistWorld;
let customers: CustomerWorld;
let manager: string;
beforeAll(async () => {
  world = await startStaffWorld();
  waitlist = waitlistOf(world);
  customers = customerWorld(world);
  manager = await world.logIn((await world.hire("manager")).username);
});
afterAll(() => world.close());

async function countEvents(): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`select count(*)::int as count from events`;
  return row?.count ?? 0;
}

async function setDownpayment(downpaymentPercent: number): Promise<void> {
  const change = { method: "PATCH", token: manager, body: { downpaymentPercent } };
  expect((await world.call("/api/house", change)).status).toBe(200);
}

/** Runs `act` once the offer's time is over, then sets the clock back. */
const afterEnd = <T>({ offer }: { offer: { until: string } }, act: () => Promise<T>): Promise<T> =>
  customers.atTime(new Date(Date.parse(offer.until) + 1), act);

describe("GET /api/waitlist/{token}", () => {
  it("shows the offer with the booking's own link", async () => {
    const { day, ...offered } = await waitlist.offered();
    const { headers, body } = await world.call(`/api/waitlist/${offered.token}`);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toMatchObject({
      state: "offered",
      ahead: 0,
      offer: {
        bookingId: expect.any(Number),
        roomId: WAITED_ROOM,
        roomName: world.core.rooms.nameOf(WAITED_ROOM),
        startTime: waitlist.instant(day, 18),
        endTime: waitlist.instant(day, 20),
        totalAmount: "80.00",
        downpaymentAmount: "40.00",
        until: new Date(world.clock.now().getTime() + 12 * 3_600_000).toISOString(),
      },
    });
    const guest = await world.call(`/api/guest/${body.offer.bookingToken}`);
    expect([guest.status, guest.body.id]).toEqual([200, body.offer.bookingId]);
  });

  it("answers every other token alike", async () => {
    const { token } = await waitlist.offered();
    const [number = "", signature = ""] = token.split(".");
    const other = (at: number) => (signature[at] === "A" ? "B" : "A");
    const altered = [
      ...Array.from(
        { length: 14 },
        (_, i) => `${number}.${signature.slice(0, 3 * i)}${other(3 * i)}${signature.slice(3 * i + 1)}`,
      ),
      `${Number(number) + 1}.${signature}`,
      `999999.${signature}`,
      number,
      `${token}x`,
      token.slice(0, -1),
      "anything",
    ];
    expect(new Set(altered).size).toBe(20);
    for (const guess of altered) {
      const calls = [
        await world.call(`/api/waitlist/${guess}`),
        await world.call(`/api/waitlist/${guess}/proof`),
        ...(await Promise.all(
          ["decline", "withdraw", "take"].map((how) => waitlist.answer({ token: guess }, how)),
        )),
      ];
      for (const { status, body } of calls) {
        expect([guess, status, body]).toEqual([
          guess,
          404,
          expect.objectContaining({ code: "WaitlistEntryNotFound", message: "Waitlist entry not found" }),
        ]);
      }
    }
  });

  it("shows an offer whose time is over as lapsed, without a write, and the second as the end", async () => {
    const day = waitlist.nextDay();
    const taken = [await waitlist.take(day), await waitlist.take(day, OTHER_ROOM)] as const;
    const waiting = await waitlist.join(day, { roomIds: [WAITED_ROOM, OTHER_ROOM] });
    await waitlist.free(taken[0]);
    const first = await waitlist.entry(waiting);
    const events = await countEvents();
    expect(await afterEnd(first, () => waitlist.entry(waiting))).toMatchObject({
      state: "waiting",
      lapses: 1,
    });
    expect(await countEvents()).toBe(events);
    await afterEnd(first, async () => {
      await expireBooking(world.core, first.offer.bookingId);
      await waitlist.free(taken[1]);
      const second = await waitlist.entry(waiting);
      expect(second).toMatchObject({ state: "offered", lapses: 1, offer: { roomId: OTHER_ROOM } });
      const over = await afterEnd(second, () => waitlist.entry(waiting));
      expect(over).toMatchObject({ state: "lapsed", left: "lapses", lapses: 2 });
      expect(over).not.toHaveProperty("offer");
    });
  });
});

describe("declining and leaving", () => {
  it("gives the hours to the next and ends the entry", async () => {
    const first = await waitlist.offered();
    const next = await waitlist.join(first.day);
    expect((await waitlist.entry(next)).ahead).toBe(1);
    const declined = await waitlist.answer(first, "decline");
    expect([declined.status, declined.body]).toMatchObject([200, { state: "declined", ahead: 0 }]);
    expect(declined.body).not.toHaveProperty("offer");
    expect(await waitlist.entry(next)).toMatchObject({ state: "offered", offer: { roomId: WAITED_ROOM } });
    expect((await waitlist.answer(first, "decline")).body).toEqual(declined.body);
    for (const [how, code] of [
      ["withdraw", "NotWaiting"],
      ["take", "NotOffered"],
    ] as const) {
      const refused = await waitlist.answer(first, how);
      expect([refused.status, refused.body.code]).toEqual([409, code]);
    }
  });

  it("leaves the waitlist while waiting, once", async () => {
    const { day, taken } = await waitlist.takenEvening();
    const waiting = await waitlist.join(day);
    for (const how of ["decline", "take"]) {
      const refused = await waitlist.answer(waiting, how);
      expect([refused.status, refused.body.code]).toEqual([409, "NotOffered"]);
    }
    const left = await waitlist.answer(waiting, "withdraw");
    expect([left.status, left.body]).toMatchObject([200, { state: "withdrawn", left: "withdrawn" }]);
    const events = await countEvents();
    expect((await waitlist.answer(waiting, "withdraw")).body).toEqual(left.body);
    expect(await countEvents()).toBe(events);
    await waitlist.free(taken);
    expect((await waitlist.entry(waiting)).state).toBe("withdrawn");
  });

  it("gives an offer to the next when its holder leaves", async () => {
    const first = await waitlist.offered();
    const next = await waitlist.join(first.day);
    expect((await waitlist.answer(first, "withdraw")).body).toMatchObject({ state: "withdrawn" });
    expect((await waitlist.entry(next)).state).toBe("offered");
  });

  it("is not possible from a page of another site", async () => {
    const offered = await waitlist.offered();
    const form = { Origin: "https://elsewhere.example", "Content-Type": "application/x-www-form-urlencoded" };
    for (const how of ["decline", "withdraw", "take"]) {
      const refused = await waitlist.answer(offered, how, { headers: form });
      expect([refused.status, refused.body.code]).toEqual([403, "ForeignOrigin"]);
    }
    expect((await waitlist.entry(offered)).state).toBe("offered");
  });
});

describe("taking an offer", () => {
  it("is paying it, where a downpayment is due", async () => {
    const offered = await waitlist.offered();
    const refused = await waitlist.answer(offered, "take");
    expect([refused.status, refused.body.code]).toEqual([409, "PaymentNeeded"]);
    const { offer } = await waitlist.entry(offered);
    const paid = await world.call(`/api/bookings/${offer.bookingId}/payment`, {
      method: "POST",
      token: manager,
      body: { stripeToken: "tok_visa" },
    });
    expect(paid.status).toBe(200);
    const taken = await waitlist.entry(offered);
    expect(taken).toMatchObject({ state: "claimed", offer: { bookingId: offer.bookingId } });
    expect((await waitlist.answer(offered, "take")).body).toEqual(taken);
  });

  it("is one call where nothing is due", async () => {
    const { day, taken: visit } = await waitlist.takenEvening();
    const offered = await waitlist.join(day);
    await setDownpayment(0);
    await waitlist.free(visit);
    expect((await waitlist.entry(offered)).offer).toMatchObject({ downpaymentAmount: "0.00" });
    const taken = await waitlist.answer(offered, "take");
    expect([taken.status, taken.body.state]).toEqual([200, "claimed"]);
    await setDownpayment(50);
  });

  it("keeps the hours as they were offered; their details may change", async () => {
    const { day, token } = await waitlist.offered();
    const { offer } = await waitlist.entry({ token });
    const headers = { Cookie: `hub_booking_${offer.bookingId}=${offer.bookingToken}` };
    const change = (body: unknown) =>
      world.call(`/api/bookings/${offer.bookingId}/hold`, { method: "PUT", headers, body });
    const moved = await change({
      startDate: day,
      startTime: "12:00",
      endTime: "14:00",
      bookingDuration: "hourly",
      hourCount: 2,
      totalAmount: "80.00",
      downpaymentAmount: "40.00",
      remainingAmount: "40.00",
    });
    expect([moved.status, moved.body.code]).toEqual([409, "HoursAreOffered"]);
    const page = await world.call(`/api/guest/${offer.bookingToken}`);
    expect(page.body.reschedulable).toBe(false);
    const to = { startDate: day, startTime: "12:00" };
    const rescheduled = await world.call(`/api/guest/${offer.bookingToken}/reschedule`, {
      method: "POST",
      body: to,
    });
    expect([rescheduled.status, rescheduled.body.code]).toEqual([409, "HoursAreOffered"]);
    expect((await change({ attendees: 3 })).status).toBe(200);
  });
});
