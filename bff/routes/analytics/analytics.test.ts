/** Checks what the analytics call answers: dollars and percentages, correct right after a change. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleBooking } from "../../../core/booking/handle.ts";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import { receiveInquiry } from "../../../core/inquiry/handle.ts";
import { bookingRequest, testMeta } from "../../../core/testing/test-core.ts";
import { slotStarts } from "../../../core/venue/time/opening-hours.ts";
import { Analytics } from "../../contract/analytics/analytics.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let world: StaffWorld;
let token: string;
let username: string;
const slots = slotStarts("2026-12-02", "America/New_York");

beforeAll(async () => {
  world = await startStaffWorld();
  ({ username } = await world.hire("staff"));
  token = await world.logIn(username);
});
afterAll(() => world.close());

async function book(email: string, hours: number): Promise<number> {
  const [startsAt = new Date()] = slots.splice(0, hours);
  const { person, ...request } = bookingRequest(world.core, { roomId: 1, startsAt, hours });
  const outcome = await requestBooking(world.core, { ...request, person: { ...person, email } }, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}

const pay = (id: number, amountCents: number) =>
  handleBooking(
    world.core,
    id,
    {
      type: "ReceiveDownpayment",
      paymentIntentId: `pi_${id}`,
      chargeId: null,
      amountCents,
      hoursAvailable: true,
      now: world.clock.now(),
    },
    { commandId: randomUUID(), meta: testMeta },
  );

async function analytics(): Promise<Analytics> {
  const { status, body } = await world.call("/api/analytics", { token });
  expect(status).toBe(200);
  return Analytics.parse(body);
}

describe("GET /api/analytics", () => {
  it("is all zero in a new hub, with every room and thirty days", async () => {
    const empty = await analytics();
    expect(empty.revenue).toEqual({
      total: 0,
      thisMonth: 0,
      pendingRevenue: 0,
      downpaymentsCollected: 0,
      totalBookingsValue: 0,
    });
    expect(empty.roomUtilization).toHaveLength(7);
    expect(empty.daily).toHaveLength(30);
    expect(empty.daily.at(-1)?.day).toBe("2026-12-01");
  });

  it("counts bookings, money, customers, messages and the use of rooms", async () => {
    const inquire = (email: string) =>
      receiveInquiry(
        world.core,
        { firstName: "A", lastName: "B", email, phone: null, interestedRoom: null, message: "Hello" },
        testMeta,
      );
    await inquire("ada@example.test");
    await inquire("unknown@example.test");
    const first = await book("ada@example.test", 2);
    const second = await book("ADA@example.test", 1);
    const third = await book("grace@example.test", 1);
    await pay(first, 7_500);
    await pay(second, 3_750);
    await pay(third, 3_750);
    await world.call(`/api/bookings/${first}`, { method: "PATCH", token, body: { paymentStatus: "paid" } });
    await world.call(`/api/bookings/${third}`, {
      method: "PATCH",
      token,
      body: { status: "cancelled", cancelledBy: "customer" },
    });
    // At half past eleven in New York three of the day's hours have begun.
    world.clock.set("2026-12-02T16:30:00Z");
    token = await world.logIn(username);
    const now = await analytics();
    // 150.00 and 37.50 are kept, and half of Grace's downpayment, or all of it until it is refunded.
    expect(now.revenue).toMatchObject({
      pendingRevenue: 37.5,
      downpaymentsCollected: 112.5,
      totalBookingsValue: 225,
    });
    expect(now.customers).toEqual({
      totalUniqueCustomers: 1,
      returningCustomers: 1,
      averageBookingValue: 112.5,
    });
    expect(now.inquiries).toEqual({ total: 2, thisMonth: 2, conversionRate: 50 });
    expect(now.bookings).toEqual({
      total: 3,
      thisWeek: 3,
      thisMonth: 3,
      byStatus: { pending: 0, confirmed: 2, completed: 0, cancelled: 1 },
    });
    const [studio] = now.roomUtilization;
    expect(studio).toMatchObject({
      roomId: 1,
      roomName: "Recording Studio",
      totalBookings: 2,
      totalHoursBooked: 3,
    });
    // Twenty-five open days before, thirteen hours each, and three hours of today.
    expect(studio?.utilizationRate).toBe(Math.round((3 / (25 * 13 + 3)) * 1_000) / 10);
    expect(now.daily.at(-2)).toMatchObject({ day: "2026-12-01", bookings: 3, inquiries: 2 });
  });
});
