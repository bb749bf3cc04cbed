/** Checks a stream that this code cannot read: its hours stay taken, staff are told, and all other streams continue. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import { bookingRequest, testMeta } from "../../../core/testing/test-core.ts";
import { addDays, instantAt } from "../../../core/venue/time/venue-time.ts";
import { readSetAside, resumeStreams } from "../../../projections/engine/set-aside.ts";
import { wakeFollowers } from "../../../projections/engine/wake-followers.ts";
import { followers } from "../../../projections/followers.ts";
import { RoomBooking } from "../../contract/room.ts";
import { Board, type BoardEntry } from "../../contract/staff/board.ts";
import { StaffBooking, UNREADABLE_BOOKING } from "../../contract/staff/staff-booking.ts";
import { UNREADABLE_CLOSURE } from "../../contract/venue/closure.ts";
import { Found } from "../../contract/visitor/find.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";
import { openSocket } from "../../testing/visitor-fixture.ts";

const ROOM = 3;

let world: StaffWorld;
let token: string;
beforeAll(async () => {
  world = await startStaffWorld();
  token = await world.logIn((await world.hire("manager")).username);
}, 60_000);
afterAll(() => world.close());

const call = (method: string, path: string, body?: unknown) => world.call(path, { method, token, body });
const at = (day: string, hour: number): string => instantAt(day, hour, world.core.timeZone).toISOString();

const request = (day: string, hour: number, hours = 2) =>
  bookingRequest(world.core, { roomId: ROOM, startsAt: new Date(at(day, hour)), hours });

async function book(day: string, hour: number, hours = 2): Promise<number> {
  const outcome = await requestBooking(world.core, request(day, hour, hours), testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}

/** An event as a newer version of the product would have written it. */
async function write(stream: string, version: number, type: string, data: object = {}): Promise<void> {
  const { ownerSql, clock } = world;
  await ownerSql`
    insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
    values (${stream}, ${version}, ${type}, 1, ${ownerSql.json(data as never)}, ${ownerSql.json({ ...testMeta } as never)}, ${randomUUID()}, 0,
      ${clock.now()})`;
}

/** Writes an event to the end of a booking's history. */
function poisoned(type: string, data?: object) {
  return (id: number) => write(`booking-${id}`, 2, type, data);
}

/** Deletes it again, which only an owner with the triggers off can do. */
async function unwrite(stream: string, version: number): Promise<void> {
  await world.ownerSql.begin(async (tx) => {
    await tx`alter table events disable trigger events_are_immutable`;
    await tx`delete from events where stream = ${stream} and version >= ${version}`;
    await tx`alter table events enable always trigger events_are_immutable`;
  });
}

/** A write outside the product does not wake the worker. */
async function untilSetAside(stream: string): Promise<void> {
  await wakeFollowers(world.sql);
  const isAside = async () => (await readSetAside(world.sql)).some((aside) => aside.stream === stream);
  await vi.waitUntil(isAside, { timeout: 10_000 });
}

async function resume(stream: string): Promise<void> {
  await resumeStreams(world.sql, followers(world.core), stream);
  expect((await readSetAside(world.sql)).map((aside) => aside.stream)).not.toContain(stream);
}

