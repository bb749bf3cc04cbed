/** Checks what staff change: each of the six actions, every refusal with its field, two at once, and refunds stated, failed and retried. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleBooking } from "../../../../core/booking/handle.ts";
import { requestBooking } from "../../../../core/booking/request-booking.ts";
import { bookingRequest, testMeta } from "../../../../core/testing/test-core.ts";
import { slotStarts } from "../../../../core/venue/time/opening-hours.ts";
import { takenSpans } from "../../../../projections/views/availability.ts";
import { RefundPreview, StaffBooking } from "../../../contract/staff/staff-booking.ts";
import { type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";

let world: StaffWorld;
let token: string;
const slots = ["2026-12-07", "2026-12-08", "2026-12-09"].flatMap((day) =>
  slotStarts(day, "America/New_York"),
);

beforeAll(async () => {
  world = await startStaffWorld();
  token = await world.logIn((await world.hire("staff")).username);
});
afterAll(() => world.close());

async function book(startsAt = slots.shift() ?? new Date()) {
  const outcome = await requestBooking(
    world.core,
    bookingRequest(world.core, { roomId: 1, startsAt }),
    testMeta,
  );
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return { id: outcome.value.id, startsAt };
}

const pay = (id: number) =>
  handleBooking(
    world.core,
    id,
    {
      type: "ReceiveDownpayment",
      paymentIntentId: `pi_${id}`,
      chargeId: null,
      amountCents: 3_750,
      hoursAvailable: true,
      now: world.clock.now(),
    },
    { commandId: randomUUID(), meta: testMeta },
  );

const patch = (id: number | string, body: unknown) =>
  world.call(`/api/bookings/${id}`, { method: "PATCH", token, body });
const changed = async (id: number, body: unknown) => {
  const answer = await patch(id, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return StaffBooking.parse(answer.body);
};
const versions = async (id: number) =>
  (await world.sql`select version from events where stream = ${`booking-${id}`}`).length;

describe("changing a booking", () => {
  it.each([
    [{ status: "confirmed" }, { status: "confirmed", paymentStatus: "pending" }],
    [{ status: "completed" }, { status: "completed" }],
    [{ status: "cancelled" }, { status: "cancelled", cancelledBy: "venue", expired: false }],
    [
      { status: "cancelled", cancelledBy: "customer" },
      { status: "cancelled", cancelledBy: "customer" },
    ],
    [{ paymentStatus: "downpaid" }, { paymentStatus: "downpaid", receivedAmount: "37.50" }],
    [{ paymentStatus: "paid" }, { paymentStatus: "paid", receivedAmount: "75.00" }],
    [{ paymentStatus: "failed" }, { paymentStatus: "failed", receivedAmount: "0.00" }],
  ])("by %j answers the booking after it, and a repeat changes nothing", async (body, expected) => {
    const { id } = await book();
    expect(await changed(id, body)).toMatchObject({ id, ...expected });
    const written = await versions(id);
    expect(await changed(id, body)).toMatchObject({ id, ...expected });
    expect(await versions(id)).toBe(written);
  });

  it("records who did it, and a reason apart from the log", async () => {
    const { id } = await book();
    const booking = await changed(id, { status: "cancelled", reason: "  The roof leaks " });
    expect(booking.cancellationReason).toBe("The roof leaks");
    const [event] = await world.sql`
      select data, meta from events where stream = ${`booking-${id}`} and type = 'BookingCancelled'`;
    expect(event?.meta.actor).toMatchObject({ kind: "staff", role: "staff" });
    expect(JSON.stringify(event?.data)).not.toContain("roof");
    expect(await changed(id, { status: "confirmed" })).toMatchObject({
      cancelledBy: null,
      cancellationReason: null,
    });
  });

  it.each([
    [{}, "status", "Required information is missing"],
    [{ status: null }, "status", undefined],
    [{ status: "pending" }, "status", undefined],
    [{ paymentStatus: "pending" }, "paymentStatus", undefined],
    [{ paymentStatus: "refunded" }, "paymentStatus", undefined],
    [{ status: "confirmed", paymentStatus: "paid" }, "paymentStatus", undefined],
    [{ status: "confirmed", cancelledBy: "venue" }, "cancelledBy", undefined],
    [{ paymentStatus: "paid", reason: "x" }, "reason", undefined],
    [{ status: "cancelled", cancelledBy: "weather" }, "cancelledBy", undefined],
    [{ status: "cancelled", reason: 7 }, "reason", undefined],
    [{ status: "confirmed", totalAmount: "1.00" }, "totalAmount", undefined],
  ])("by %j is refused, naming the field, and writes nothing", async (body, path, message) => {
    const { id } = await book();
    const answer = await patch(id, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ path }], ...(message ? { message } : {}) });
    expect(await versions(id)).toBe(1);
  });

  it("that does not exist is not found", async () => {
    for (const id of [999_999, "x", "1.5"]) {
      expect(await patch(id, { status: "confirmed" })).toMatchObject({
        status: 404,
        body: { message: "Booking not found" },
      });
    }
  });

  it("frees the hours when cancelled, and claims them again, or says that they are taken", async () => {
    const { id, startsAt } = await book();
    await changed(id, { status: "cancelled" });
    await expect
      .poll(async () =>
        (await takenSpans(world.sql, 1, startsAt, new Date(startsAt.getTime() + 1))).map((s) => s.startsAt),
      )
      .toEqual([]);
    await changed(id, { status: "confirmed" });
    await changed(id, { status: "cancelled" });
    await book(startsAt);
    for (const status of ["confirmed", "completed"]) {
      expect(await patch(id, { status })).toMatchObject({
        status: 409,
        body: { message: "Time slot is already booked" },
      });
    }
  });

  it("by two at once answers each with the booking after its own change", async () => {
    const { id } = await book();
    await pay(id);
    const answers = await Promise.all(
      [
        { status: "cancelled" },
        { status: "cancelled" },
        { paymentStatus: "paid" },
        { status: "completed" },
      ].map((body) => patch(id, body)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { body: now } = await world.call(`/api/bookings/${id}`, { token });
    const cancellations = await world.sql`
      select 1 from events where stream = ${`booking-${id}`} and type = 'BookingCancelled'`;
    expect(cancellations.length).toBeLessThanOrEqual(2);
    expect(["cancelled", "completed"]).toContain(now.status);
    // The answer to the last change still describes the booking.
    expect(answers.some(({ body }) => body.updatedAt === now.updatedAt && body.status === now.status)).toBe(
      true,
    );
  });
});

describe("a refund", () => {
  const preview = async (id: number, cancelledBy: string) =>
    RefundPreview.parse(
      (await world.call(`/api/bookings/${id}/refund-preview?cancelledBy=${cancelledBy}`, { token })).body,
    );

  it("is stated before the cancellation, and exactly that is then refunded", async () => {
    const { id } = await book();
    await pay(id);
    expect(await preview(id, "venue")).toMatchObject({ refundAmount: "37.50", keptAmount: "0.00" });
    expect(await preview(id, "customer")).toMatchObject({
      paidAmount: "37.50",
      refundAmount: "33.75",
      keptAmount: "3.75",
    });
    await changed(id, { status: "cancelled", cancelledBy: "customer" });
    const { body } = await world.call(`/api/bookings/${id}/history`, { token });
    expect(body).toMatchObject({ money: { refunds: [{ amount: "33.75" }] } });
    expect(await preview(id, "customer")).toMatchObject({ paidAmount: "3.75", refundAmount: "0.00" });
  });

  it("that the provider refuses is shown, and can be requested again", async () => {
    const { id } = await book();
    // The provider does not know this payment.
    await pay(id);
    await changed(id, { status: "cancelled" });
    const failures = async () => {
      const { body } = await world.call(`/api/bookings/${id}/history`, { token });
      const entries = body.entries as { type: string }[];
      return entries.filter(({ type }) => type === "RefundFailed").length;
    };
    await expect.poll(failures).toBe(1);
    const { body } = await world.call(`/api/bookings/${id}/history`, { token });
    expect(body).toMatchObject({
      money: { refunds: [{ refundId: "refund-1", state: "failed", reasonCode: "resource_missing" }] },
    });
    expect((await world.call(`/api/bookings/${id}`, { token })).body).toMatchObject({ refundFailed: true });

    const retry = (refundId: string) =>
      world.call(`/api/bookings/${id}/refunds/${refundId}/retry`, { method: "POST", token });
    expect(await retry("refund-1")).toMatchObject({ status: 200, body: { refundFailed: false } });
    await expect.poll(failures).toBe(2);
    expect(await retry("refund-9")).toMatchObject({
      status: 404,
      body: { message: "This booking has no such refund" },
    });
  });
});
