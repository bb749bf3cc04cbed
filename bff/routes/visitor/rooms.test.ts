import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { expireBooking } from "../../../core/booking/handle.ts";
import { addDays } from "../../../core/venue/time/venue-time.ts";
import { Room, RoomBooking } from "../../contract/room.ts";
import { DAY, REHEARSAL_ROOM, startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld();
});
afterAll(() => world.close());

const taken = (query = `startDate=${DAY}&endDate=${DAY}`, headers: Record<string, string> = {}) =>
  world.call(`/api/rooms/${REHEARSAL_ROOM}/bookings?${query}`, { headers });

describe("rooms", () => {
  it("are all seven, in order, as the contract says", async () => {
    const { status, headers, body } = await world.call("/api/rooms");
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-cache");
    const rooms = z.array(Room).parse(body);
    expect(rooms.map((room) => room.displayOrder)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(rooms.filter((room) => room.engineerAvailable).map((room) => room.slug)).toEqual([
      "media-production",
    ]);
  });

  it("say when the next hour is free, skipping taken and closed hours and Sundays", async () => {
    const nextFree = async () => (await world.call("/api/rooms/conference-room")).body.nextFreeAt;
    expect(await nextFree()).toBe("2026-12-01T16:00:00.000Z");
    const money = { totalAmount: "70.00", downpaymentAmount: "35.00", remainingAmount: "35.00" };
    await world.book({ roomId: 6, startDate: "2026-12-01", startTime: "11:00", endTime: "13:00", ...money });
    await world.project();
    expect(await nextFree()).toBe("2026-12-01T18:00:00.000Z");
    world.clock.set("2026-12-06T02:30:00Z");
    expect(await nextFree()).toBe("2026-12-07T14:00:00.000Z");
    world.clock.set("2026-12-01T15:00:00Z");
  });

  it("say which hours of the first open day are free, without Sundays and past hours", async () => {
    const openDay = async () => (await world.call("/api/rooms/classroom")).body.openDay;
    expect(await openDay()).toEqual({
      day: "2026-12-01",
      freeHours: [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
    });
    const { body: rooms } = await world.call("/api/rooms");
    expect(rooms[5]).toMatchObject({
      slug: "conference-room",
      openDay: { freeHours: [13, 14, 15, 16, 17, 18, 19, 20, 21] },
    });
    world.clock.set("2026-12-06T02:00:00Z");
    expect(await openDay()).toMatchObject({ day: "2026-12-07", freeHours: { length: 13 } });
    world.clock.set("2026-12-01T15:00:00Z");
  });

  it("are found one by one by slug, and another slug is 404", async () => {
    const { body } = await world.call("/api/rooms/black-box-theater");
    expect(Room.parse(body).name).toBe("Black Box Theater");
    for (const slug of ["ballroom", "1", "%00", "Classroom"]) {
      expect(await world.call(`/api/rooms/${slug}`)).toMatchObject({
        status: 404,
        body: { message: "Room not found" },
      });
    }
  });
});

describe("a room's taken hours", () => {
  it("say when and whether they are held, and nothing else", async () => {
    const { id } = await world.book({ startTime: "13:00", endTime: "15:00" });
    await world.project();
    const held = await taken();
    expect(z.array(z.strictObject(RoomBooking.shape)).parse(held.body)).toEqual([
      {
        startTime: "2026-12-15T18:00:00.000Z",
        endTime: "2026-12-15T20:00:00.000Z",
        held: true,
        heldUntil: "2026-12-01T15:30:00.000Z",
      },
    ]);
    const [booking] = await world.sql<
      { email: string }[]
    >`select email from personal_data order by recorded_at desc, id limit 1`;
    expect(held.text).not.toContain(booking?.email);

    await world.payByTestToken(id);
    await world.project();
    expect((await taken()).body).toMatchObject([{ held: false, heldUntil: null }]);
  });

  it("leave out a hold past its deadline, expired already or not", async () => {
    const day = "2026-12-18";
    const { id } = await world.book({ startDate: day });
    await world.project();
    const query = `startDate=${day}&endDate=${day}`;
    expect((await taken(query)).body).toHaveLength(1);
    world.clock.advanceMinutes(30);
    expect((await taken(query)).body).toEqual([]);
    await expireBooking(world.core, id);
    await world.project();
    world.clock.set("2026-12-01T15:00:00Z");
    expect((await taken(query)).body).toEqual([]);
  });

  it("accept days of the venue, the last one included, and instants", async () => {
    await world.book({ startDate: "2026-12-19", startTime: "20:00", endTime: "22:00" });
    await world.project();
    const count = async (query: string) => (await taken(query)).body.length;
    expect(await count("startDate=2026-12-19&endDate=2026-12-19")).toBe(1);
    expect(await count("startDate=2026-12-20&endDate=2026-12-20")).toBe(0);
    expect(await count("startDate=2026-12-20T01:00:00Z&endDate=2026-12-20T01:30:00Z")).toBe(1);
    expect(await count("startDate=2026-12-20T03:00:00.000Z&endDate=2026-12-21T00:00:00.000Z")).toBe(0);
  });

  it("are read once for all parts of a day, and each answer has only its part", async () => {
    const { id } = await world.book({ startDate: "2027-01-12", startTime: "10:00", endTime: "12:00" });
    await world.project();
    const from = Date.parse("2027-01-12T05:00:00Z");
    const ask = async (startsAt: number, endsAt: number) =>
      (await taken(`startDate=${new Date(startsAt).toISOString()}&endDate=${new Date(endsAt).toISOString()}`))
        .body;
    const visit = { from: Date.parse("2027-01-12T15:00:00Z"), to: Date.parse("2027-01-12T17:00:00Z") };
    const [span] = await ask(from, from + 86_400_000);
    expect(span.startTime).toBe("2027-01-12T15:00:00.000Z");
    // Kept answers do not know this deletion: a new read would find nothing.
    await world.ownerSql`delete from availability where booking_id = ${id}`;
    for (const n of [1, 2, 3]) expect(await ask(from + n, from + 86_400_000 - n)).toEqual([span]);
    expect(await ask(from, visit.from)).toEqual([]);
    expect(await ask(from, visit.from + 1)).toEqual([span]);
    expect(await ask(visit.to - 1, visit.to)).toEqual([span]);
    expect(await ask(visit.to, visit.to + 1)).toEqual([]);
  });

  it("are limited for one address: new reads count, repeated reads do not", async () => {
    const eager = { "x-forwarded-for": "203.0.113.77" };
    const day = (n: number) => `startDate=${addDays("2027-02-01", n)}&endDate=${addDays("2027-02-01", n)}`;
    for (let n = 0; n < 300; n++) expect((await taken(day(n), eager)).status).toBe(200);
    const refused = await taken(day(300), eager);
    expect(refused).toMatchObject({ status: 429, body: { code: "TooManyRequests" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await taken(day(0), eager)).status).toBe(200);
    expect((await taken(day(300))).status).toBe(200);
  });

  it.each([
    ["", "MissingInformation", ["startDate", "endDate"]],
    ["startDate=2026-12-01", "MissingInformation", ["endDate"]],
    ["startDate=&endDate=2026-12-01", "MissingInformation", ["startDate"]],
    ["startDate=yesterday&endDate=2026-12-01", "InvalidData", ["startDate"]],
    ["startDate=2026-12-01&endDate=2026-02-30", "InvalidData", ["endDate"]],
    ["startDate=2026-12-01&startDate=2026-12-02&endDate=2026-12-03", "InvalidData", ["startDate"]],
    ["startDate=2026-12-02&endDate=2026-11-30", "InvalidData", ["endDate"]],
    ["startDate=2026-01-01&endDate=2027-03-01", "InvalidData", ["endDate"]],
  ])("refuse ?%s", async (query, code, fields) => {
    const { status, body } = await taken(query);
    expect({ status, code: body.code }).toEqual({ status: 400, code });
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(fields);
  });

  it.each(["99", "0", "-1", "1.5", "abc", "99999999999999999999"])("of the room %s are a 404", async (id) => {
    const answer = await world.call(`/api/rooms/${id}/bookings?startDate=${DAY}&endDate=${DAY}`);
    expect(answer).toMatchObject({ status: 404, body: { message: "Room not found" } });
  });
});

describe("answers from memory", () => {
  /** Changes the table without clearing the memory: a new read sees it. */
  const lengthen = (bookingId: number) =>
    world.ownerSql`update availability set ends_at = ends_at + interval '1 hour' where booking_id = ${bookingId}`;

  it("are used whatever else a query says, and in whatever order", async () => {
    const day = "2026-12-30";
    const { id } = await world.book({ startDate: day });
    await world.project();
    const plain = () => taken(`startDate=${day}&endDate=${day}`);
    // The notification of the booking may arrive late and clear the memory between two reads: then all are asked again.
    await expect
      .poll(async () => {
        const before = await plain();
        await lengthen(id);
        const others = [
          await taken(`startDate=${day}&endDate=${day}&x=1`),
          await taken(`endDate=${day}&y&startDate=${day}`),
        ];
        if ((await plain()).text !== before.text) return "cleared";
        return others.map(({ text }) => text === before.text);
      })
      .toEqual([true, true]);
  });

  const day = "2026-12-22";
  const query = `startDate=${day}&endDate=${day}`;

  it("are the same bytes and tag, with a request id of their own, until the projection moves", async () => {
    const first = await taken(query);
    const id = randomUUID();
    const second = await taken(query, { "x-request-id": id });
    expect(second.text).toBe(first.text);
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
    expect(second.headers.get("x-request-id")).toBe(id);
    expect(second.headers.get("content-security-policy")).toBe(first.headers.get("content-security-policy"));

    await world.book({ startDate: day });
    await world.project();
    await expect.poll(async () => (await taken(query)).body).toHaveLength(1);
    expect((await taken(query)).headers.get("etag")).not.toBe(first.headers.get("etag"));
  });

  it("are 304 to a client that has them, from memory or not, also through a proxy that weakens the tag", async () => {
    const tag = (await taken(query)).headers.get("etag") ?? "";
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const answer = await taken(query, { "if-none-match": sent });
      expect(answer).toMatchObject({ status: 304, text: "" });
      expect(answer.headers.get("etag")).toBe(tag);
    }
    world.clock.advanceMinutes(1);
    expect((await taken(query, { "if-none-match": tag })).status).toBe(304);
    expect((await taken(query, { "if-none-match": '"other"' })).status).toBe(200);
  });

  it("are dropped by a rebuild, whose rows may differ at the same position", async () => {
    const { id } = await world.book({ startDate: day, startTime: "15:00", endTime: "17:00" });
    await world.project();
    let kept = "";
    await expect
      .poll(async () => {
        kept = (await taken(query)).text;
        await lengthen(id);
        return (await taken(query)).text === kept;
      })
      .toBe(true);
    const [at] = await world.sql<{ position: string }[]>`
      select epoch || '.' || xid || '.' || position as position from projection_cursors where name = 'availability'`;
    const payload = JSON.stringify({ projections: ["availability"], position: at?.position });
    await world.sql.notify("projected", payload);
    await expect.poll(async () => (await taken(query)).text).not.toBe(kept);
  });
});

describe("Read-After", () => {
  const day = "2026-12-23";
  const query = `startDate=${day}&endDate=${day}`;
  const bookThere = (startTime: string, endTime: string) =>
    world.post("/api/bookings", world.submission({ startDate: day, startTime, endTime }));

  it("waits until the projection has what was written", async () => {
    await taken(query);
    const release = await world.holdViews();
    const { headers } = await bookThere("09:00", "11:00");
    const readAfter = headers.get("log-position") ?? "";
    expect((await taken(query)).body).toEqual([]);
    let answered = false;
    const waiting = taken(query, { "read-after": readAfter }).then((answer) => {
      answered = true;
      return answer;
    });
    await taken(query);
    expect(answered).toBe(false);
    await release();
    expect((await waiting).body).toHaveLength(1);
    expect((await taken(query, { "read-after": readAfter })).body).toHaveLength(1);
  });

  it("waits no longer than 2 s, and is then refused rather than answered older", async () => {
    const release = await world.holdViews();
    const { headers } = await bookThere("11:00", "13:00");
    const asked = performance.now();
    const answer = await taken(query, { "read-after": headers.get("log-position") ?? "" });
    const waited = performance.now() - asked;
    await release();
    expect(answer).toMatchObject({ status: 503, body: { code: "ViewBehind" } });
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(waited).toBeGreaterThan(1_900);
    expect(waited).toBeLessThan(4_000);
  });

  it("beyond the log's end is waited for as far as the log goes, as after a failover that lost what was seen", async () => {
    const release = await world.holdViews();
    await bookThere("13:00", "15:00");
    const asked = performance.now();
    const waiting = taken(query, { "read-after": "999999999.1.1" });
    await release();
    expect((await waiting).body).toHaveLength(3);
    expect((await taken(query, { "read-after": "999999999.1.1" })).status).toBe(200);
    expect(performance.now() - asked).toBeLessThan(1_500);
  });

  it.each(["nonsense", "1.2", "-1.0.0", "1.99999999999999999999999.1", "1.1.1, 1.1.2"])(
    "ignores %j",
    async (header) => {
      const asked = performance.now();
      expect((await taken(query, { "read-after": header })).status).toBe(200);
      expect(performance.now() - asked).toBeLessThan(1_500);
    },
  );
});
