/** Checks that a closure is found under each of its rooms, and is part of the room's day as of an instant. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { instantAt } from "../../../core/venue/time/venue-time.ts";
import { AuditPage, AuditRoomDay } from "../../contract/auditor/audit.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

const DAY = "2027-02-02";
let world: StaffWorld;
let token: string;
beforeAll(async () => {
  world = await startStaffWorld();
  token = await world.logIn((await world.hire("manager")).username);
}, 60_000);
afterAll(() => world.close());

const at = (hour: number): string => instantAt(DAY, hour, world.core.timeZone).toISOString();
const get = async (path: string) => (await world.call(path, { token })).body;
const found = async (query: string) => {
  const { events } = AuditPage.parse(await get(`/api/audit/events?${query}`));
  return events.filter(({ stream }) => stream.startsWith("block-")).map(({ text }) => text);
};

it("is listed for each room that it has closed, by name and in venue time, and for no other", async () => {
  const hours = { startTime: at(9), endTime: at(12), reason: "Repairs", public: true };
  const block = await world.call("/api/blocks", {
    method: "POST",
    token,
    body: { ...hours, roomIds: [2, 7] },
  });
  expect(block.status).toBe(201);
  const placedAt = world.clock.now().toISOString();
  const id = Number(block.body.id);
  const placed = `Closure ${id}: Auditorium, Classroom closed on Tue, Feb 2, 2027, 9:00 AM – 12:00 PM, with a public reason`;
  world.clock.advanceMinutes(5);
  const later = world.clock.now().toISOString();
  const day = async (instant: string, roomId = 2) =>
    AuditRoomDay.parse(await get(`/api/audit/rooms/${roomId}?day=${DAY}&at=${instant}`));
  const standing = await day(later);
  expect(standing.blocks).toEqual([{ blockId: id, startTime: at(9), endTime: at(12), reason: "Repairs" }]);
  expect(standing.hours.slice(0, 4).map(({ blockId }) => blockId)).toEqual([id, id, id, null]);

  world.clock.advanceMinutes(5);
  await world.call(`/api/blocks/${id}`, { method: "DELETE", token });
  const lifted = `Closure ${id} reopened`;
  for (const query of ["room=2", "room=7", `room=7&stream=block-${id}`])
    expect(await found(query)).toEqual([lifted, placed]);
  expect(await found("room=7&type=BlockPlaced")).toEqual([placed]);
  for (const query of ["room=3", `room=3&stream=block-${id}`, "room=3&type=BlockPlaced"])
    expect(await found(query)).toEqual([]);

  const now = world.clock.now().toISOString();
  expect((await day(now)).blocks).toEqual([]);
  expect((await day(later)).blocks).toHaveLength(1);
  expect((await day(placedAt)).changes.map(({ at: when, text }) => [when, text])).toEqual([
    [placedAt, placed],
    [now, lifted],
  ]);
  expect(await day(later, 3)).toMatchObject({ blocks: [], changes: [] });
});
