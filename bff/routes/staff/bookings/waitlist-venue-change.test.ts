/** Checks that a change of the venue or its rooms offers what it frees (decision 287). */
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitlistTasks } from "../../../../projections/reactions/waitlist-tasks.ts";
import { WAITED_ROOM } from "../../../testing/waitlist-fixture.ts";
import { startWaitlistDesk, type WaitlistDesk } from "./waitlist-fixture.ts";

let at: WaitlistDesk;
let world: WaitlistDesk["world"];
let waitlist: WaitlistDesk["waitlist"];
beforeAll(async () => {
  at = await startWaitlistDesk();
  ({ world, waitlist } = at);
});
afterAll(() => world.close());

/** From this day on, its weekday ends at midnight; the other days stay as they are. */
async function openLonger(day: string): Promise<{ id: number }> {
  const weekday = new Date(`${day}T12:00:00Z`).toLocaleDateString("en", { weekday: "long" }).toLowerCase();
  const hours = { open: "09:00", close: "24:00" };
  const { body } = await at.change("/api/house", { from: day, openingHours: { [weekday]: hours } });
  return body.upcoming[0];
}

describe("a change of the venue that frees hours", () => {
  it("offers the hours of a longer day", async () => {
    const day = waitlist.nextDay();
    await waitlist.take(day, WAITED_ROOM, { from: 20, to: 22 });
    const waiting = await waitlist.join(day, { from: "20:00", to: "24:00" });
    expect((await waitlist.entry(waiting)).state).toBe("waiting");
    const { id } = await openLonger(day);
    expect(await waitlist.entry(waiting)).toMatchObject({
      state: "offered",
      offer: { startTime: waitlist.instant(day, 22), endTime: waitlist.instant(day, 24) },
    });
    await at.change(`/api/house/changes/${id}`, undefined, "DELETE");
  });

  it("offers a room that visitors can book again", async () => {
    const day = waitlist.nextDay();
    const roomId = await at.addRoom("Cellar", 10);
    const taken = await waitlist.take(day, roomId);
    const waiting = await waitlist.join(day, { roomIds: [roomId] });
    await at.change(`/api/rooms/${roomId}`, { bookable: false });
    await waitlist.free(taken);
    expect((await waitlist.entry(waiting)).state).toBe("waiting");
    await at.change(`/api/rooms/${roomId}`, { bookable: true });
    expect(await waitlist.entry(waiting)).toMatchObject({ state: "offered", offer: { roomName: "Cellar" } });
  });

  it("offers hours between visits that a shorter turnaround leaves", async () => {
    const day = waitlist.nextDay();
    const roomId = await at.addRoom("Workshop", 10);
    await at.change(`/api/rooms/${roomId}`, { turnaroundHours: 1 });
    await waitlist.take(day, roomId, { from: 15, to: 17 });
    const waiting = await waitlist.join(day, { roomIds: [roomId], from: "17:00", to: "19:00" });
    await at.change(`/api/rooms/${roomId}`, { turnaroundHours: 0 });
    expect((await waitlist.entry(waiting)).offer).toMatchObject({ startTime: waitlist.instant(day, 17) });
  });

  it("offers a new room to who would take any", async () => {
    const day = waitlist.nextDay();
    const large = [2, 4];
    for (const roomId of large) await waitlist.take(day, roomId);
    const waiting = await waitlist.join(day, { roomIds: large, attendees: 70 });
    const roomId = await at.addRoom("Great Hall", 100);
    expect(await waitlist.entry(waiting)).toMatchObject({
      state: "offered",
      offer: { roomId, roomName: "Great Hall", totalAmount: "180.00" },
    });
  });
});

/** As long as `act` runs, the database refuses every offer. */
async function withoutOffers(act: () => Promise<void>): Promise<void> {
  await world.ownerSql.unsafe(`
    create function refuse_offer() returns trigger language plpgsql as $$ begin raise exception 'no offer'; end $$;
    create trigger refuse_offer before insert on events for each row when (new.type = 'HoursOffered')
      execute function refuse_offer();`);
  try {
    await act();
  } finally {
    await world.ownerSql.unsafe("drop function refuse_offer() cascade");
  }
}

/** What the worker does every five minutes. */
const runJob = () =>
  waitlistTasks({ core: world.core, logger: pino({ level: "silent" }) })["sweep-waitlist"]();

it("a change is made and answered although its hours cannot be offered; the next job that can offers them, once", async () => {
  const day = waitlist.nextDay();
  await waitlist.take(day, WAITED_ROOM, { from: 20, to: 22 });
  const late = { from: "20:00", to: "24:00" };
  const first = await waitlist.join(day, late);
  const second = await waitlist.join(day, late);
  const roomId = await at.addRoom("Loft", 10);
  const taken = await waitlist.take(day, roomId);
  const third = await waitlist.join(day, { roomIds: [roomId] });
  await at.change(`/api/rooms/${roomId}`, { bookable: false });
  await waitlist.free(taken);

  await withoutOffers(async () => {
    await openLonger(day);
    await at.change(`/api/rooms/${roomId}`, { bookable: true });
    await expect(runJob()).rejects.toThrow("no offer");
    for (const entry of [first, second, third]) {
      expect((await waitlist.entry(entry)).state).toBe("waiting");
    }
  });
  await runJob();
  expect(await waitlist.entry(first)).toMatchObject({
    state: "offered",
    offer: { startTime: waitlist.instant(day, 22) },
  });
  expect((await waitlist.entry(second)).state).toBe("waiting");
  expect(await waitlist.entry(third)).toMatchObject({ state: "offered", offer: { roomId } });
  await runJob();
  const offered = await world.sql`
    select from events where type = 'HoursOffered'
      and (data ->> 'entryId')::bigint in (${first.id}, ${second.id}, ${third.id})`;
  expect(offered).toHaveLength(2);
});
