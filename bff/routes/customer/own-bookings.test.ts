import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { z } from "zod";
import { createBilling } from "../../../core/billing/billing-fixture.ts";
import { accountStream } from "../../../core/booking/billing/account.ts";
import { openCents } from "../../../core/booking/billing/account-money.ts";
import { priceOf } from "../../../core/booking/rules/pricing.ts";
import { load, requireExisting } from "../../../core/log/transact.ts";
import { testMeta } from "../../../core/testing/test-core.ts";
import { changeRoom } from "../../../core/venue/handle.ts";
import { seedVenue } from "../../../core/venue/seed-venue.ts";
import type { OwnBooking } from "../../contract/customer/customer.ts";
import {
  CUSTOMER_PASSWORD,
  type CustomerWorld,
  customerWorld,
  errorsOf,
} from "../../testing/customer-fixture.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let staffWorld: StaffWorld;
let world: CustomerWorld;
beforeAll(async () => {
  staffWorld = await startStaffWorld();
  world = customerWorld(staffWorld);
});
afterAll(() => staffWorld.close());

describe("booking while signed in", () => {
  it("makes the booking the customer's own", async () => {
    const customer = await world.register();
    const room = staffWorld.core.rooms.byId(5);
    if (!room) throw new Error("no room");
    const price = priceOf(
      room.rates,
      { duration: "hourly", hourCount: 2, engineerRequired: false },
      staffWorld.core.settings.now(),
    );
    const dollars = (cents: number) => cents / 100;
    const submission = {
      roomId: 5,
      firstName: "Ada",
      lastName: "Byron",
      email: "other@example.test",
      phone: "+1 212 555 0100",
      startDate: "2027-02-01",
      eventType: "Rehearsal",
      hourCount: 2,
      totalAmount: dollars(price.totalCents),
      downpaymentAmount: dollars(price.downpaymentCents),
      remainingAmount: dollars(price.remainingCents),
      terms: true,
    };
    const made = await world.post(
      "/api/bookings",
      { ...submission, startTime: "10:00", endTime: "12:00" },
      { token: customer.token },
    );
    expect(made.status).toBe(201);
    const guests = await world.post("/api/bookings", { ...submission, startTime: "14:00", endTime: "16:00" });
    expect(guests.status).toBe(201);
    const { body } = await staffWorld.call("/api/auth/bookings", { token: customer.token });
    const own = body as OwnBooking[];
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({
      id: made.body.id,
      userId: customer.id,
      roomName: "Rehearsal Room",
      roomSlug: "rehearsal-room",
      email: "other@example.test",
      eventType: "Rehearsal",
      totalAmount: "80.00",
      downpaymentAmount: "40.00",
      paidAmount: "0.00",
      status: "pending",
      cancellable: true,
      reschedulable: true,
      rescheduleUntil: "2027-04-02",
      feedback: "none",
    });
    const [event] = await staffWorld.sql`
      select data, meta from events where stream = ${`booking-${made.body.id}`} and version = 1`;
    expect([event?.data.userId, event?.meta.actor]).toEqual([
      customer.id,
      { kind: "customer", id: customer.id },
    ]);
  });
});

describe("cancelling one's own booking", () => {
  it("states the refund, and refunds exactly that", async () => {
    const customer = await world.register();
    const { id, startsAt } = await world.book({ userId: customer.id });
    const path = `/api/auth/bookings/${id}`;
    const as = { token: customer.token };
    const terms = (await staffWorld.call(`${path}/cancellation`, as)).body;
    expect(terms.refundHoldsUntil).toBe(new Date(startsAt.getTime() - 24 * 3_600_000).toISOString());
    const justTooLate = new Date(startsAt.getTime() - 24 * 3_600_000 + 1);
    await world.atTime(justTooLate, async () => {
      const fresh = await world.post("/api/auth/user-login", {
        email: customer.email,
        password: CUSTOMER_PASSWORD,
      });
      const later = { token: String(fresh.body.token) };
      const refused = await world.post(`${path}/cancel`, { refundAmount: terms.refundAmount }, later);
      expect([refused.status, refused.body.code]).toEqual([409, "RefundChanged"]);
    });
    const cancelled = await world.post(`${path}/cancel`, { refundAmount: terms.refundAmount }, as);
    expect([cancelled.status, cancelled.body.refundAmount]).toEqual([200, terms.refundAmount]);
    expect(cancelled.body.booking).toMatchObject({ id, status: "cancelled" });
    const again = await world.post(`${path}/cancel`, {}, as);
    expect([again.status, again.body.refundAmount]).toEqual([200, terms.refundAmount]);
    expect((await world.post(`${path}/cancel`, { refundAmount: "much" }, as)).status).toBe(400);
  });

  it("says so when nothing was charged", async () => {
    const booking = await world.book({}, { unpaid: true });
    const answer = await world.post(`/api/guest/${world.guestToken(booking.id)}/cancel`, {});
    expect(answer.body.message).toBe("Your booking is cancelled. Nothing was charged.");
  });
});

