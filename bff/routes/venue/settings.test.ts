import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestCore } from "../../../core/testing/test-core.ts";
import { followVenue } from "../../../core/venue/follow-venue.ts";
import { seedVenue } from "../../../core/venue/seed-venue.ts";
import { Venue, VenueWithChanges } from "../../contract/venue/venue-record.ts";
import { type Answer, type Call, type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";
import { openSocket } from "../../testing/visitor-fixture.ts";

let world: StaffWorld;
let token: string;
/** Every room's answer before any stream has changed. */
let untouched: Answer;

beforeAll(async () => {
  world = await startStaffWorld();
  untouched = await world.call("/api/rooms");
  await seedVenue(world.ownerSql);
  await world.core.venue.reload();
  token = await world.logIn((await world.hire("manager")).username);
}, 60_000);
afterAll(() => world.close());

const call = (method: string, path: string, body: unknown, more: Call = {}) =>
  world.call(path, { method, token, body, ...more });
const room = async (slug: string): Promise<Record<string, unknown>> =>
  (await world.call(`/api/rooms/${slug}`)).body;

const submission = (changes: Record<string, unknown> = {}) => ({
  roomId: 6,
  firstName: "Ada",
  lastName: "Byron",
  email: "ada@example.test",
  phone: "+1 212 555 0100",
  startDate: "2027-01-12",
  startTime: "10:00",
  endTime: "12:00",
  eventType: "Meeting",
  bookingDuration: "hourly",
  hourCount: 2,
  terms: true,
  ...changes,
});

describe("a room", () => {
  it("reads for visitors as it did, to the byte, once it is a stream", async () => {
    expect((await world.call("/api/rooms")).body).toEqual(untouched.body);
    const fields = Object.keys((await room("recording-studio")) ?? {});
    expect(fields).toEqual([
      "id",
      "slug",
      "name",
      "description",
      "capacity",
      "features",
      "equipment",
      "imageUrl",
      "images",
      "category",
      "displayOrder",
      "bookable",
      "photos",
      "engineerAvailable",
      "hourlyRate",
      "halfDayRate",
      "fullDayRate",
      "widthFeet",
      "depthFeet",
      "heightFeet",
      "sound",
      "look",
      "plan",
      "timeZone",
      "nextFreeAt",
      "openDay",
    ]);
  });

  it("has its new price for the next visitor, and its pages get a message", async () => {
    const socket = await openSocket(`http://127.0.0.1:${world.port}`, {});
    socket.say({ type: "subscribe_room", roomId: 6 });
    await socket.settled();
    await world.call("/api/rooms/conference-room");
    const changed = await call("PATCH", "/api/rooms/6", {
      hourlyRate: "51.00",
      overlay: "NEW CHAIRS",
      turnaroundHours: 1,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { id: 6, hourlyRate: "51.00", overlay: "NEW CHAIRS" },
    });
    expect(await room("conference-room")).toMatchObject({
      hourlyRate: "51.00",
      overlay: "NEW CHAIRS",
      turnaroundHours: 1,
    });
    const messages = await socket.hears(1);
    expect(messages.at(-1)).toMatchObject({
      type: "room_changed",
      data: { roomId: 6, roomName: "Conference Room" },
    });
    socket.close();

    const old = await world.call("/api/bookings", {
      method: "POST",
      body: submission({ totalAmount: "100.00", downpaymentAmount: "50.00", remainingAmount: "50.00" }),
    });
    expect(old).toMatchObject({
      status: 400,
      body: {
        message: "Invalid booking data",
        errors: [{ path: "totalAmount", message: "The price is 102.00" }, {}, {}],
      },
    });
    const booked = await world.call("/api/bookings", {
      method: "POST",
      body: submission({ totalAmount: "102.00", downpaymentAmount: "51.00", remainingAmount: "51.00" }),
    });
    expect(booked).toMatchObject({ status: 201, body: { totalAmount: "102.00" } });
  });

  it("that takes no bookings is 409 for a visitor", async () => {
    await call("PATCH", "/api/rooms/6", { bookable: false });
    expect(await room("conference-room")).toMatchObject({ bookable: false, nextFreeAt: null });
    const amounts = { totalAmount: "102.00", downpaymentAmount: "51.00", remainingAmount: "51.00" };
    const refused = await world.call("/api/bookings", {
      method: "POST",
      body: submission({ ...amounts, startTime: "14:00", endTime: "16:00" }),
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { message: "This room takes no bookings at the moment" },
    });
    await call("PATCH", "/api/rooms/6", { bookable: true });
  });

  it("that is added is listed, found and booked like any other", async () => {
    const rates = { hourlyRate: 20, halfDayRate: "70.00", fullDayRate: "120.00" };
    const added = await call("POST", "/api/rooms", {
      name: "Print Shop",
      description: "Four presses.",
      capacity: 9,
      ...rates,
    });
    expect(added).toMatchObject({
      status: 201,
      body: {
        slug: "print-shop",
        displayOrder: 8,
        bookable: true,
        hourlyRate: "20.00",
        imageUrl: "/rooms/print-shop.svg",
      },
    });
    expect(await room("print-shop")).toMatchObject({ name: "Print Shop", halfDayRate: "70.00" });
    const find = await world.call("/api/find?day=2027-01-12&start=10:00&hours=2&people=9");
    expect(find.body.rooms).toContainEqual(
      expect.objectContaining({ slug: "print-shop", totalAmount: "40.00" }),
    );
    expect(
      (await call("POST", "/api/rooms", { name: "Print Shop", description: "Again.", capacity: 9, ...rates }))
        .body.slug,
    ).toBe("print-shop-2");
    const retired = await call("PATCH", `/api/rooms/${added.body.id}`, { retired: true });
    expect(retired.status).toBe(200);
    expect((await world.call("/api/rooms/print-shop")).status).toBe(404);
    const set = await world.call("/api/staff/rooms", { token });
    expect(set.body).toContainEqual(expect.objectContaining({ slug: "print-shop", retired: true }));
  });

  it.each([
    [{ hourlyRate: "cheap" }, "hourlyRate"],
    [{ hourlyRate: -1 }, "hourlyRate"],
    [{ capacity: 0 }, "capacity"],
    [{ capacity: 2.5 }, "capacity"],
    [{ name: " " }, "name"],
    [{ overlay: "x".repeat(41) }, "overlay"],
    [{ features: ["a\u0000b"] }, "features.0"],
    [{ features: ["a\nb"] }, "features.0"],
    [{ name: "Room\r\nEND:VEVENT" }, "name"],
    [{ overlay: "SO\nON" }, "overlay"],
    [{ widthFeet: 0 }, "widthFeet"],
    [{ plan: ["Piano"] }, "plan"],
    [{ plan: ["Piano: 90, 1, 5 x 2"] }, "plan"],
    [{ widthFeet: null }, "plan"],
    [{ sound: "x".repeat(301) }, "sound"],
    [{ displayOrder: 1e12 }, "displayOrder"],
    [{ turnaroundHours: 13 }, "turnaroundHours"],
    [{ bookable: "yes" }, "bookable"],
    [{ engineerHourlyRate: "60.00" }, "engineerHourlyRate"],
  ])("is not changed by %j", async (body, path) => {
    const answer = await call("PATCH", "/api/rooms/4", body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it("is known in another process as soon as that is notified", async () => {
    const other = await createTestCore(world);
    const heard: number[] = [];
    const news = await followVenue({
      sql: world.sql,
      venue: other.venue,
      onChanged: () => void heard.push(other.settings.version()),
      logger: { warn: () => undefined } as never,
    });
    await call("PATCH", "/api/rooms/2", { hourlyRate: "149.00" });
    await expect.poll(() => other.rooms.byId(2)?.rates.hourlyCents).toBe(14_900);
    expect(heard.length).toBeGreaterThan(1);
    await news.stop();
  });
});

describe("the venue", () => {
  it("is as it was opened, until staff change it from a day on", async () => {
    const before = Venue.strict().parse((await world.call("/api/house")).body);
    expect(before).toMatchObject({
      openDays: "Monday-Saturday",
      hours: "8:00am-10:00pm",
      holdMinutes: 30,
      downpaymentPercent: 50,
      taxPercent: 0,
    });
    const changed = await call("PATCH", "/api/house", {
      from: "2027-02-01",
      openingHours: { sunday: { open: "10:00", close: "16:00" }, monday: null },
      phone: "+44 20 7946 0000",
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        house: { phone: before.phone },
        upcoming: [{ from: "2027-02-01" }, { from: "2027-02-01", phone: "+44 20 7946 0000" }],
      },
    });
    const at = async (day: string) =>
      (await world.call(`/api/find?day=${day}&start=10:00&hours=2&people=1`)).body.days;
    expect(await at("2027-01-17")).toEqual([]);
    expect(await at("2027-02-07")).toContainEqual(expect.objectContaining({ day: "2027-02-07" }));
    expect(await at("2027-02-08")).toEqual([]);
  });

  it("sets its share and its contact for visitors from now on", async () => {
    const venue = {
      downpaymentPercent: 25,
      email: "desk@hub.example.test",
      address: { street: "1 Main Street", city: "Albany, NY" },
    };
    expect((await call("PATCH", "/api/house", venue)).body).toMatchObject({ house: venue });
    expect((await world.call("/api/house")).body).toMatchObject({
      ...venue,
      mapUrl: "https://www.openstreetmap.org/search?query=1%20Main%20Street%20Albany%20NY",
      // The first map is of the first address.
      map: [],
    });
    const find = await world.call("/api/find?day=2027-01-13&start=10:00&hours=2&people=1");
    expect(find.body.rooms).toContainEqual(
      expect.objectContaining({ slug: "rehearsal-room", totalAmount: "80.00", downpaymentAmount: "20.00" }),
    );
  });

  it("keeps its bank details for staff, from their day on", async () => {
    const bankDetails = "The Hub LLC, First Bank\nAccount 4417 1234 0";
    expect((await call("PATCH", "/api/house", { bankDetails })).body).toMatchObject({ bankDetails });
    const later = await call("PATCH", "/api/house", { from: "2027-02-01", bankDetails: "" });
    expect(later.body).toMatchObject({
      bankDetails,
      upcoming: expect.arrayContaining([expect.objectContaining({ from: "2027-02-01", bankDetails: "" })]),
    });
    expect((await world.call("/api/staff/house", { token })).body.bankDetails).toBe(bankDetails);
    for (const path of ["/api/house", "/api/rooms", "/"]) {
      expect(JSON.stringify((await world.call(path)).body)).not.toContain("First Bank");
    }
    const desk = await world.logIn((await world.hire("staff")).username);
    const refused = await world.call("/api/house", {
      method: "PATCH",
      token: desk,
      body: { bankDetails: "" },
    });
    expect(refused.status).toBe(403);
    expect((await world.call("/api/staff/house", { token: desk })).status).toBe(403);
  });

  it.each([
    [{ bankDetails: "9".repeat(301) }, "bankDetails"],
    [{ bankDetails: "1\n2\n3\n4\n5\n6\n7\n8\n9" }, "bankDetails"],
    [{ from: "2020-01-01", taxPercent: 5 }, "from"],
    [{ from: "soon" }, "from"],
    [{ openingHours: { monday: { open: "9", close: "22:00" } } }, "openingHours.monday.open"],
    [{ openingHours: { monday: { open: "12:00", close: "12:00" } } }, "openingHours.monday.close"],
    [{ downpaymentPercent: 101 }, "downpaymentPercent"],
    [{ downpaymentPercent: 33.3 }, "downpaymentPercent"],
    [{ holdMinutes: 0 }, "holdMinutes"],
    [{ taxPercent: 8.87555 }, "taxPercent"],
    [
      {
        refundTerms: [
          { hoursBefore: 1, refundPercent: 10, feePercent: 0 },
          { hoursBefore: 1, refundPercent: 20, feePercent: 0 },
        ],
      },
      "refundTerms",
    ],
    [{ social: [{ name: "X", url: "javascript:alert(1)" }] }, "social.0.url"],
    [{ email: "unknown" }, "email"],
    [{ name: "" }, "name"],
    [{ name: "The Hub\r\nATTACH:https://evil.example" }, "name"],
    [{ name: "The\u2028Hub" }, "name"],
    [{ address: { street: "1 Main\nStreet", city: "Albany" } }, "address.street"],
    [{ address: { street: "1 Main Street", city: "Al\tbany" } }, "address.city"],
    [{ directions: "Up\r\nthe stairs" }, "directions"],
    [{ map: ["The Hub"] }, "map"],
    [{ map: ["The Hub: 99, 1, 9 x 9"] }, "map"],
    [{ phone: "212\n555 0100" }, "phone"],
    [{ social: [{ name: "X\nY", url: "https://x.example" }] }, "social.0.name"],
  ])("is not changed by %j", async (body, path) => {
    expect(await call("PATCH", "/api/house", body)).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([expect.objectContaining({ path })]) },
    });
  });
});

