/** Checks the calls by which visitors quote, book, pay, change and extend a series. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "../../../core/venue/time/venue-time.ts";
import { openBrowser } from "../../testing/browser-fixture.ts";
import { DAY, REHEARSAL_ROOM, startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld();
});
afterAll(() => world.close());

/** Hours of two, that no other test uses, from the week of the fixture's day on. */
let tests = -1;
function nextHours() {
  tests += 1;
  const startDate = addDays(DAY, (tests % 4) + 91 * Math.floor(tests / 16));
  const start = 9 + 2 * (Math.floor(tests / 4) % 4);
  return { startDate, startTime: `${start}:00`.padStart(5, "0"), endTime: `${start + 2}:00` };
}

const weekly = (count: number) => ({ every: 1, count });

/** The submission of a series whose dates are all free. */
function asked(count: number, changes: { skip?: readonly string[] } & Record<string, unknown> = {}) {
  const one = world.submission({ ...nextHours(), ...changes });
  const ofAll = (field: string) => Number(one[field]) * (count - (changes.skip?.length ?? 0));
  return {
    ...one,
    totalAmount: ofAll("totalAmount"),
    downpaymentAmount: ofAll("downpaymentAmount"),
    remainingAmount: ofAll("remainingAmount"),
    repeat: weekly(count),
    ...changes,
    first: String(one.startDate),
    email: String(one.email),
  };
}

/** A series of a visitor's browser, with the day of its first date. */
async function booked(count: number, changes: Record<string, unknown> = {}) {
  const visitor = openBrowser(world);
  const request = asked(count, changes);
  const { status, body, headers } = await visitor.post("/api/series", request);
  expect(status, JSON.stringify(body)).toBe(201);
  return { visitor, body, headers, first: request.first, email: request.email };
}

const daysOf = ({ bookings }: { bookings: { startTime: string }[] }) =>
  bookings.map(({ startTime }) => startTime.slice(0, 10));

/** Pays the series' one intent as the page does. */
async function paid({ body, email }: { body: { id: number }; email: string }) {
  const opened = await world.post("/api/create-payment-intent", { seriesId: body.id, customerEmail: email });
  expect(opened.status, opened.text).toBe(200);
  await world.pay({ id: opened.body.paymentIntentId, clientSecret: opened.body.clientSecret });
  const answer = await world.post(`/api/series/${body.id}/payment`, {
    paymentIntentId: opened.body.paymentIntentId,
  });
  expect(answer.status, answer.text).toBe(200);
  return { opened: opened.body, answer: answer.body };
}

describe("POST /api/series/quote", () => {
  it("answers every date with its state and price, and the sums of the free ones", async () => {
    const { startDate, startTime, endTime } = nextHours();
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
    const { body, headers } = await booked(8);
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
    const request = asked(2);
    const first = await world.post("/api/series", request, key);
    const again = await world.post("/api/series", request, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = { ...request, repeat: weekly(3) };
    expect((await world.post("/api/series", other, key)).body.code).toBe("IdempotencyKeyReused");
  });

  it("names every date that is lost, and holds none", async () => {
    const place = nextHours();
    const request = asked(4, place);
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
    const { startDate, startTime, endTime } = nextHours();
    const [second, third, foreign] = [7, 14, 1].map((days) => addDays(startDate, days)) as [
      string,
      string,
      string,
    ];
    const place = { startDate, startTime, endTime };
    const swaps = { [third]: { startTime: "19:00" } };
    const { body } = await booked(3, { ...place, skip: [second], swaps });
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
        asked(3, { ...place, ...changes, skip: changes.skip ?? [] }),
      );
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, path]);
    }
  });

  it("refuses sums that are not those of its dates", async () => {
    const { status, body } = await world.post("/api/series", asked(2, { totalAmount: 1 }));
    expect([status, body.errors?.[0]]).toEqual([
      400,
      { path: "totalAmount", message: "The price is 160.00" },
    ]);
  });

  it("refuses more than 12 dates to a visitor", async () => {
    expect(await world.post("/api/series", asked(13))).toMatchObject({
      status: 400,
      body: { errors: [{ path: "repeat", message: "A series has 2 to 12 dates" }] },
    });
  });
});

describe("the payment of a series", () => {
  it("is one for all downpayments, and confirms every date", async () => {
    const series = await booked(4);
    const { opened, answer } = await paid(series);
    expect(opened.amount).toBe("160.00");
    expect(answer).toMatchObject({ success: true, id: series.body.id });
    expect(answer.bookings.map((one: { paymentStatus: string }) => one.paymentStatus)).toEqual(
      Array(4).fill("downpaid"),
    );
    const again = await world.post("/api/create-payment-intent", {
      seriesId: series.body.id,
      customerEmail: series.email,
    });
    expect(again.status).toBe(409);
  });

  it("is refused to another email, and needs exactly one of the two numbers", async () => {
    const { body } = await booked(2);
    const asking = (fields: object) =>
      world.post("/api/create-payment-intent", { customerEmail: "other@example.test", ...fields });
    expect((await asking({ seriesId: body.id })).body.code).toBe("NotTheCustomer");
    expect((await asking({})).status).toBe(400);
    expect((await asking({ seriesId: body.id, bookingId: body.bookings[0].id })).status).toBe(400);
  });

  it("goes by a test token for staff only", async () => {
    const { body } = await booked(2);
    const path = `/api/series/${body.id}/payment`;
    expect((await world.post(path, { stripeToken: "tok_visa" })).status).toBe(401);
    const byStaff = await world.post(path, { stripeToken: "tok_visa" }, await world.asStaff());
    expect([byStaff.status, byStaff.body.bookings?.[1]?.paymentStatus]).toEqual([200, "downpaid"]);
  });
});