describe("cancelling a booking on account", () => {
  it("tells what is kept, keeps exactly that, and refuses once it is more", async () => {
    const { core } = staffWorld;
    const account = await createBilling(core).open();
    const open = async () => openCents(requireExisting((await load(core.sql, accountStream, account)).state));
    const startsAt = world.at("2027-02-02", 15);
    const { id } = await world.book({ accountId: account }, { roomId: 5, startsAt });
    const path = `/api/guest/${world.guestToken(id)}`;
    const terms = (await staffWorld.call(`${path}/cancellation`)).body;
    expect(terms).toEqual({
      ...{ paidAmount: "0.00", refundAmount: "0.00", owedAmount: "4.00", cancellable: true },
      refundHoldsUntil: new Date(startsAt.getTime() - 24 * 3_600_000).toISOString(),
    });
    const { refundAmount, owedAmount } = terms;
    await world.atTime(new Date(startsAt.getTime() - 24 * 3_600_000 + 1), async () => {
      const refused = await world.post(`${path}/cancel`, { refundAmount, owedAmount });
      expect([refused.status, refused.body.code]).toEqual([409, "RefundChanged"]);
      expect(refused.body.message).toContain("What is kept has changed");
      expect((await staffWorld.call(`${path}/cancellation`)).body.owedAmount).toBe("20.00");
    });
    const cancelled = await world.post(`${path}/cancel`, { refundAmount, owedAmount });
    expect(cancelled.body.message).toContain("$4.00 stays on your account");
    expect(await open()).toBe(400);
    expect((await staffWorld.call(`${path}/cancellation`)).body).toMatchObject({
      ...{ owedAmount, cancellable: false },
    });
  });

  it("tells the same stage by stage, less what staff let off", async () => {
    const { core } = staffWorld;
    const billing = createBilling(core);
    const account = await billing.open();
    const startsAt = world.at("2027-02-03", 15);
    const { id } = await world.book({ accountId: account }, { roomId: 5, startsAt });
    const number = await billing.invoice(account, "2027-02-03");
    await billing.credit(number, id, 500);
    const path = `/api/guest/${world.guestToken(id)}`;
    const told = async () => {
      const { cancellationStages, lateOwedAmount } = (await staffWorld.call(path)).body;
      const owed = cancellationStages.map(({ owedAmount }: { owedAmount: string }) => owedAmount);
      return [...owed, lateOwedAmount];
    };
    await expect.poll(told).toEqual(["0.00", "15.00", "35.00"]);
    const owedAt = async (hoursBefore: number) => {
      const late = new Date(startsAt.getTime() - hoursBefore * 3_600_000 + 1);
      let owed = "";
      await world.atTime(late, async () => {
        owed = (await staffWorld.call(`${path}/cancellation`)).body.owedAmount;
      });
      return owed;
    };
    expect([await owedAt(48), await owedAt(24), await owedAt(12)]).toEqual(["0.00", "15.00", "35.00"]);
  });
});

