/** Checks staff's calls of the waitlist, and that a change of the venue offers what it frees. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expireBooking } from "../../../../core/booking/handle.ts";
import { customerWorld, errorsOf } from "../../../testing/customer-fixture.ts";
import { type Answer, type Call, type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";
import {
  WAITED_ROOM,
  type Waiting,
  type WaitlistWorld,
  waitlistOf,
} from "../../../testing/waitlist-fixture.ts";

const OTHER_ROOM = 6;
const REASON = "Their visit was cut short by a power cut";

let world: StaffWorld;
let waitlist: WaitlistWorld;
let manager: string;
let desk: string;
beforeAll(async () => {
  world = await startStaffWorld();
  waitlist = waitlistOf(world);
  manager = await world.logIn((await world.hire("manager")).username);
  desk = await world.logIn((await world.hire("desk")).username);
});
afterAll(() => world.close());

const asManager = (path: string, call: Call = {}): Promise<Answer> =>
  world.call(path, { token: manager, ...call });
const list = async (query: string) => (await world.call(`/api/waitlist?${query}`, { token: desk })).body;
const offer = ({ id }: { id: number }, body: unknown = { reason: REASON }): Promise<Answer> =>
  asManager(`/api/waitlist/${id}/offer`, { method: "POST", body });
const change = async (path: string, body: unknown, method = "PATCH"): Promise<Answer> => {
  const answer = await asManager(path, { method, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer;
};

async function lapse(offered: Waiting): Promise<void> {
  const { offer: made } = await waitlist.entry(offered);
  await customerWorld(world).atTime(new Date(made.until), () => expireBooking(world.core, made.bookingId));
}

/** A person whose offer ran out: the hours are free, and are not offered to them again by themselves. */
async function lapsedOnce(): Promise<Waiting & { day: string }> {
  const offered = await waitlist.offered();
  await lapse(offered);
  return offered;
}

/** A new room for so many people. */
async function newRoom(name: string, capacity: number): Promise<number> {
  const rates = { hourlyRate: "90.00", halfDayRate: "300.00", fullDayRate: "500.00" };
  const room = { name, description: "A room of the tests", capacity, ...rates };
  return (await change("/api/rooms", room, "POST")).body.id;
}

describe("GET /api/waitlist", () => {
  it("lists who waits for hours of a day, in order, with what has the hours", async () => {
    const day = waitlist.nextDay();
    const taken = await waitlist.take(day);
    const closed = await change(
      "/api/blocks",
      {
        roomIds: [OTHER_ROOM],
        startTime: waitlist.instant(day, 9),
        endTime: waitlist.instant(day, 22),
        reason: "The floor is being sanded",
        public: false,
      },
      "POST",
    );
    expect(closed.status).toBe(201);
    const first = await waitlist.join(day, { roomIds: [OTHER_ROOM], from: "19:00", to: "22:00" });
    const second = await waitlist.join(day, { roomIds: [WAITED_ROOM, OTHER_ROOM] });
    const other = waitlist.nextDay();
    await waitlist.take(other);
    await waitlist.join(other);
    const listed = await list(`day=${day}`);
    const blocked = {
      roomId: OTHER_ROOM,
      roomName: world.core.rooms.nameOf(OTHER_ROOM),
      startTime: waitlist.instant(day, 9),
      endTime: waitlist.instant(day, 22),
      bookingId: null,
      heldUntil: null,
    };
    const visit = {
      roomId: WAITED_ROOM,
      roomName: world.core.rooms.nameOf(WAITED_ROOM),
      startTime: waitlist.instant(day, 18),
      endTime: waitlist.instant(day, 20),
      bookingId: taken,
      heldUntil: "2026-12-01T15:30:00.000Z",
    };
    expect(listed).toMatchObject([
      { id: first.id, ahead: 0, email: first.email, inTheWay: [blocked] },
      {
        id: second.id,
        ahead: 1,
        firstName: "Ida",
        lastName: "Rhodes",
        phone: "+1 212 555 0100",
        fitsNow: [],
      },
    ]);
    expect(listed[1].inTheWay).toEqual([blocked, visit]);
    expect(listed[1].wish).toMatchObject({ day, from: "18:00", to: "20:00", hours: 2 });
    const inRoom = await list(`day=${day}&roomId=${WAITED_ROOM}`);
    expect(inRoom.map(({ id }: Waiting) => id)).toEqual([second.id]);
  });

  it("lists everyone without a day, with hours that fit now and without what is in the way", async () => {
    const waiting = await lapsedOnce();
    const later = await waitlist.offered();
    const listed = (await list("")) as ({ id: number } & Record<string, unknown>)[];
    const ids = listed.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(listed.find(({ id }) => id === waiting.id)).toMatchObject({
      state: "waiting",
      lapses: 1,
      inTheWay: [],
      fitsNow: [
        {
          roomId: WAITED_ROOM,
          startTime: waitlist.instant(waiting.day, 18),
          endTime: waitlist.instant(waiting.day, 20),
        },
      ],
    });
    const offered = listed.find(({ id }) => id === later.id);
    expect(offered).toMatchObject({
      state: "offered",
      ahead: 0,
      fitsNow: [],
      offer: { totalAmount: "80.00" },
    });
    expect(offered?.offer).not.toHaveProperty("bookingToken");
  });

  it("names five free hours at most, by start", async () => {
    const day = waitlist.nextDay();
    const taken = [
      await waitlist.take(day, WAITED_ROOM, { from: 9, to: 15 }),
      await waitlist.take(day, WAITED_ROOM, { from: 15, to: 22 }),
    ];
    // Each of its six fits shares an hour with the offer that is released, so none is offered again.
    const waiting = await waitlist.join(day, { from: "09:00", to: "22:00", hours: 8 });
    for (const visit of taken) await waitlist.free(visit);
    await lapse(waiting);
    const [entry] = await list(`day=${day}`);
    expect(entry.fitsNow.map(({ startTime }: { startTime: string }) => startTime)).toEqual(
      [9, 10, 11, 12, 13].map((hour) => waitlist.instant(day, hour)),
    );
  });

  it("leaves out an entry that has left, and refuses what is no day", async () => {
    const waiting = await lapsedOnce();
    await waitlist.answer(waiting, "withdraw");
    expect(await list(`day=${waiting.day}`)).toEqual([]);
    const refused = await world.call("/api/waitlist?day=soon", { token: desk });
    expect(errorsOf(refused)).toEqual([["day", "Enter a day as YYYY-MM-DD"]]);
  });
});

