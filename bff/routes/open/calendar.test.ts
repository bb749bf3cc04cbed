/** Checks what a calendar program fetches: what each scope shows and to which account, and what an unchanged feed costs. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rebuildProjections } from "../../../projections/engine/rebuild.ts";
import { feeds } from "../../../projections/views/feeds/feed-changes.ts";
import type { Call } from "../../testing/staff-fixture.ts";
import { readCalendar } from "./calendar-reader-fixture.ts";
import { bookingsIn, type FeedWorld, startFeedWorld } from "./feed-fixture.ts";

let feed: FeedWorld;
beforeAll(async () => {
  feed = await startFeedWorld();
});
afterAll(() => feed.world.close());

const asManager = (path: string, call: Call = {}) => feed.world.call(path, { token: feed.manager, ...call });

describe("what a feed shows", () => {
  it("to a customer: their own bookings alone, and as a guest under the verified email", async () => {
    const { customers, ada, make, entriesOf, tagOf, close } = feed;
    const guest = await customers.register();
    const [own, asGuest, unverified, other] = [
      await customers.book({ userId: ada.id, email: ada.email }),
      await customers.book({ email: ada.email.toUpperCase() }),
      await customers.book({ email: guest.email }),
      await customers.book(),
    ];
    await close([own.roomId], "2027-02-01", "Mine is not this");
    const { path } = await make(ada.token, { scope: "mine" });
    const entries = await entriesOf(path);
    expect(bookingsIn(entries)).toEqual([own.id, asGuest.id]);
    expect(entries).toHaveLength(2);
    const ofGuest = await make(guest.token, { scope: "mine" });
    expect(await entriesOf(ofGuest.path)).toEqual([]);
    const before = await tagOf(ofGuest.path);
    await customers.verify(guest);
    expect(await tagOf(ofGuest.path)).not.toBe(before);
    expect(bookingsIn(await entriesOf(ofGuest.path))).toEqual([unverified.id]);
    expect(other.id).toBeGreaterThan(0);
  });

  it("to staff: a room, all rooms, what they made themselves, with closures", async () => {
    const { world, customers, manager, make, entriesOf, close } = feed;
    const { body: made } = await asManager("/api/staff/bookings", {
      method: "POST",
      body: {
        roomId: 3,
        startDate: "2027-02-02",
        startTime: customers.at("2027-02-02", 14).toISOString(),
        endTime: customers.at("2027-02-02", 16).toISOString(),
        duration: "hourly",
        eventType: "rehearsal",
        attendees: 2,
        firstName: "Charles",
        lastName: "Babbage",
        payment: "desk",
      },
    });
    const byVisitor = await customers.book({}, { roomId: 4, startsAt: customers.at("2027-02-02", 10) });
    expect((await close([3, 4], "2027-02-03", "Boiler")).status).toBe(201);
    const colleague = await world.logIn((await world.hire("desk")).username);
    const [venue, room, own, others] = [
      await make(colleague, { scope: "house" }),
      await make(manager, { scope: "room", roomId: 4 }),
      await make(manager, { scope: "mine" }),
      await make(colleague, { scope: "mine" }),
    ];
    const all = await entriesOf(venue.path);
    expect(bookingsIn(all)).toEqual(expect.arrayContaining([made.id, byVisitor.id]));
    expect(all.find((entry) => bookingsIn([entry]).includes(made.id))).toMatchObject({
      summary: expect.stringMatching(/^Charles Babbage, /),
      start: customers.at("2027-02-02", 14).toISOString(),
      end: customers.at("2027-02-02", 16).toISOString(),
    });
    const closed = expect.objectContaining({
      summary: "Closed: Boiler",
      start: customers.at("2027-02-03", 10).toISOString(),
    });
    expect(all).toContainEqual(closed);
    const ofRoom = await entriesOf(room.path);
    expect(bookingsIn(ofRoom)).toContain(byVisitor.id);
    expect(bookingsIn(ofRoom)).not.toContain(made.id);
    expect(ofRoom).toContainEqual(closed);
    const ofManager = await entriesOf(own.path);
    expect(bookingsIn(ofManager)).toEqual([made.id]);
    expect(ofManager).toContainEqual(closed);
    expect(await entriesOf(others.path)).toEqual([]);
  });

  it("without names: when each room is busy, and nothing else", async () => {
    const { world, customers, manager, make, fetchFeed, entriesOf, close } = feed;
    const { id, startsAt, endsAt } = await customers.book();
    await close([1], "2027-02-04", "Xylophone");
    const { path } = await make(manager, { scope: "free-busy" });
    const all = await make(manager, { scope: "house" });
    const { body } = await fetchFeed(path);
    const { entries } = readCalendar(body.text);
    const named = await entriesOf(all.path);
    expect(new Set(entries.map(({ summary, description }) => `${summary} ${description}`))).toEqual(
      new Set(["Busy null"]),
    );
    expect(entries).toHaveLength(named.length);
    expect(entries).toContainEqual(
      expect.objectContaining({ start: startsAt.toISOString(), end: endsAt.toISOString() }),
    );
    const uids = new Set(named.map(({ uid }) => uid));
    expect(entries.filter(({ uid }) => uids.has(uid))).toEqual([]);
    const people = await world.ownerSql<{ word: string }[]>`
      select distinct word from personal_data, unnest(array[first_name, last_name, email, phone]) word where length(word) > 2`;
    const letters = body.text.replaceAll("\r\n ", "");
    for (const { word } of people) expect(letters).not.toContain(word);
    expect(letters).not.toMatch(new RegExp(`Xylophone|Booking ${id}|/admin|/guest|@example`));
  });
});

describe("a booking in a feed", () => {
  it("keeps its UID, and each change raises SEQUENCE: held, paid, moved, cancelled; for 30 days", async () => {
    const { world, customers, manager, make, fetchFeed, tagOf, entryOf } = feed;
    const { path } = await make(manager, { scope: "house" });
    const booking = await customers.book({}, { unpaid: true });
    const held = await entryOf(path, booking.id);
    expect(held).toMatchObject({ status: "TENTATIVE", transparency: "OPAQUE" });
    await customers.command(booking.id, {
      type: "ReceiveDownpayment",
      paymentIntentId: "pi_feed",
      chargeId: "ch_feed",
      amountCents: 15_000,
      hoursAvailable: true,
      now: world.clock.now(),
    });
    const startTime = customers.at("2027-02-08", 12).toISOString();
    const moved = await asManager(`/api/bookings/${booking.id}/move`, {
      method: "POST",
      body: { startTime, roomId: booking.roomId === 1 ? 2 : 1 },
    });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    const after = await entryOf(path, booking.id);
    expect(after).toMatchObject({ uid: held?.uid, start: startTime });
    expect(after?.sequence).toBeGreaterThan(held?.sequence ?? 0);
    await customers.command(booking.id, {
      type: "CancelBooking",
      cancelledBy: "venue",
      now: world.clock.now(),
    });
    const cancelled = await entryOf(path, booking.id);
    expect(cancelled).toMatchObject({ uid: held?.uid, status: "CANCELLED", transparency: "TRANSPARENT" });
    expect(cancelled?.sequence).toBeGreaterThan(after?.sequence ?? 0);
    expect(cancelled?.sequence).toBe(await customers.versionOf(booking.id));
    const tag = await tagOf(path);
    await customers.atTime(new Date("2026-12-31T15:00:00Z"), async () => {
      expect(await entryOf(path, booking.id)).toBeDefined();
    });
    await customers.atTime(new Date("2027-01-02T15:00:00Z"), async () => {
      expect(await entryOf(path, booking.id)).toBeUndefined();
      expect((await fetchFeed(path, { "If-None-Match": tag })).status).toBe(200);
    });
  });

  it("leaves a room's feed when it is moved to another room", async () => {
    const { customers, manager, make, entriesOf, tagOf } = feed;
    const { path } = await make(manager, { scope: "room", roomId: 5 });
    const booking = await customers.book({}, { roomId: 5, startsAt: customers.at("2027-02-09", 10) });
    const tag = await tagOf(path);
    expect(bookingsIn(await entriesOf(path))).toContain(booking.id);
    const startTime = booking.startsAt.toISOString();
    await asManager(`/api/bookings/${booking.id}/move`, { method: "POST", body: { startTime, roomId: 6 } });
    expect(bookingsIn(await entriesOf(path))).not.toContain(booking.id);
    expect(await tagOf(path)).not.toBe(tag);
  });

  it("is at its hours in the weeks in which the clocks change", async () => {
    const { customers, manager, make, fetchFeed } = feed;
    const { path } = await make(manager, { scope: "room", roomId: 7 });
    const days = ["2027-03-13", "2027-03-15", "2027-11-06", "2027-11-08"];
    const booked = [];
    for (const day of days)
      booked.push(await customers.book({}, { roomId: 7, startsAt: customers.at(day, 10) }));
    const { body } = await fetchFeed(path);
    const { entries } = readCalendar(body.text);
    for (const { startsAt, endsAt } of booked)
      expect(entries).toContainEqual(
        expect.objectContaining({ start: startsAt.toISOString(), end: endsAt.toISOString() }),
      );
    for (const day of days)
      expect(body.text).toContain(`TZID=America/New_York:${day.replaceAll("-", "")}T100000`);
  });

  it("loses its name with the erasure of the person, and the feed tells so", async () => {
    const { world, customers, manager, make, fetchFeed, tagOf, entryOf } = feed;
    const { path } = await make(manager, { scope: "house" });
    const booking = await customers.book({ email: "forget@example.test" });
    const [person] = await world.ownerSql<{ name: string }[]>`
      update personal_data set first_name = 'Zorblax' where email = 'forget@example.test' returning first_name as name`;
    expect(person?.name).toBe("Zorblax");
    expect((await entryOf(path, booking.id))?.summary).toContain("Zorblax");
    const tag = await tagOf(path);
    const admin = await world.logIn((await world.hire("admin")).username);
    await world.call("/api/erasures", {
      method: "POST",
      token: admin,
      body: { email: "forget@example.test", confirm: "forget@example.test" },
    });
    const answer = await fetchFeed(path, { "If-None-Match": tag });
    expect(answer.status).toBe(200);
    expect(answer.body.text).not.toContain("Zorblax");
    expect((await entryOf(path, booking.id))?.summary).toMatch(/^Guest, /);
  });
});

describe("an unchanged feed", () => {
  it("is 304, for lists and weak tags, and answers HEAD", async () => {
    const { world, manager, make, fetchFeed } = feed;
    const { path } = await make(manager, { scope: "house" });
    const first = await fetchFeed(path);
    const tag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect(first.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const answer = await fetchFeed(path, { "If-None-Match": known });
      expect(answer.status, known).toBe(304);
      expect(answer.body.text).toBe("");
      expect(answer.headers.get("etag")).toBe(tag);
      expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    }
    expect((await fetchFeed(path, { "If-None-Match": '"other"' })).body.text).toBe(first.body.text);
    const head = await world.call(path, { method: "HEAD" });
    expect([head.status, head.headers.get("etag"), head.body.text]).toEqual([200, tag, ""]);
    expect((await world.call(path, { method: "HEAD", headers: { "If-None-Match": tag } })).status).toBe(304);
    expect((await world.call(path, { method: "POST", body: {} })).status).toBe(404);
  });

  it("reads no booking, and goes on while the bookings are locked", async () => {
    const { world, ada, make, fetchFeed, tagOf } = feed;
    const { path } = await make(ada.token, { scope: "mine" });
    const tag = await tagOf(path);
    await world.ownerSql.begin(async (tx) => {
      await tx`lock table bookings, room_blocks in access exclusive mode`;
      expect((await fetchFeed(path, { "If-None-Match": tag })).status).toBe(304);
    });
  });

  it("stays so when others book, and changes with its own bookings, the venue's name and the day", async () => {
    const { world, customers, manager, ada, make, tagOf } = feed;
    const { path } = await make(ada.token, { scope: "mine" });
    const room = await make(manager, { scope: "room", roomId: 1 });
    const [tag, ofRoom] = [await tagOf(path), await tagOf(room.path)];
    await customers.book({}, { roomId: 2, startsAt: customers.at("2027-02-10", 10) });
    expect([await tagOf(path), await tagOf(room.path)]).toEqual([tag, ofRoom]);
    const own = await customers.book({ userId: ada.id, email: ada.email });
    const booked = await tagOf(path);
    expect(booked).not.toBe(tag);
    await customers.command(own.id, {
      type: "CancelBooking",
      cancelledBy: "customer",
      now: world.clock.now(),
    });
    expect(await tagOf(path)).not.toBe(booked);
    const today = await tagOf(path);
    await customers.atTime(new Date("2026-12-02T15:00:00Z"), async () => {
      expect(await tagOf(path)).not.toBe(today);
    });
  });

  it("is the same bytes and tag after the tables were built again", async () => {
    const { world, manager, make, fetchFeed } = feed;
    const { path } = await make(manager, { scope: "room", roomId: 7 });
    const before = await fetchFeed(path);
    const [rebuilt] = await rebuildProjections(world.core.sql, [feeds]);
    expect(rebuilt?.compared).toEqual([expect.objectContaining({ table: "feed_changes", differing: 0 })]);
    const after = await fetchFeed(path);
    expect(after.headers.get("etag")).toBe(before.headers.get("etag"));
    expect(after.body.text).toBe(before.body.text);
  });

  it("is noted as fetched, all fetches in one write", async () => {
    const { world, ada, make, fetchFeed, tagOf } = feed;
    const { id, path } = await make(ada.token, { scope: "mine" });
    const listed = async () =>
      (await world.call("/api/feeds", { token: ada.token })).body.find(
        (one: { id: number }) => one.id === id,
      );
    expect((await listed()).lastFetchedAt).toBeNull();
    const tag = await tagOf(path);
    const written = () => world.ownerSql<{ xmin: string }[]>`
      select xmin::text from calendar_feeds where feed_id = ${id}`;
    const before = await written();
    for (let n = 0; n < 5; n++) await fetchFeed(path, { "If-None-Match": tag });
    expect(await written()).toEqual(before);
    expect((await listed()).lastFetchedAt).toBe(world.clock.now().toISOString());
  });
});
