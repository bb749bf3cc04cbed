/** Checks the call by which a person joins the waitlist, and whose data an entry is. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CustomerWorld, customerWorld, errorsOf } from "../../testing/customer-fixture.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";
import { WAITED_ROOM, type WaitlistWorld, waitlistOf } from "../../testing/waitlist-fixture.ts";

const OTHER_ROOM = 6;

let world: StaffWorld;
let waitlist: WaitlistWorld;
let customers: CustomerWorld;
beforeAll(async () => {
  world = await startStaffWorld();
  waitlist = waitlistOf(world);
  customers = customerWorld(world);
});
afterAll(() => world.close());

describe("POST /api/waitlist", () => {
  it("answers the entry's number, its token and how many are before it", async () => {
    const { day } = await waitlist.takenEvening();
    const before = await waitlist.join(day);
    await waitlist.take(day, OTHER_ROOM, { from: 9, to: 12 });
    const elsewhere = { roomIds: [OTHER_ROOM], from: "09:00", to: "12:00", hours: 3 };
    expect((await waitlist.join(day, elsewhere)).ahead).toBe(0);
    const { status, body, headers } = await waitlist.post("/api/waitlist", waitlist.wish(day));
    expect([status, body]).toEqual([
      201,
      { id: expect.any(Number), token: expect.stringMatching(/^\d+\.[\w-]{43}$/), ahead: 1 },
    ]);
    expect(before.ahead).toBe(0);
    expect(headers.get("log-position")).toBeTruthy();
    expect(headers.get("cache-control")).toBe("no-store");
    expect(await waitlist.entry(body)).toEqual({
      id: body.id,
      state: "waiting",
      ahead: 1,
      wish: {
        roomIds: [WAITED_ROOM],
        roomNames: [world.core.rooms.nameOf(WAITED_ROOM)],
        day,
        until: day,
        from: "18:00",
        to: "20:00",
        hours: 2,
        attendees: null,
        bookingDuration: "hourly",
      },
      joinedAt: world.clock.now().toISOString(),
      lapses: 0,
    });
  });

  it.each([
    ["roomIds", { roomIds: [] }, "Choose one or more rooms"],
    ["roomIds", { roomIds: [999] }, "Visitors cannot book one of these rooms"],
    ["roomIds.0", { roomIds: ["5"] }, "Room must be a number"],
    ["day", { day: "soon" }, "Enter a day as YYYY-MM-DD"],
    ["day", { day: "2026-11-30" }, "The day has passed"],
    ["day", { day: "2028-06-01" }, "Bookings can be made at most 365 days ahead"],
    ["day", { day: "2027-01-03" }, "The venue is closed on Sundays"],
    ["until", { until: "2027-01-01" }, "The last day must not be before the first"],
    ["until", { until: "2027-10-01" }, "Choose at most 92 days"],
    ["from", { from: "18:30" }, "From must be a whole hour, such as 18:00"],
    ["from", { from: "22:00", to: "24:00" }, "The venue is not open so long between from and to"],
    ["to", { to: "18:00" }, "To must be after from"],
    ["to", { to: "19:00" }, "There are fewer than 2 hours between from and to"],
    ["to", { to: "25:00" }, "To must be a whole hour, such as 18:00"],
    ["hours", { hours: 0 }, "Hours must be at least 1"],
    ["hours", { bookingDuration: "half-day" }, "A half-day booking is 4 hours long"],
    ["attendees", { attendees: 500 }, "None of these rooms holds so many people"],
    ["bookingDuration", { bookingDuration: "weekly" }, "Duration must be hourly, half-day or full-day"],
    ["eventType", { eventType: "Séance" }, /^Event type must be one of/],
    ["email", { email: "no one" }, "Invalid email"],
    ["email", { email: "" }, "Email is required"],
    ["firstName", { firstName: " " }, "First name is required"],
    ["phone", { phone: "12" }, "Enter a phone number with at least five digits"],
    ["terms", { terms: false }, /terms/i],
  ])("names the field of what does not fit: %s %j", async (path, changes, message) => {
    const answer = await waitlist.post("/api/waitlist", waitlist.wish("2027-01-05", changes));
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toContainEqual([
      path,
      typeof message === "string" ? message : expect.stringMatching(message),
    ]);
  });

  it("answers hours that are free instead of an entry", async () => {
    const day = waitlist.nextDay();
    await waitlist.take(day, WAITED_ROOM, { from: 18, to: 19 });
    const asked = waitlist.wish(day, { to: "22:00" });
    const { status, body } = await waitlist.post("/api/waitlist", asked);
    expect([status, body.code]).toEqual([409, "HoursAreFree"]);
    expect(body.free).toEqual([
      { roomId: WAITED_ROOM, startTime: waitlist.instant(day, 19), endTime: waitlist.instant(day, 21) },
      { roomId: WAITED_ROOM, startTime: waitlist.instant(day, 20), endTime: waitlist.instant(day, 22) },
    ]);
  });

  it("answers a repeated request as the first, also once others wait, and refuses the key for another", async () => {
    const { day } = await waitlist.takenEvening();
    const headers = { "Idempotency-Key": randomUUID() };
    const asked = waitlist.wish(day);
    const first = await waitlist.post("/api/waitlist", asked, { headers });
    await waitlist.join(day);
    const again = await waitlist.post("/api/waitlist", asked, { headers });
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = await waitlist.post("/api/waitlist", { ...asked, lastName: "Other" }, { headers });
    expect([other.status, other.body.code]).toEqual([422, "IdempotencyKeyReused"]);
    const bad = await waitlist.post("/api/waitlist", asked, {
      headers: { "Idempotency-Key": "x".repeat(256) },
    });
    expect([bad.status, bad.body.code]).toEqual([400, "InvalidIdempotencyKey"]);
  });

  it("lets one mailbox wait five times, however it is spelled", async () => {
    const { day } = await waitlist.takenEvening();
    const emails = ["five@example.test", "Five@Example.TEST", "five+a@example.test", "FIVE+b@example.test"];
    for (const email of emails) await waitlist.join(day, { email });
    const fifth = await waitlist.join(day, { email: " five@example.test " });
    const more = waitlist.wish(day, { email: "five+c@example.test" });
    const refused = await waitlist.post("/api/waitlist", more);
    expect([refused.status, refused.body.code]).toEqual([429, "TooManyWaiting"]);
    await waitlist.answer(fifth, "withdraw");
    expect((await waitlist.post("/api/waitlist", more)).status).toBe(201);
  });

  it("belongs to the customer who is signed in, who finds it in their data", async () => {
    const { day, taken } = await waitlist.takenEvening();
    const { token } = await customers.register();
    await waitlist.join(day, {}, { token });
    await waitlist.free(taken);
    const { body } = await world.call("/api/auth/my-data", { token });
    expect(body.waitlist).toEqual([
      {
        id: expect.any(Number),
        state: "offered",
        wish: expect.objectContaining({ day, hours: 2 }),
        joinedAt: world.clock.now().toISOString(),
        offers: [
          {
            roomName: world.core.rooms.nameOf(WAITED_ROOM),
            startTime: waitlist.instant(day, 18),
            endTime: waitlist.instant(day, 20),
            until: expect.any(String),
            outcome: null,
          },
        ],
      },
    ]);
  });

  it("shows a guest's entries in the data of the account, once its email is verified", async () => {
    const { day } = await waitlist.takenEvening();
    const customer = await customers.register();
    const { id } = await waitlist.join(day, { email: customer.email.toUpperCase() });
    await waitlist.join(day);
    const own = async () => {
      const { body } = await world.call("/api/auth/my-data", { token: customer.token });
      return body.waitlist.map((entry: { id: number }) => entry.id);
    };
    expect(await own()).toEqual([]);
    await customers.verify(customer);
    expect(await own()).toEqual([id]);
  });
});