describe("a scheduled change of the venue", () => {
  const isOpen = async (day: string): Promise<boolean> => {
    const { body } = await world.call(`/api/find?day=${day}&start=10:00&hours=1&people=1`);
    return z
      .array(z.object({ day: z.string() }))
      .parse(body.days)
      .some((found) => found.day === day);
  };
  const upcoming = async () => (await world.call("/api/staff/house", { token })).body.upcoming;

  it("leaves every weekday that it does not name as it was decided, before or after it", async () => {
    const long = { open: "10:00", close: "22:00" };
    await call("PATCH", "/api/house", { from: "2027-03-21", openingHours: { monday: long } });
    const closed = await call("PATCH", "/api/house", {
      from: "2027-03-01",
      openingHours: { tuesday: null },
    });
    // Tuesdays before and after the day of the scheduled change of Mondays.
    expect([await isOpen("2027-02-23"), await isOpen("2027-03-02"), await isOpen("2027-03-23")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(closed.body.upcoming).toContainEqual(
      expect.objectContaining({ from: "2027-03-01", openingHours: { tuesday: null } }),
    );
  });

  it("can be withdrawn until it begins, and what was decided before it applies again", async () => {
    const body = { from: "2027-04-01", openingHours: { thursday: null }, taxPercent: 7 };
    const changed = await call("PATCH", "/api/house", body);
    expect(await isOpen("2027-04-08")).toBe(false);
    const before = VenueWithChanges.parse(changed.body).upcoming;
    const change = before.find(({ from, openingHours }) => from === "2027-04-01" && openingHours);
    const withdrawn = await call("DELETE", `/api/house/changes/${change?.id}`, undefined);
    expect(withdrawn.status).toBe(200);
    expect(withdrawn.body.upcoming).toEqual(before.filter(({ id }) => id !== change?.id));
    expect(await upcoming()).toEqual(withdrawn.body.upcoming);
    expect(await isOpen("2027-04-08")).toBe(true);
    expect(await call("DELETE", `/api/house/changes/${change?.id}`, undefined)).toMatchObject({
      status: 404,
      body: { code: "HouseChangeNotFound" },
    });
    expect(await call("DELETE", "/api/house/changes/1", undefined)).toMatchObject({
      status: 409,
      body: {
        code: "HouseChangeBegun",
        message:
          "This change already applies and can no longer be withdrawn. Change the settings again instead",
      },
    });
    const [event] = await world.sql`select data from events where type = 'HouseChangeWithdrawn'`;
    expect(event?.data).toEqual({ change: change?.id, from: "2027-04-01" });
  });

  it("that closes the day of a booking leaves the booking as it was agreed", async () => {
    const booked = await world.call("/api/bookings", {
      method: "POST",
      body: submission({
        startDate: "2027-04-15",
        totalAmount: "102.00",
        downpaymentAmount: "25.50",
        remainingAmount: "76.50",
      }),
    });
    expect(booked.status).toBe(201);
    await call("PATCH", "/api/house", { from: "2027-04-10", openingHours: { thursday: null } });
    const moved = await world.call(`/api/bookings/${booked.body.id}`, { token });
    expect(moved.body).toMatchObject({ status: "pending", startTime: "2027-04-15T14:00:00.000Z" });
  });
});
