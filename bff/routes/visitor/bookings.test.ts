import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parsePosition } from "../../../core/log/position.ts";
import {
  MEDIA_PRODUCTION,
  REHEARSAL_ROOM,
  startVisitorWorld,
  type VisitorWorld,
} from "../../testing/visitor-fixture.ts";

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld();
});
afterAll(() => world.close());

const streamCount = async (): Promise<number> => {
  const [row] = await world.sql<{ streams: number }[]>`select count(distinct stream) as streams from events`;
  return row?.streams ?? 0;
};

describe("POST /api/bookings", () => {
  it("answers the booking, its address, and the log position", async () => {
    const { status, headers, body } = await world.post("/api/bookings", world.submission());
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      paymentRequired: true,
      roomId: REHEARSAL_ROOM,
      roomName: "Rehearsal Room",
      startTime: "2026-12-15T14:00:00.000Z",
      endTime: "2026-12-15T16:00:00.000Z",
      status: "pending",
      paymentStatus: "pending",
      totalAmount: "80.00",
      downpaymentAmount: "40.00",
      remainingAmount: "40.00",
      downpaymentDueAmount: "40.00",
      dueAmount: "80.00",
      holdUntil: "2026-12-01T15:30:00.000Z",
    });
    expect(headers.get("location")).toBe(`/api/bookings/${body.id}`);
    expect(parsePosition(headers.get("log-position") ?? "")).not.toBeNull();
  });

  it("writes the request's id into the event, and no personal data", async () => {
    const asked = world.submission({ startTime: "11:00", endTime: "13:00", firstName: "Zebedee" });
    const requestId = "0b6d9c0e-61a5-4f43-9d5c-7f5f6f0d8a11";
    const { body } = await world.post("/api/bookings", asked, { "x-request-id": requestId });
    const [event] = await world.sql<{ data: object; meta: object }[]>`
      select data, meta from events where stream = ${`booking-${body.id}`}`;
    expect(event?.meta).toMatchObject({ actor: { kind: "visitor" }, requestId });
    expect(JSON.stringify(event)).not.toMatch(/Zebedee|example\.test|555/);
  });

  it.each([
    ["ISO date-times", { startTime: "2026-12-16T14:00:00Z", endTime: "2026-12-16T11:00:00-05:00" }],
    ["a clock with AM and PM", { startTime: "11:00 AM", endTime: "1:00 pm" }],
    ["venue-local date-times", { startTime: "2026-12-16T13:00:00", endTime: "2026-12-16T15:00" }],
  ])("takes times as %s", async (_, times) => {
    const { status } = await world.post(
      "/api/bookings",
      world.submission({ startDate: "2026-12-16", ...times }),
    );
    expect(status).toBe(201);
  });

  it("includes the engineer in media production, at its price", async () => {
    const asked = world.submission({
      roomId: MEDIA_PRODUCTION,
      engineerRequired: true,
      totalAmount: "280.00",
      downpaymentAmount: "140.00",
      remainingAmount: "140.00",
    });
    const { status, body } = await world.post("/api/bookings", asked);
    expect({ status, total: body.totalAmount }).toEqual({ status: 201, total: "280.00" });
  });

  it("accepts a half day without an hour count", async () => {
    const asked = world.submission({
      startDate: "2026-12-17",
      endTime: "13:00",
      bookingDuration: "half-day",
      hourCount: null,
      totalAmount: 145,
      downpaymentAmount: 72.5,
      remainingAmount: "72.50",
    });
    expect((await world.post("/api/bookings", asked)).status).toBe(201);
  });
});

