/** Checks what staff read of the waitlist: who waits for hours of a day or of a week, what has the hours, and what is free. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daysBetween } from "../../../../core/calendar/room-hours.ts";
import { addDays } from "../../../../core/venue/time/venue-time.ts";
import { errorsOf } from "../../../testing/customer-fixture.ts";
import { WAITED_ROOM, type Waiting } from "../../../testing/waitlist-fixture.ts";
import { OTHER_ROOM, startWaitlistDesk, type WaitlistDesk } from "./waitlist-fixture.ts";

let at: WaitlistDesk;
let world: WaitlistDesk["world"];
let waitlist: WaitlistDesk["waitlist"];
beforeAll(async () => {
  at = await startWaitlistDesk();
  ({ world, waitlist } = at);
});
afterAll(() => world.close());

const list = async (query: string) => (await at.ask(query)).body;

describe("GET /api/waitlist", () => {
  it("lists who waits for hours of a day, in order, with what has the hours", async () => {
    const { day, taken } = await waitlist.takenEvening();
    const closed = await at.change(
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
    const waiting = await waitlist.lapsedOnce();
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
    await waitlist.lapse(waiting);
    const [entry] = await list(`day=${day}`);
    expect(entry.fitsNow.map(({ startTime }: { startTime: string }) => startTime)).toEqual(
      [9, 10, 11, 12, 13].map((hour) => waitlist.instant(day, hour)),
    );
  });

  it("leaves out an entry that has left, and refuses what is no day", async () => {
    const waiting = await waitlist.lapsedOnce();
    await waitlist.answer(waiting, "withdraw");
    expect(await list(`day=${waiting.day}`)).toEqual([]);
    const refused = await at.ask("day=soon");
    expect(errorsOf(refused)).toEqual([["day", "Enter a day as YYYY-MM-DD"]]);
  });
});

describe("GET /api/waitlist of several days", () => {
  it("has what has the hours of each day that an entry waits for, of the room that was asked for", async () => {
    const monday = "2027-03-01";
    const days = daysBetween(monday, addDays(monday, 6));
    const [, tuesday = "", wednesday = "", thursday = ""] = days;
    await waitlist.take(monday);
    const visits = [await waitlist.take(tuesday), await waitlist.take(thursday)];
    await waitlist.take(tuesday, OTHER_ROOM);
    await waitlist.take(tuesday, WAITED_ROOM, { from: 10, to: 12 });
    const times = { startTime: waitlist.instant(wednesday, 19), endTime: waitlist.instant(thursday, 10) };
    const closure = { roomIds: [WAITED_ROOM, OTHER_ROOM], ...times, reason: "Paint", public: false };
    await at.change("/api/blocks", closure, "POST");
    await waitlist.take(thursday, OTHER_ROOM);
    const both = [WAITED_ROOM, OTHER_ROOM];
    const waiting = await waitlist.join(tuesday, {
      until: thursday,
      roomIds: both,
      from: "18:00",
      to: "20:00",
    });
    const only = await waitlist.join(monday);
    const after = await waitlist.join(thursday);

    const listed = await list(`day=${monday}&until=${days.at(-1)}&roomId=${WAITED_ROOM}`);
    expect(listed.map(({ id }: Waiting) => id)).toEqual([waiting.id, only.id, after.id]);
    expect(listed[0].inTheWay).toMatchObject([
      { bookingId: visits[0], startTime: waitlist.instant(tuesday, 18) },
      { bookingId: null, startTime: times.startTime, endTime: waitlist.instant(thursday, 0) },
      { bookingId: visits[1], startTime: waitlist.instant(thursday, 18), roomId: WAITED_ROOM },
    ]);
    const rooms = new Set(listed[0].inTheWay.map(({ roomId }: { roomId: number }) => roomId));
    expect([...rooms]).toEqual([WAITED_ROOM]);
    expect(listed[2].inTheWay).toMatchObject([{ bookingId: visits[1] }]);
    // A day of its own answers what the week has of it.
    const [ofTuesday] = await list(`day=${tuesday}&roomId=${WAITED_ROOM}`);
    expect(ofTuesday.inTheWay).toEqual(listed[0].inTheWay.slice(0, 1));
    const inAll = await list(`day=${tuesday}&until=${thursday}`);
    expect(inAll.map(({ id }: Waiting) => id)).toEqual([waiting.id, after.id]);
    expect(inAll[0].inTheWay).toHaveLength(6);
  });

  it.each([
    ["until=2027-03-07", "day", "Enter the first day, too"],
    ["day=2027-03-01&until=2027-02-28", "until", "The last day must not be before the first"],
    ["day=2027-03-01&until=2027-03-08", "until", "Choose at most 7 days"],
    ["day=2027-03-01&until=soon", "until", "Enter a day as YYYY-MM-DD"],
    ["day=2027-03-01&roomId=x", "roomId", "Room must be a whole number from 1 to 2147483647"],
  ])("refuses %s", async (query, field, message) => {
    const refused = await at.ask(query);
    expect([refused.status, errorsOf(refused)]).toEqual([400, [[field, message]]]);
  });
});
