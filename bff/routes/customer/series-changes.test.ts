/** Checks the calls by which the holder of a series sees it, cancels and moves its dates, and adds further ones. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "../../../core/venue/time/venue-time.ts";
import { seriesOf } from "../../testing/series-fixture.ts";
import { REHEARSAL_ROOM, startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";

let world: VisitorWorld;
let series: ReturnType<typeof seriesOf>;
beforeAll(async () => {
  world = await startVisitorWorld();
  series = seriesOf(world);
});
afterAll(() => world.close());

const daysOf = ({ bookings }: { bookings: { startTime: string }[] }) =>
  bookings.map(({ startTime }) => startTime.slice(0, 10));

describe("the holder of a series", () => {
  it("sees it by the cookie and by the mailed link of any date; other browsers do not", async () => {
    const { visitor, body } = await series.booked(3);
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
    const { visitor, body } = await series.booked(3);
    const { id } = body.bookings[1];
    const inSeries = { seriesId: body.id, seriesNumber: 2, seriesSize: 3 };
    const alone = await visitor.book(series.nextHours());
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
    expect(list.body[0]).toMatchObject(inSeries);
  });

  it("cancels this date and the following: shown first, then done, as a part of the one charge", async () => {
    const made = await series.booked(4);
    await series.paid(made);
    const [, second] = made.body.bookings;
    const path = `/api/series/${made.body.id}/cancel`;
    const wanted = { bookingId: second.id, scope: "following" };
    const shown = await made.visitor.post(`${path}?dryRun=1`, wanted);
    expect(shown.status, shown.text).toBe(200);
    expect(shown.body).toMatchObject({
      dates: [7, 14, 21].map((days) => addDays(made.first, days)),
      refundAmount: "108.00",
    });
    expect((await made.visitor.get(`/api/series/${made.body.id}`)).body.bookings[1].status).toBe("confirmed");
    const changed = await made.visitor.post(path, { ...wanted, refundAmount: "60.00" });
    expect([changed.status, changed.body.code]).toEqual([409, "RefundChanged"]);
    const done = await made.visitor.post(path, { ...wanted, refundAmount: shown.body.refundAmount });
    expect([done.status, done.body]).toEqual([200, shown.body]);
    const after = await made.visitor.get(`/api/series/${made.body.id}`);
    expect(after.body.bookings.map(({ status }: { status: string }) => status)).toEqual([
      "confirmed",
      "cancelled",
      "cancelled",
      "cancelled",
    ]);
  });

  it("moves all dates to come to another start, and is told which cannot", async () => {
    const { visitor, body, first } = await series.booked(3);
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
    const { visitor, body, first } = await series.booked(2);
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
    const { visitor, body } = await series.booked(2);
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
