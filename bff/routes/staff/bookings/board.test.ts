/** Checks what the board answers: visits with their money, closed hours, and turnarounds, for a day and for a room's week. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestBooking } from "../../../../core/booking/request-booking.ts";
import { bookingRequest, testMeta } from "../../../../core/testing/test-core.ts";
import { instantAt } from "../../../../core/venue/time/venue-time.ts";
import { Board } from "../../../contract/staff/board.ts";
import { type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";
import { openSocket } from "../../../testing/visitor-fixture.ts";

let world: StaffWorld;
let token: string;
beforeAll(async () => {
  world = await startStaffWorld();
  token = await world.logIn((await world.hire("manager")).username);
}, 60_000);
afterAll(() => world.close());

const call = (method: string, path: string, body?: unknown) => world.call(path, { method, token, body });
const at = (day: string, hour: number): string => instantAt(day, hour, world.core.timeZone).toISOString();

async function board(query: string): Promise<Board> {
  const { status, body } = await call("GET", `/api/board?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return Board.parse(body);
}
const entriesOf = ({ rooms }: Board, roomId: number) => rooms.find(({ id }) => id === roomId)?.entries;

/** Adds a room for the test; answers its number. */
async function addRoom(name: string, turnaroundHours: number): Promise<number> {
  const rates = { hourlyRate: "10.00", halfDayRate: "35.00", fullDayRate: "60.00" };
  const room = { name, description: "A room", capacity: 4, ...rates, turnaroundHours };
  const { status, body } = await call("POST", "/api/rooms", room);
  expect(status, JSON.stringify(body)).toBe(201);
  return Number(body.id);
}