describe("refusals", () => {
  it("RoomNotFound: 404", async () => {
    const { status, body } = await world.post("/api/bookings", world.submission({ roomId: 99 }));
    expect({ status, message: body.message, code: body.code }).toEqual({
      status: 404,
      message: "Room not found",
      code: "RoomNotFound",
    });
  });

  it("RoomNotBookable: 409", async () => {
    // Rooms are read once at the start: an operator who closes one restarts the processes.
    const room = world.core.rooms.byId(7);
    if (!room) throw new Error("no classroom");
    room.bookable = false;
    const { status, body } = await world.post("/api/bookings", world.submission({ roomId: 7 }));
    room.bookable = true;
    expect({ status, code: body.code }).toEqual({ status: 409, code: "RoomNotBookable" });
  });

  it("InvalidBooking: 400, each broken rule with its field", async () => {
    const { status, body } = await world.post(
      "/api/bookings",
      world.submission({ startDate: "2026-12-13", attendees: 26, engineerRequired: true }),
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "InvalidBooking", message: "Invalid booking data" });
    expect(body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
      "attendees",
      "engineerRequired",
      "startDate",
    ]);
  });

  it("SlotTaken: 409, and nothing of the second is written", async () => {
    const times = { startDate: "2026-12-18", startTime: "09:00", endTime: "11:00" };
    await world.book(times);
    const before = await streamCount();
    const asked = world.submission({ ...times, startTime: "10:00", endTime: "12:00" });
    const { status, body } = await world.post("/api/bookings", asked);
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: "Time slot is already booked",
    });
    expect(body).toMatchObject({
      type: "/api/docs#SlotTaken",
      title: "Slot taken",
      status: 409,
      detail: "Time slot is already booked",
      code: "SlotTaken",
      requestId: expect.any(String),
    });
    expect(await streamCount()).toBe(before);
  });

  it("TooManyHolds: 429 with Retry-After", async () => {
    const email = "keen@example.test";
    const days = ["2027-01-04", "2027-01-05", "2027-01-06", "2027-01-07"];
    const slots = days.flatMap((startDate) =>
      [9, 11, 13, 15, 17, 19].map((hour) => ({
        startDate,
        startTime: `${hour}:00`,
        endTime: `${hour + 2}:00`,
      })),
    );
    for (const slot of slots.slice(0, 20)) await world.book({ ...slot, email });
    const { status, headers, body } = await world.post(
      "/api/bookings",
      world.submission({ ...slots[20], email: email.toUpperCase() }),
    );
    expect({ status, code: body.code, retry: headers.get("retry-after") }).toEqual({
      status: 429,
      code: "TooManyHolds",
      retry: "60",
    });
  });
});

describe("Idempotency-Key", () => {
  it("answers the first booking again, also with its fields in another order", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const asked = world.submission({ startDate: "2026-12-21" });
    const first = await world.post("/api/bookings", asked, headers);
    const reordered = Object.fromEntries(Object.entries(asked).reverse());
    const again = await world.post("/api/bookings", { ...reordered, firstName: " Ada " }, headers);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("log-position")).toBe(first.headers.get("log-position"));
  });

  it("makes one booking of five at once", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const asked = world.submission({ startDate: "2026-12-22" });
    const before = await streamCount();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => world.post("/api/bookings", asked, headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await streamCount()).toBe(before + 1);
  });

  it("IdempotencyKeyReused: 422 for another body", async () => {
    const headers = { "idempotency-key": randomUUID() };
    await world.post("/api/bookings", world.submission({ startDate: "2026-12-23" }), headers);
    const other = world.submission({ startDate: "2026-12-24" });
    const { status, body } = await world.post("/api/bookings", other, headers);
    expect({ status, code: body.code }).toEqual({ status: 422, code: "IdempotencyKeyReused" });
  });

  it("still answers when the slot has passed", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const asked = world.submission({ startDate: "2026-12-02" });
    const first = await world.post("/api/bookings", asked, headers);
    world.clock.set("2026-12-03T15:00:00Z");
    const again = await world.post("/api/bookings", asked, headers);
    const repeated = await world.post("/api/bookings", asked);
    world.clock.set("2026-12-01T15:00:00Z");
    expect(again.body).toEqual(first.body);
    expect(repeated.status).toBe(400);
  });

  it.each(["", "x".repeat(256), "käse"])("refuses %j, naming the header", async (key) => {
    const { status, body } = await world.post("/api/bookings", world.submission(), {
      "idempotency-key": Buffer.from(key).toString("latin1"),
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path: "Idempotency-Key", message: expect.any(String) }]);
  });
});