describe("the holder of a series", () => {
  it("sees it by the cookie and by the mailed link of any date; other browsers do not", async () => {
    const { visitor, body } = await booked(3);
    const path = `/api/series/${body.id}`;
    const own = await visitor.get(path);
    expect(own).toMatchObject({
      status: 200,
      body: { id: body.id, repeat: { every: 1 }, dueAmount: "240.00" },
    });
    expect(own.body.bookings).toHaveLength(3);
    expect((await world.call(path)).status).toBe(403);
    const cookie = (await world.holderCookie({ id: body.bookings[2].id })).cookie ?? "";
    const token = cookie.slice(cookie.indexOf("=") + 1);
    expect((await world.call(`${path}?token=${token}`)).status).toBe(200);
    expect((await world.call(path, { headers: await world.asStaff() })).body.bookings).toHaveLength(3);
  });

  it("and staff read of each booking which date it is; a booking by itself says nothing of a series", async () => {
    const { visitor, body } = await booked(3);
    const { id } = body.bookings[1];
    const inSeries = { seriesId: body.id, seriesNumber: 2, seriesSize: 3 };
    const alone = await visitor.book({ ...nextHours() });
    await world.project();
    const held = await visitor.held(alone);
    expect(held.find((one) => one.id === body.bookings[0].id)).toMatchObject({
      ...inSeries,
      seriesNumber: 1,
    });
    expect(held.filter(({ seriesId }) => seriesId === body.id)).toHaveLength(3);
    expect(Object.keys(held.find((one) => one.id === alone.body.id) ?? {})).not.toContain("seriesId");
    const headers = await world.asStaff();
    expect((await world.call(`/api/bookings/${id}`, { headers })).body).toMatchObject(inSeries);
    const day = body.bookings[1].startTime.slice(0, 10);
    const board = await world.call(`/api/board?day=${day}&roomId=${REHEARSAL_ROOM}`, { headers });
    const entry = board.body.rooms[0].entries.find((one: { id: number }) => one.id === id);
    expect(entry).toMatchObject(inSeries);
    const list = await world.call(`/api/bookings?search=${id}`, { headers });
    expect(list.body.bookings?.[0] ?? list.body[0]).toMatchObject(inSeries);
  });

  it("cancels this date and the following: shown first, then done, as a part of the one charge", async () => {
    const series = await booked(4);
    await paid(series);
    const [, second] = series.body.bookings;
    const path = `/api/series/${series.body.id}/cancel`;
    const wanted = { bookingId: second.id, scope: "following" };
    const shown = await series.visitor.post(`${path}?dryRun=1`, wanted);
    expect(shown.status, shown.text).toBe(200);
    expect(shown.body).toMatchObject({
      dates: [7, 14, 21].map((days) => addDays(series.first, days)),
      refundAmount: "108.00",
    });
    expect((await series.visitor.get(`/api/series/${series.body.id}`)).body.bookings[1].status).toBe(
      "confirmed",
    );
    const changed = await series.visitor.post(path, { ...wanted, refundAmount: "60.00" });
    expect([changed.status, changed.body.code]).toEqual([409, "RefundChanged"]);
    const done = await series.visitor.post(path, { ...wanted, refundAmount: shown.body.refundAmount });
    expect([done.status, done.body]).toEqual([200, shown.body]);
    const after = await series.visitor.get(`/api/series/${series.body.id}`);
    expect(after.body.bookings.map(({ status }: { status: string }) => status)).toEqual([
      "confirmed",
      "cancelled",
      "cancelled",
      "cancelled",
    ]);
  });

  it("moves all dates to come to another start, and is told which cannot", async () => {
    const { visitor, body, first } = await booked(3);
    const path = `/api/series/${body.id}/move`;
    const wanted = { bookingId: body.bookings[0].id, scope: "all", startTime: "19:00" };
    const shown = await visitor.post(`${path}?dryRun=1`, wanted);
    expect([shown.status, shown.body.dates?.length, shown.body.difference]).toEqual([200, 3, "0.00"]);
    const second = addDays(first, 7);
    await world.book({ startDate: second, startTime: "19:00", endTime: "21:00" });
    const lost = await visitor.post(path, wanted);
    expect([lost.status, lost.body.dates]).toEqual([409, [second]]);
    const one = await visitor.post(path, { ...wanted, scope: "one" });
    expect([one.status, one.body.dates]).toEqual([200, [first]]);
  });

  it("adds further dates, which it sees first", async () => {
    const { visitor, body, first } = await booked(2);
    const path = `/api/series/${body.id}/extend`;
    const shown = await visitor.post(`${path}?dryRun=1`, { count: 2 });
    expect(shown.status, shown.text).toBe(200);
    expect(daysOf(shown.body)).toEqual([addDays(first, 14), addDays(first, 21)]);
    const added = await visitor.post(path, { count: 2 });
    expect([added.status, added.body.totalAmount]).toEqual([201, "160.00"]);
    expect((await visitor.get(`/api/series/${body.id}`)).body.bookings).toHaveLength(4);
    const both = await visitor.post(path, { count: 2, until: "2027-06-01" });
    expect([both.status, both.body.errors?.[0]?.path]).toEqual([400, "count"]);
  });

  it("is told which field is wrong", async () => {
    const { visitor, body } = await booked(2);
    for (const [path, wanted] of [
      ["bookingId", { scope: "one" }],
      ["scope", { bookingId: 1, scope: "some" }],
      ["startTime", { bookingId: 1, scope: "one", startTime: "7 pm" }],
    ] as const) {
      const { status, body: refused } = await visitor.post(`/api/series/${body.id}/move`, wanted);
      expect([status, refused.errors?.[0]?.path]).toEqual([400, path]);
    }
  });
});