async function taken(day: string): Promise<RoomBooking[]> {
  const days = `startDate=${day}&endDate=${day}`;
  const { status, body } = await call("GET", `/api/rooms/${ROOM}/bookings?${days}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return RoomBooking.array().parse(body);
}

/** Whether the finder offers this very hour of the room. */
async function isFound(day: string, hour: number): Promise<boolean> {
  const { status, body } = await call("GET", `/api/find?day=${day}&start=${hour}:00&hours=1&people=1`);
  expect(status, JSON.stringify(body)).toBe(200);
  return Found.parse(body).rooms.some(({ roomId, exact }) => roomId === ROOM && exact);
}

async function entries(day: string): Promise<BoardEntry[]> {
  const { body } = await call("GET", `/api/board?day=${day}&roomId=${ROOM}`);
  return Board.parse(body).rooms.flatMap((room) => room.entries);
}

async function listed(id: number): Promise<StaffBooking | undefined> {
  const { body } = await call("GET", `/api/bookings?search=%23${id}&page=1`);
  return StaffBooking.array().parse(body)[0];
}

const eventsOf = async (stream: string): Promise<number> =>
  (await world.sql`select 1 from events where stream = ${stream}`).length;

describe("a booking with an event that this version cannot read", () => {
  const day = "2027-02-01";
  let id: number;
  let stream: string;
  beforeAll(async () => {
    id = await book(day, 10);
    stream = `booking-${id}`;
    await write(stream, 2, "BookingTeleported");
    // The newer version has moved it: the row here does not know that.
    await world.ownerSql`
      update room_hours set starts_at = starts_at + interval '1 hour' where booking_id = ${id}
        and starts_at = ${at(day, 11)}`;
    await world.ownerSql`
      update room_hours set starts_at = starts_at + interval '1 hour' where booking_id = ${id}
        and starts_at = ${at(day, 10)}`;
    await untilSetAside(stream);
  });

  it("has the hours that it has claimed: taken in the room, for the finder and on the board", async () => {
    expect(await taken(day)).toEqual([
      { startTime: at(day, 11), endTime: at(day, 13), held: true, heldUntil: "2026-12-01T15:30:00.000Z" },
    ]);
    expect([await isFound(day, 10), await isFound(day, 11), await isFound(day, 12)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await entries(day)).toEqual([
      {
        kind: "unreadable",
        id,
        startTime: at(day, 11),
        endTime: at(day, 13),
        firstName: "Ada",
        lastName: "Byron",
        unreadable: UNREADABLE_BOOKING,
      },
    ]);
  });

  it("is marked for staff in the list and where it is opened, and no other is", async () => {
    const other = await book("2027-02-02", 10);
    expect((await listed(id))?.unreadable).toBe(UNREADABLE_BOOKING);
    expect((await listed(other))?.unreadable).toBeNull();
    const opened = await call("GET", `/api/bookings/${id}`);
    expect(opened).toMatchObject({
      status: 200,
      body: { id, unreadable: UNREADABLE_BOOKING, status: "pending" },
    });
    expect((await call("GET", `/api/bookings/${other}`)).body).toMatchObject({ unreadable: null });
    expect((await call("PATCH", `/api/bookings/${other}`, { status: "confirmed" })).status).toBe(200);
  });

  it("cannot be changed or read from the log, and says why", async () => {
    const before = await eventsOf(stream);
    const answers = await Promise.all([
      call("PATCH", `/api/bookings/${id}`, { status: "confirmed" }),
      call("PATCH", `/api/bookings/${id}`, { status: "cancelled" }),
      call("POST", `/api/bookings/${id}/payment`, { stripeToken: "tok_visa" }),
      call("POST", `/api/bookings/${id}/no-show`),
      call("POST", `/api/bookings/${id}/money`, { kind: "received", method: "cash", amount: "10.00" }),
      call("POST", `/api/bookings/${id}/notes`, { text: "Wants the back entrance" }),
      call("GET", `/api/bookings/${id}/receipt`),
      call("POST", `/api/bookings/${id}/move`, { startTime: at("2027-02-03", 10) }),
      call("GET", `/api/bookings/${id}/history`),
      call("GET", `/api/bookings/${id}/refund-preview`),
    ]);
    for (const { status, body } of answers) {
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 409,
        code: "StreamUnreadable",
        message: "This cannot be read by this version of the product. Tell the operator",
      });
    }
    expect(await eventsOf(stream)).toBe(before);
  });

  it("keeps its hours past the end of its hold, and no call can release them", async () => {
    world.clock.advanceMinutes(31);
    const outcome = await requestBooking(world.core, request(day, 12), testMeta);
    expect(outcome).toMatchObject({ ok: false, rejection: { code: "SlotTaken" } });
    expect(await taken(day)).toEqual([
      { startTime: at(day, 11), endTime: at(day, 13), held: false, heldUntil: null },
    ]);
    expect(await isFound(day, 12)).toBe(false);
    const closing = { roomIds: [ROOM], startTime: at(day, 9), endTime: at(day, 14), reason: "New floor" };
    const asked = await call("POST", "/api/blocks", closing);
    expect(asked).toMatchObject({
      status: 409,
      body: { code: "BookingsInTheWay", bookings: [{ id, startTime: at(day, 11), endTime: at(day, 13) }] },
    });
    expect((await call("POST", "/api/blocks", { ...closing, bookings: { [id]: "keep" } })).status).toBe(201);
    world.clock.advanceMinutes(-31);
  });

  it("reads as before once it is resumed", async () => {
    await unwrite(stream, 2);
    await resume(stream);
    const visits = async () => (await entries(day)).filter(({ kind }) => kind !== "block");
    await expect.poll(visits).toMatchObject([{ kind: "booking", id }]);
    expect((await listed(id))?.unreadable).toBeNull();
    const [first] = (await taken(day)).filter(({ blocked }) => !blocked);
    expect(first).toMatchObject({ startTime: at(day, 10), endTime: at(day, 12) });
  });
});

it("a booking whose first event cannot be read still has its hours", async () => {
  const [day, id] = ["2027-02-04", 900_001];
  for (const hour of [14, 15, 18]) {
    await world.ownerSql`
      insert into room_hours (room_id, starts_at, booking_id) values (${ROOM}, ${at(day, hour)}, ${id})`;
  }
  await write(`booking-${id}`, 1, "BookingDreamt");
  await untilSetAside(`booking-${id}`);
  const spans = [
    { startTime: at(day, 14), endTime: at(day, 16) },
    { startTime: at(day, 18), endTime: at(day, 19) },
  ];
  expect(await taken(day)).toEqual(spans.map((span) => ({ ...span, held: false, heldUntil: null })));
  expect([await isFound(day, 15), await isFound(day, 16)]).toEqual([false, true]);
  const noName = { firstName: null, lastName: null };
  expect(await entries(day)).toEqual(
    spans.map((span) => ({ kind: "unreadable", id, ...span, ...noName, unreadable: UNREADABLE_BOOKING })),
  );
  expect(await call("GET", `/api/bookings/${id}`)).toMatchObject({
    status: 409,
    body: { code: "StreamUnreadable" },
  });
});

describe("a closure with an event that this version cannot read", () => {
  const day = "2027-02-05";
  let id: number;
  beforeAll(async () => {
    const span = { startTime: at(day, 12), endTime: at(day, 15) };
    const placed = await call("POST", "/api/blocks", {
      roomIds: [ROOM, 4],
      ...span,
      reason: "Paint",
      public: true,
    });
    id = Number(placed.body.id);
    await write(`block-${id}`, 2, "BlockPainted");
    await world.ownerSql`
      delete from room_hours where block_ids = array[${id}::bigint] and starts_at = ${at(day, 12)}`;
    await untilSetAside(`block-${id}`);
  });

  it("closes the hours that it has claimed, tells no reason, and cannot be reopened", async () => {
    const span = { startTime: at(day, 13), endTime: at(day, 15) };
    expect(await taken(day)).toEqual([{ ...span, held: false, heldUntil: null, blocked: true }]);
    expect([await isFound(day, 12), await isFound(day, 13)]).toEqual([true, false]);
    const closed = { id, ...span, reason: UNREADABLE_CLOSURE, public: false };
    expect(await entries(day)).toEqual([{ kind: "block", ...closed }]);
    const { body } = await call("GET", `/api/blocks?from=${day}&to=${addDays(day, 1)}`);
    expect(body).toMatchObject([{ ...closed, roomIds: [ROOM, 4], placedBy: "Grace Hopper" }]);
    expect(await call("DELETE", `/api/blocks/${id}`)).toMatchObject({
      status: 409,
      body: { code: "StreamUnreadable" },
    });
  });
});

it("open pages still get all other messages, and fetch again where something cannot be read", async () => {
  const day = "2027-02-08";
  const socket = await openSocket(`http://127.0.0.1:${world.port}`);
  socket.say({ type: "subscribe_room", roomId: ROOM });
  await socket.settled();
  const id = await book(day, 10);
  await socket.hears(1);
  await write(`booking-${id}`, 2, "BookingTeleported");
  await write("block-900002", 2, "BlockLifted");
  await write("booking-900003", 2, "BookingConfirmed");
  await untilSetAside(`booking-${id}`);
  await untilSetAside("block-900002");
  await book(day, 14);
  const heard = () => socket.heard.map(({ type }) => type);
  await expect.poll(() => heard().at(-1), { timeout: 10_000 }).toBe("booking_created");
  expect(heard()).toEqual(["booking_created", "room_changed", "booking_cancelled", "booking_created"]);
  socket.close();
});