async function book(
  day: string,
  hour: number,
  rest: { roomId: number; hours?: number; attendees?: number; note?: string },
): Promise<number> {
  const { roomId, hours = 1, attendees = null, note = null } = rest;
  const startsAt = new Date(at(day, hour));
  const request = bookingRequest(world.core, { roomId, startsAt, hours });
  const person = { ...request.person, specialRequirements: note };
  const outcome = await requestBooking(world.core, { ...request, attendees, person }, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}

describe("a day", () => {
  it("has every room in order, its visits with their money, and its closures with their reasons", async () => {
    const day = "2027-02-22";
    const paid = await book(day, 10, { roomId: 1, hours: 2, attendees: 4, note: "A second music stand" });
    const held = await book(day, 9, { roomId: 1 });
    const gone = await book(day, 14, { roomId: 1 });
    await book("2027-02-23", 9, { roomId: 1 });
    await call("PATCH", `/api/bookings/${gone}`, { status: "cancelled" });
    await call("POST", `/api/bookings/${paid}/money`, { kind: "received", method: "cash", amount: "100.00" });
    const span = { startTime: at("2027-02-22", 20), endTime: at("2027-02-23", 11) };
    const placed = await call("POST", "/api/blocks", { roomIds: [2, 3], ...span, reason: "New floor" });
    expect(placed.status).toBe(201);

    const shown = await board(`day=${day}`);
    expect(shown).toMatchObject({
      day,
      hours: { open: 9, close: 22 },
      days: [{ day, hours: { open: 9, close: 22 } }],
    });
    expect(shown.rooms.map(({ slug }) => slug)).toEqual(world.core.rooms.all().map(({ slug }) => slug));
    expect(entriesOf(shown, 1)).toMatchObject([
      {
        kind: "booking",
        id: held,
        firstName: "Ada",
        attendees: null,
        status: "pending",
        heldUntil: "2026-12-01T15:30:00.000Z",
        hasNotes: false,
      },
      {
        kind: "booking",
        id: paid,
        startTime: at(day, 10),
        endTime: at(day, 12),
        lastName: "Byron",
        attendees: 4,
        eventType: "Rehearsal",
        status: "confirmed",
        paymentStatus: "downpaid",
        totalAmount: "150.00",
        dueAmount: "50.00",
        heldUntil: null,
        visit: null,
        hasNotes: true,
      },
    ]);
    const block = { kind: "block", id: placed.body.id, ...span, reason: "New floor", public: false };
    expect(entriesOf(shown, 2)).toEqual([block]);
    expect(entriesOf(shown, 3)).toEqual([block]);
    expect(entriesOf(shown, 4)).toEqual([]);
  });

  it("shows the gap between visits once, not over closed hours, and the gap that a late visit leaves next morning", async () => {
    const day = "2027-02-24";
    const roomId = await addRoom("Dark Room", 2);
    const first = await book(day, 11, { roomId });
    const second = await book(day, 15, { roomId, hours: 2 });
    await call("POST", "/api/blocks", {
      roomIds: [roomId],
      startTime: at(day, 18),
      endTime: at(day, 19),
      reason: "Tuning",
    });
    const gaps = (entriesOf(await board(`day=${day}`), roomId) ?? []).filter(
      ({ kind }) => kind === "turnaround",
    );
    expect(gaps).toEqual([
      { kind: "turnaround", id: first, startTime: at(day, 9), endTime: at(day, 11) },
      { kind: "turnaround", id: first, startTime: at(day, 12), endTime: at(day, 15) },
      { kind: "turnaround", id: second, startTime: at(day, 17), endTime: at(day, 18) },
    ]);
    expect((await call("PATCH", `/api/rooms/${roomId}`, { turnaroundHours: 12 })).status).toBe(200);
    const late = await book("2027-02-25", 21, { roomId });
    expect(entriesOf(await board("day=2027-02-26"), roomId)).toEqual([
      { kind: "turnaround", id: late, startTime: at("2027-02-26", 9), endTime: at("2027-02-26", 10) },
    ]);
  });

  it("marks a visit while it has a note of staff", async () => {
    const day = "2027-03-03";
    const id = await book(day, 10, { roomId: 1 });
    const isMarked = async () =>
      entriesOf(await board(`day=${day}`), 1)?.some((entry) => entry.kind === "booking" && entry.hasNotes);
    expect(await isMarked()).toBe(false);
    const { status, body } = await call("POST", `/api/bookings/${id}/notes`, {
      text: "Wants the back entrance",
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(await isMarked()).toBe(true);
    expect((await call("DELETE", `/api/bookings/${id}/notes/${body.id}`)).status).toBe(200);
    expect(await isMarked()).toBe(false);
    // A note on the guest is read before each of their visits.
    const { guestId } = (await call("GET", `/api/bookings/${id}`)).body;
    const onGuest = await call("POST", `/api/staff/guests/${guestId}/notes`, { text: "Brings a dog" });
    expect(await isMarked()).toBe(true);
    await call("DELETE", `/api/staff/guests/${guestId}/notes/${onGuest.body.id}`);
    expect(await isMarked()).toBe(false);
  });

  it("has no hours if the venue is closed, and a retired room stays while it has visits", async () => {
    expect(await board("day=2027-02-21")).toMatchObject({
      hours: null,
      days: [{ day: "2027-02-21", hours: null }],
    });
    const roomId = await addRoom("Print Room", 0);
    await book("2027-02-27", 9, { roomId });
    expect((await call("PATCH", `/api/rooms/${roomId}`, { retired: true })).status).toBe(200);
    expect(entriesOf(await board("day=2027-02-27"), roomId)).toHaveLength(1);
    expect(entriesOf(await board("day=2027-02-26"), roomId)).toBeUndefined();
  });
});

describe("a room's week", () => {
  it("has seven days of that room only", async () => {
    const id = await book("2027-02-26", 12, { roomId: 6 });
    const shown = await board("day=2027-02-22&days=7&roomId=6");
    expect(shown.days.map(({ hours }) => hours !== null)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(shown.rooms.map(({ id }) => id)).toEqual([6]);
    expect(entriesOf(shown, 6)).toMatchObject([{ id, startTime: at("2027-02-26", 12) }]);
  });
});

describe("requests that cannot be answered", () => {
  it("are refused by name", async () => {
    for (const [query, path] of [
      ["", "day"],
      ["day=2027-02-30", "day"],
      ["day=2027-02-22&days=8", "days"],
      ["day=2027-02-22&days=0", "days"],
      ["day=2027-02-22&roomId=no", "roomId"],
      ["day=2027-02-22&roomId=99999999999", "roomId"],
    ]) {
      const answer = await call("GET", `/api/board?${query}`);
      expect(answer, query).toMatchObject({ status: 400, body: { errors: [{ path }] } });
    }
    expect(await call("GET", "/api/board?day=2027-02-22&roomId=4711")).toMatchObject({
      status: 404,
      body: { message: "Room not found" },
    });
  });
});

describe("an open board", () => {
  it("gets a message about a closure and about a room that changes", async () => {
    const socket = await openSocket(`http://127.0.0.1:${world.port}`, { Authorization: `Bearer ${token}` });
    socket.say({ type: "subscribe_staff" });
    await socket.hears(1);
    const span = { startTime: at("2027-02-25", 9), endTime: at("2027-02-25", 10) };
    const placed = await call("POST", "/api/blocks", { roomIds: [4], ...span, reason: "Lights" });
    const heard = await socket.hears(2);
    expect(heard.at(-1)).toMatchObject({ type: "staff_venue_changed", data: { id: placed.body.id } });
    socket.close();
  });
});
