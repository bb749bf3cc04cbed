/** Checks that each change that frees hours offers them, in the same append, to the first person whose wish fits (decisions 274 and 277). */

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expireBooking } from "../booking/handle.ts";
import { sweepWaitlist } from "../booking/waitlist/sweep.ts";
import { closeRooms, reopenRooms } from "../closure/handle.ts";
import { checkHourClaims } from "../hour-claims/hour-claim-check.ts";
import { readPerson } from "../person/personal-data.ts";
import { testMeta } from "../testing/test-core.ts";
import { addRoom, changeRoom } from "../venue/handle.ts";
import { OTHER, ROOM, startWaitedDays, type WaitedDays } from "./waited-day-fixture.ts";
import { join, offersOf } from "./waitlist-fixture.ts";

let on: WaitedDays;
beforeAll(async () => {
  on = await startWaitedDays();
});
afterAll(() => on.close());
beforeEach(() => on.nextDay());

const newRoom = () => {
  const { id: _, version: _v, engineerAvailable: _e, ...room } = on.core.rooms.byId(ROOM) ?? never();
  return { ...room, name: `Studio ${randomUUID().slice(0, 6)}`, engineer: null } as never;
};
const never = (): never => {
  throw new Error("No room");
};

describe("hours that become free", () => {
  it("by a cancellation go to the first who waits, as a hold in their name until the offer ends", async () => {
    const id = await on.booked(18);
    const first = await on.waits(18, 20);
    const second = await on.waits(18, 20);
    await on.cancel(id);
    expect([await on.stateOf(first), await on.stateOf(second)]).toEqual(["offered", "waiting"]);
    const booking = await on.bookingOf(first);
    expect(booking).toMatchObject({
      roomId: ROOM,
      startsAt: on.at(18),
      endsAt: on.at(20),
      status: "pending",
      waitlistEntryId: first,
      holdUntil: new Date(on.core.clock.now().getTime() + 12 * 3_600_000),
    });
    expect((await readPerson(on.core.sql, booking.personId))?.firstName).toBe("Wanda");
    expect(await on.tries(18, 1)).toBe("SlotTaken");
    expect((await offersOf(on.core)).at(-1)).toMatchObject({
      entryId: first,
      open: [{ id: first }, { id: second }],
    });
  });

  it("go only to a wish that fits whole; each that is passed has its reason", async () => {
    const id = await on.booked(18);
    await on.booked(20, 2);
    await on.booked(9, 9);
    const long = await on.waits(18, 22, 3);
    const elsewhere = await on.waits(9, 14, 2);
    const fits = await on.waits(17, 20, 2);
    await on.cancel(id);
    expect(await on.stateOf(fits)).toBe("offered");
    expect((await offersOf(on.core)).at(-1)?.open.slice(-3)).toEqual([
      { id: long, why: "does not fit" },
      { id: elsewhere, why: "does not fit" },
      { id: fits },
    ]);
  });

  it("are joined with free hours beside them, and what an offer leaves goes to the next", async () => {
    const id = await on.booked(12, 8);
    const three = await on.waits(11, 15, 4);
    const two = await on.waits(15, 18, 2);
    const none = await on.waits(15, 17, 2);
    await on.cancel(id);
    expect(await on.offerOf(three)).toMatchObject({ startsAt: on.at(11), endsAt: on.at(15) });
    expect(await on.offerOf(two)).toMatchObject({ startsAt: on.at(15), endsAt: on.at(17) });
    expect(await on.stateOf(none)).toBe("waiting");
    expect((await offersOf(on.core)).at(-1)?.open.slice(-3)).toEqual([
      { id: three, why: "already offered" },
      { id: two },
      { id: none },
    ]);
    expect(await on.tries(17, 3)).toBe("booked");
  });

  it("by expiry, a release, a move, a reschedule and a no-show", async () => {
    const expires = await on.booked(9);
    const released = await on.booked(11);
    const moved = await on.booked(13);
    await on.confirm(moved);
    const entries = [await on.waits(9, 11), await on.waits(11, 13), await on.waits(13, 15)];
    await on.change(released, { type: "ReleaseHold" });
    await on.change(moved, {
      type: "RescheduleBooking",
      startDate: on.day,
      startsAt: on.at(20),
      now: on.core.clock.now(),
      timeZone: on.core.timeZone,
      opening: on.core.settings.schedule(),
      room: { bookable: true },
    });
    on.core.clock.advanceMinutes(31);
    await expireBooking(on.core, expires);
    for (const id of entries) expect(await on.stateOf(id)).toBe("offered");
  });

  it("by a closure that is lifted, and by a cancellation for a closure only outside of it", async () => {
    const closure = {
      roomIds: [OTHER],
      startsAt: on.at(9),
      endsAt: on.at(22),
      public: false,
      wholeVenue: false,
    };
    const closed = await closeRooms(
      on.core,
      on.gateway,
      { ...closure, reason: "Floor", bookings: new Map() },
      testMeta,
    );
    if (!closed.ok) throw new Error(closed.rejection.code);
    const waiting = await on.waits(10, 12, 2, [OTHER]);
    await reopenRooms(on.core, closed.value.id, testMeta);
    expect(await on.stateOf(waiting)).toBe("offered");
    const id = await on.booked(14, 4, OTHER);
    const within = await on.waits(16, 18, 2, [OTHER]);
    const outside = await on.waits(14, 16, 2, [OTHER]);
    const part = {
      ...closure,
      startsAt: on.at(16),
      reason: "Floor",
      bookings: new Map([[id, "cancel" as const]]),
    };
    expect(await closeRooms(on.core, on.gateway, part, testMeta)).toMatchObject({ ok: true });
    expect([await on.stateOf(within), await on.stateOf(outside)]).toEqual(["waiting", "offered"]);
  });

  it("that no one waits for are free at once", async () => {
    const id = await on.booked(18);
    const long = await on.waits(18, 22, 4);
    await on.booked(20);
    await on.cancel(id);
    expect(await on.stateOf(long)).toBe("waiting");
    expect(await on.tries(18, 2)).toBe("booked");
  });

  it("less than an hour ahead are offered to no one", async () => {
    const id = await on.booked(18);
    const waiting = await on.waits(18, 20);
    on.core.clock.set(new Date(on.at(17).getTime() + 60_000));
    await on.cancel(id);
    expect(await on.stateOf(waiting)).toBe("waiting");
  });

  it("keep the room's turnaround", async () => {
    await changeRoom(on.core, OTHER, { turnaroundHours: 1 }, { meta: testMeta });
    const early = await on.booked(9, 3, OTHER);
    const late = await on.booked(13, 9, OTHER);
    const before = await on.waits(9, 13, 4, [OTHER]);
    await on.cancel(early);
    expect(await on.stateOf(before)).toBe("waiting");
    const three = await on.waits(9, 13, 3, [OTHER]).catch(() => null);
    expect(three).toBeNull();
    await on.cancel(late);
    expect(await on.offerOf(before)).toMatchObject({ startsAt: on.at(9), endsAt: on.at(13) });
    await changeRoom(on.core, OTHER, { turnaroundHours: 0 }, { meta: testMeta });
  });

  it("by hours that the venue opens, a room that is bookable again and a room that is added", async () => {
    await changeRoom(on.core, OTHER, { bookable: false }, { meta: testMeta });
    await on.full();
    const named = on.core.rooms.all().filter(({ bookable }) => bookable);
    for (const { id } of named) if (id !== ROOM) await on.full(id);
    const any = await join(on.core, { roomIds: named.map(({ id }) => id), day: on.day, from: 10, to: 12 });
    await changeRoom(on.core, OTHER, { bookable: true }, { meta: testMeta });
    await sweepWaitlist(on.core);
    expect(await on.offerOf(any)).toMatchObject({ roomId: OTHER });
    for (const [hour, hours] of [
      [9, 1],
      [12, 10],
    ] as const)
      await on.booked(hour, hours, OTHER);
    const one = await on.waits(10, 12);
    const all = await join(on.core, {
      roomIds: on.core.rooms.all().map(({ id }) => id),
      day: on.day,
      from: 13,
      to: 15,
    });
    const added = await addRoom(on.core, newRoom(), { meta: testMeta });
    if (!added.ok) throw new Error(added.rejection.code);
    await sweepWaitlist(on.core);
    expect(await on.stateOf(one)).toBe("waiting");
    expect(await on.offerOf(all)).toMatchObject({ roomId: added.value.id });
  });

  it("are never of two", async () => {
    expect((await checkHourClaims(on.core.sql)).faults).toEqual([]);
  });
});
