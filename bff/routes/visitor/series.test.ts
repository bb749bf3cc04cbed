/** Checks the calls by which visitors quote, book and pay a series. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "../../../core/venue/time/venue-time.ts";
import { seriesOf, weekly } from "../../testing/series-fixture.ts";
import { DAY, REHEARSAL_ROOM, startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";

let world: VisitorWorld;
let series: ReturnType<typeof seriesOf>;
beforeAll(async () => {
  world = await startVisitorWorld();
  series = seriesOf(world);
});
afterAll(() => world.close());

describe("POST /api/series/quote", () => {
  it("answers every date with its state and price, and the sums of the free ones", async () => {
    const { startDate, startTime, endTime } = series.nextHours();
    await world.book({ startDate: addDays(startDate, 7), startTime, endTime });
    const { status, body } = await world.post("/api/series/quote", {
      roomId: REHEARSAL_ROOM,
      startDate,
      startTime,
      endTime,
      bookingDuration: "hourly",
      repeat: weekly(3),
    });
    expect(status).toBe(200);
    expect(body.dates.map(({ date, state }: { date: string; state: string }) => [date, state])).toEqual([
      [startDate, "free"],
      [addDays(startDate, 7), "taken"],
      [addDays(startDate, 14), "free"],
    ]);
    expect(body.dates[0]).toMatchObject({ totalAmount: "80.00", alternatives: [] });
    expect(body.dates[1].alternatives).toHaveLength(3);
    expect(body).toMatchObject({
      totalAmount: "160.00",
      downpaymentAmount: "80.00",
      remainingAmount: "80.00",
    });
  });

  it.each([
    ["repeat", { every: 3, count: 2 }],
    ["repeat", { every: 1 }],
    ["repeat", { every: 1, count: 2, until: "2027-01-01" }],
    ["repeat", { every: 1, monthly: true, count: 2 }],
    ["repeat", "weekly"],
    ["repeat", { every: 1, until: DAY }],
    ["repeat.count", { every: 1, count: 53 }],
    ["repeat.until", { every: 1, until: "soon" }],
  ])("names the field of what does not fit: %s", async (path, repeat) => {
    const { status, body } = await world.post("/api/series/quote", {
      roomId: REHEARSAL_ROOM,
      startDate: DAY,
      startTime: "09:00",
      endTime: "10:00",
      bookingDuration: "hourly",
      repeat,
    });
    expect([status, body.errors?.map((error: { path: string }) => error.path)]).toEqual([
      400,
      expect.arrayContaining([expect.stringMatching(new RegExp(`^${path}`))]),
    ]);
  });
});

describe("POST /api/series", () => {
  it("books every date with one deadline, and answers what is due for all", async () => {
    const { body, headers } = await series.booked(8);
    expect(body).toMatchObject({
      totalAmount: "640.00",
      downpaymentAmount: "320.00",
      remainingAmount: "320.00",
      paymentRequired: true,
      holdUntil: "2026-12-01T15:30:00.000Z",
    });
    expect(body.bookings).toHaveLength(8);
    expect(body.bookings[7]).toMatchObject({ seriesNumber: 8, status: "pending", totalAmount: "80.00" });
    expect(headers.get("location")).toBe(`/api/series/${body.id}`);
  });

  it("answers a repeated request as the first, and refuses the key for another", async () => {
    const key = { "idempotency-key": randomUUID() };
    const request = series.asked(2);
    const first = await world.post("/api/series", request, key);
    const again = await world.post("/api/series", request, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = { ...request, repeat: weekly(3) };
    expect((await world.post("/api/series", other, key)).body.code).toBe("IdempotencyKeyReused");
  });

  it("names every date that is lost, and holds none", async () => {
    const place = series.nextHours();
    const request = series.asked(4, place);
    const { first } = request;
    const { startTime, endTime } = place;
    const lostDays = [addDays(first, 7), addDays(first, 21)];
    for (const startDate of lostDays) await world.book({ startDate, startTime, endTime });
    const lost = await world.post("/api/series", request);
    expect(lost.status).toBe(409);
    expect(lost.body).toMatchObject({
      code: "SlotTaken",
      message: "Time slot is already booked",
      dates: lostDays,
    });
    await world.book({ startDate: first, startTime, endTime });
  });

  it("takes a skipped and a swapped date, and compares the sums", async () => {
    const { startDate, startTime, endTime } = series.nextHours();
    const [second, third, foreign] = [7, 14, 1].map((days) => addDays(startDate, days)) as [
      string,
      string,
      string,
    ];
    const place = { startDate, startTime, endTime };
    const swaps = { [third]: { startTime: "19:00" } };
    const { body } = await series.booked(3, { ...place, skip: [second], swaps });
    expect(body.bookings.map((one: { startTime: string }) => one.startTime)).toEqual([
      expect.stringContaining(startDate),
      `${addDays(third, 1)}T00:00:00.000Z`,
    ]);
    for (const [path, changes] of [
      ["skip", { skip: [foreign] }],
      [`swaps.${foreign}`, { swaps: { [foreign]: { startTime: "20:00" } } }],
      [`swaps.${second}.startTime`, { swaps: { [second]: { startTime: "20:30" } } }],
      [`swaps.${second}.roomId`, { swaps: { [second]: { roomId: 999 } } }],
    ] as const) {
      const refused = await world.post(
        "/api/series",
        series.asked(3, { ...place, ...changes, skip: changes.skip ?? [] }),
      );
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, path]);
    }
  });

  it("refuses sums that are not those of its dates", async () => {
    const { status, body } = await world.post("/api/series", series.asked(2, { totalAmount: 1 }));
    expect([status, body.errors?.[0]]).toEqual([
      400,
      { path: "totalAmount", message: "The price is 160.00" },
    ]);
  });

  it("refuses more than 12 dates to a visitor", async () => {
    expect(await world.post("/api/series", series.asked(13))).toMatchObject({
      status: 400,
      body: { errors: [{ path: "repeat", message: "A series has 2 to 12 dates" }] },
    });
  });
});

describe("the payment of a series", () => {
  it("is one for all downpayments, and confirms every date", async () => {
    const made = await series.booked(4);
    const { opened, answer } = await series.paid(made);
    expect(opened.amount).toBe("160.00");
    expect(answer).toMatchObject({ success: true, id: made.body.id });
    expect(answer.bookings.map((one: { paymentStatus: string }) => one.paymentStatus)).toEqual(
      Array(4).fill("downpaid"),
    );
    const again = await world.post("/api/create-payment-intent", {
      seriesId: made.body.id,
      customerEmail: made.email,
    });
    expect(again.status).toBe(409);
  });

  it("is refused to another email, and needs exactly one of the two numbers", async () => {
    const { body } = await series.booked(2);
    const asking = (fields: object) =>
      world.post("/api/create-payment-intent", { customerEmail: "other@example.test", ...fields });
    expect((await asking({ seriesId: body.id })).body.code).toBe("NotTheCustomer");
    expect((await asking({})).status).toBe(400);
    expect((await asking({ seriesId: body.id, bookingId: body.bookings[0].id })).status).toBe(400);
  });

  it("goes by a test token for staff only", async () => {
    const { body } = await series.booked(2);
    const path = `/api/series/${body.id}/payment`;
    expect((await world.post(path, { stripeToken: "tok_visa" })).status).toBe(401);
    const byStaff = await world.post(path, { stripeToken: "tok_visa" }, await world.asStaff());
    expect([byStaff.status, byStaff.body.bookings?.[1]?.paymentStatus]).toEqual([200, "downpaid"]);
  });
});