describe("a guest's link", () => {
  it("shows the booking, serves its calendar file, and is in no log line", async () => {
    const booking = await world.book();
    const token = world.guestToken(booking.id);
    const { body } = await staffWorld.call(`/api/guest/${token}`);
    expect(body).toMatchObject({ id: booking.id, firstName: "Ada", status: "confirmed", cancellable: true });
    const file = await staffWorld.call(`/api/guest/${token}/calendar.ics`);
    expect(file.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(file.body.text).toMatch(/UID:[0-9a-f-]{36}@/);
    await staffWorld.call("/api/customer/someone@example.test/loyalty");
    const log = staffWorld.logged.join("");
    expect(log).toContain("/api/guest/");
    expect(log).not.toContain(token);
    expect(log).not.toContain("someone@example.test");
  });
});

describe("moving one's own booking", () => {
  it("answers the booking's new hours, or why not", async () => {
    const customer = await world.register();
    const first = await world.book(
      { userId: customer.id },
      { roomId: 7, startsAt: world.at("2027-03-01", 10) },
    );
    await world.book({}, { roomId: 7, startsAt: world.at("2027-03-02", 10) });
    const move = (startDate: string, startTime: string) =>
      world.post(
        `/api/auth/bookings/${first.id}/reschedule`,
        { startDate, startTime },
        { token: customer.token },
      );
    const taken = await move("2027-03-02", "11:00");
    expect([taken.status, taken.body.message]).toEqual([409, "Time slot is already booked"]);
    expect(errorsOf(await move("2027-05-03", "10:00"))).toEqual([
      ["startDate", "The new date must be within 60 days of the date first booked"],
    ]);
    expect(errorsOf(await move("2027-03-07", "10:00"))[0]).toEqual([
      "startDate",
      "The venue is closed on Sundays",
    ]);
    expect(
      errorsOf(await world.post(`/api/auth/bookings/${first.id}/reschedule`, {}, { token: customer.token })),
    ).toEqual([
      ["startDate", "Start date is required"],
      ["startTime", "Start time is required"],
    ]);
    const moved = await move("2027-03-02", "2:00 PM");
    expect(moved.status).toBe(200);
    expect(moved.body.booking).toMatchObject({
      startTime: world.at("2027-03-02", 14).toISOString(),
      endTime: world.at("2027-03-02", 16).toISOString(),
      status: "confirmed",
      paymentStatus: "downpaid",
    });
    const { body } = await staffWorld.call("/api/auth/bookings", { token: customer.token });
    expect(body).toMatchObject([
      { startTime: world.at("2027-03-02", 14).toISOString(), rescheduleUntil: "2027-04-30" },
    ]);
    await expect
      .poll(async () => {
        const query = "startDate=2027-03-01&endDate=2027-03-02";
        const taken = await staffWorld.call(`/api/rooms/7/bookings?${query}`);
        return (taken.body as { startTime: string }[]).map(({ startTime }) => startTime);
      })
      .toEqual([world.at("2027-03-02", 10).toISOString(), world.at("2027-03-02", 14).toISOString()]);
  });

  it("refreshes the open pages of that room", async () => {
    const booking = await world.book({}, { roomId: 6, startsAt: world.at("2027-03-08", 10) });
    const socket = new WebSocket(`ws://127.0.0.1:${staffWorld.port}/ws`);
    const heard: string[] = [];
    await new Promise((resolve) => socket.once("open", resolve));
    socket.on("message", (data) => heard.push(JSON.parse(String(data)).type));
    socket.send(JSON.stringify({ type: "subscribe_room", roomId: 6 }));
    const moved = await world.post(`/api/guest/${world.guestToken(booking.id)}/reschedule`, {
      startDate: "2027-03-09",
      startTime: "10:00",
    });
    expect(moved.status).toBe(200);
    await expect.poll(() => heard).toContain("booking_cancelled");
    socket.close();
  });
});

describe.each([
  ["retired", "2027-03-15", { retired: true, bookable: true }],
  ["closed to visitors", "2027-03-16", { retired: false, bookable: false }],
])("a room that is %s", (_, day, changes) => {
  const ROOM = 4;

  it("keeps its bookings, and accepts no other hours for them, except from staff if it is not retired", async () => {
    const { core, ownerSql } = staffWorld;
    await seedVenue(ownerSql);
    await core.venue.reload();
    const customer = await world.register();
    const by = { userId: customer.id };
    const paid = await world.book(by, { roomId: ROOM, startsAt: world.at(day, 10) });
    const held = await world.book(by, { roomId: ROOM, startsAt: world.at(day, 13), unpaid: true });
    const mine = async () =>
      z
        .array(z.object({ id: z.number(), startTime: z.string(), reschedulable: z.boolean() }))
        .parse((await staffWorld.call("/api/auth/bookings", { token: customer.token })).body)
        .toSorted((a, b) => a.id - b.id);
    expect((await mine()).map(({ reschedulable }) => reschedulable)).toEqual([true, true]);
    expect((await changeRoom(core, ROOM, changes, { meta: testMeta })).ok).toBe(true);

    const refused = { status: 409, body: { code: "RoomNotBookable" } };
    const to = { startDate: day, startTime: world.at(day, 16).toISOString() };
    const token = customer.token;
    expect(await world.post(`/api/auth/bookings/${paid.id}/reschedule`, to, { token })).toMatchObject(
      refused,
    );
    expect(await world.post(`/api/guest/${world.guestToken(paid.id)}/reschedule`, to)).toMatchObject(refused);
    const rates = core.rooms.byId(ROOM)?.rates.hourlyCents ?? 0;
    const body = {
      ...to,
      endTime: world.at(day, 18).toISOString(),
      bookingDuration: "hourly",
      hourCount: 2,
      totalAmount: (2 * rates) / 100,
      downpaymentAmount: rates / 100,
      remainingAmount: rates / 100,
    };
    const change = await staffWorld.call(`/api/bookings/${held.id}/hold`, { method: "PUT", body, token });
    expect(change).toMatchObject(refused);
    const stays = [10, 13].map((hour) => ({
      startTime: world.at(day, hour).toISOString(),
      reschedulable: false,
    }));
    expect(await mine()).toMatchObject(stays);

    const manager = await staffWorld.logIn((await staffWorld.hire("manager")).username);
    const moved = await staffWorld.call(`/api/bookings/${paid.id}/move`, {
      method: "POST",
      body: { startTime: world.at(day, 16).toISOString() },
      token: manager,
    });
    expect(moved.status).toBe(changes.retired ? 409 : 200);
    await changeRoom(core, ROOM, { retired: false, bookable: true }, { meta: testMeta });
  });
});