it("a venue with a change that cannot be read stays as it was, says so, and cannot be changed", async () => {
  const version = world.core.settings.version();
  const before = await call("GET", "/api/house");
  await write("house-1", version + 1, "HouseHaunted");
  await world.core.venue.reload();
  const change = await call("PATCH", "/api/house", { from: "2027-03-01", phone: "+44 20 7946 0000" });
  expect(change).toMatchObject({ status: 409, body: { code: "StreamUnreadable" } });
  expect(await call("GET", "/api/house")).toMatchObject({ status: 200, body: before.body });
  expect(await book("2027-02-09", 10)).toBeGreaterThan(0);
  const told = () => world.logged.filter((line) => line.includes("HouseHaunted")).length;
  await expect.poll(told, { timeout: 12_000 }).toBe(1);
  await unwrite("house-1", version + 1);
  await world.core.venue.reload();
  expect(world.core.settings.version()).toBe(version);
});

describe.each([
  ["with an event that is unknown", 0, /cannot read booking \d+.*make status/, poisoned("BookingTeleported")],
  [
    "that went to a room that no append rule can hold",
    2,
    /cannot read booking \d+.*make status/,
    poisoned("BookingMoved", {
      ...{ roomId: 99_999_999_999, startsAt: "2027-02-10T15:00:00Z", endsAt: "2027-02-10T16:00:00Z" },
      ...{ duration: "hourly", hourCount: 1, totalCents: 1, downpaymentCents: 1, paymentStatus: "pending" },
      rates: null,
    }),
  ],
  [
    "whose history is over",
    4,
    /does not match these hours.*make check-guard/,
    poisoned("BookingCancelled", { cancelledBy: "venue" }),
  ],
  [
    "whose hours belong to others by their claims",
    6,
    /does not match these hours.*make check-guard/,
    async (id: number) => {
      await world.ownerSql`
        update room_hours set starts_at = starts_at + interval '2 hours' where booking_id = ${id}`;
    },
  ],
])("a booking that conflicts with a closure %s", (_kind, later, words, poison) => {
  const day = addDays("2027-06-01", 7 * later);
  const close = (bookings?: object) => {
    const hours = { startTime: at(day, 9), endTime: at(day, 14) };
    return call("POST", "/api/blocks", { roomIds: [ROOM], ...hours, reason: "New floor", bookings });
  };
  let id: number;
  beforeAll(async () => {
    id = await book(day, 10);
    await poison(id);
  });

  it("is named, cannot be cancelled or moved, and says what can be done", async () => {
    for (const minutes of [0, 31]) {
      world.clock.advanceMinutes(minutes);
      expect(await close()).toMatchObject({
        status: 409,
        body: { code: "BookingsInTheWay", bookings: [{ id }] },
      });
      for (const becomes of ["cancel", { startTime: at(day, 18) }]) {
        const refused = await close({ [id]: becomes });
        const message = expect.stringMatching(words);
        expect(refused).toMatchObject({
          status: 409,
          body: { code: "BookingUnreadable", message, errors: [{ path: `bookings.${id}`, message }] },
        });
      }
      world.clock.advanceMinutes(-minutes);
    }
  });

  it("keeps its hours from bookings that are to be moved onto them, and from a visitor, even past its deadline", async () => {
    const mover = await book(addDays(day, 1), 10);
    expect((await call("PATCH", `/api/bookings/${mover}`, { status: "confirmed" })).status).toBe(200);
    world.clock.advanceMinutes(31);
    const moved = { roomIds: [ROOM], startTime: at(addDays(day, 1), 9), endTime: at(addDays(day, 1), 14) };
    const bookings = { [mover]: { startTime: at(day, 11) } };
    const answer = await call("POST", "/api/blocks", { ...moved, reason: "Paint", bookings });
    expect(answer).toMatchObject({ status: 409, body: { code: "SlotTaken" } });
    const visitor = await requestBooking(world.core, request(day, 11), testMeta);
    expect(visitor).toMatchObject({ ok: false, rejection: { code: "SlotTaken" } });
    world.clock.advanceMinutes(-31);
  });

  it("can be kept, and the closure be reopened", async () => {
    const placed = await close({ [id]: "keep" });
    expect(placed.status).toBe(201);
    expect((await call("DELETE", `/api/blocks/${placed.body.id}`)).status).toBe(200);
  });
});