describe("POST /api/waitlist/{id}/offer", () => {
  it("offers the first free hours, before who came earlier, with the reason in the log", async () => {
    const waiting = await lapsedOnce();
    const { status, body } = await offer(waiting);
    expect([status, body]).toMatchObject([
      200,
      {
        id: waiting.id,
        state: "offered",
        email: waiting.email,
        fitsNow: [],
        offer: {
          roomId: WAITED_ROOM,
          startTime: waitlist.instant(waiting.day, 18),
          downpaymentAmount: "40.00",
        },
      },
    ]);
    const [made] = await world.sql<{ data: { override?: string }; meta: { actor: unknown } }[]>`
      select data, meta from events where stream = 'waitlist-1' and type = 'HoursOffered'
        and (data ->> 'entryId')::bigint = ${waiting.id} order by version desc limit 1`;
    expect(made).toMatchObject({
      data: { override: REASON },
      meta: { actor: { kind: "staff", role: "manager" } },
    });
    expect((await waitlist.entry(waiting)).state).toBe("offered");
  });

  it("is refused while nothing fits, for an offered entry, for one that has left, and without a reason", async () => {
    const day = waitlist.nextDay();
    await waitlist.take(day);
    const waiting = await waitlist.join(day);
    const offered = await waitlist.offered();
    const left = await waitlist.offered();
    await waitlist.answer(left, "decline");
    for (const [entry, status, code] of [
      [waiting, 409, "NothingFits"],
      [offered, 409, "AlreadyOffered"],
      [left, 409, "NotWaiting"],
      [{ id: 999_999 }, 404, "WaitlistEntryNotFound"],
    ] as const) {
      const refused = await offer(entry);
      expect([refused.status, refused.body.code]).toEqual([status, code]);
    }
    const refused = await offer(waiting, { reason: " " });
    expect([refused.status, errorsOf(refused)]).toEqual([400, [["reason", "Reason is required"]]]);
  });
});

describe("a change of the venue that frees hours", () => {
  it("offers the hours of a longer day", async () => {
    const day = waitlist.nextDay();
    await waitlist.take(day, WAITED_ROOM, { from: 20, to: 22 });
    const waiting = await waitlist.join(day, { from: "20:00", to: "24:00" });
    expect((await waitlist.entry(waiting)).state).toBe("waiting");
    const weekday = new Date(`${day}T12:00:00Z`).toLocaleDateString("en", { weekday: "long" }).toLowerCase();
    const hours = { open: "09:00", close: "24:00" };
    const { body } = await change("/api/house", { from: day, openingHours: { [weekday]: hours } });
    expect(await waitlist.entry(waiting)).toMatchObject({
      state: "offered",
      offer: { startTime: waitlist.instant(day, 22), endTime: waitlist.instant(day, 24) },
    });
    const [{ id }] = body.upcoming;
    await change(`/api/house/changes/${id}`, undefined, "DELETE");
  });

  it("offers a room that visitors can book again", async () => {
    const day = waitlist.nextDay();
    const roomId = await newRoom("Cellar", 10);
    const taken = await waitlist.take(day, roomId);
    const waiting = await waitlist.join(day, { roomIds: [roomId] });
    await change(`/api/rooms/${roomId}`, { bookable: false });
    await waitlist.free(taken);
    expect((await waitlist.entry(waiting)).state).toBe("waiting");
    await change(`/api/rooms/${roomId}`, { bookable: true });
    expect(await waitlist.entry(waiting)).toMatchObject({ state: "offered", offer: { roomName: "Cellar" } });
  });

  it("offers hours between visits that a shorter turnaround leaves", async () => {
    const day = waitlist.nextDay();
    const roomId = await newRoom("Workshop", 10);
    await change(`/api/rooms/${roomId}`, { turnaroundHours: 1 });
    await waitlist.take(day, roomId, { from: 15, to: 17 });
    const waiting = await waitlist.join(day, { roomIds: [roomId], from: "17:00", to: "19:00" });
    await change(`/api/rooms/${roomId}`, { turnaroundHours: 0 });
    expect((await waitlist.entry(waiting)).offer).toMatchObject({ startTime: waitlist.instant(day, 17) });
  });

  it("offers a new room to who would take any", async () => {
    const day = waitlist.nextDay();
    const large = [2, 4];
    for (const roomId of large) await waitlist.take(day, roomId);
    const waiting = await waitlist.join(day, { roomIds: large, attendees: 70 });
    const roomId = await newRoom("Great Hall", 100);
    expect(await waitlist.entry(waiting)).toMatchObject({
      state: "offered",
      offer: { roomId, roomName: "Great Hall", totalAmount: "180.00" },
    });
  });
});
