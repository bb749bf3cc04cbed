/** Checks that visitors and staff who race for the same hours over HTTP leave each hour to one of them, and the product running. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkHourClaims } from "../core/hour-claims/hour-claim-check.ts";
import { hourFaults } from "../core/testing/hour-faults.ts";
import { testMeta } from "../core/testing/test-core.ts";
import { changeRoom } from "../core/venue/handle.ts";
import { seedVenue } from "../core/venue/seed-venue.ts";
import { instantAt } from "../core/venue/time/venue-time.ts";
import { diffProjection } from "../operator/replay-commands.ts";
import { projections } from "../projections/followers.ts";
import { type StaffWorld, startStaffWorld } from "./testing/staff-fixture.ts";

const DAY = "2027-02-04";
/** By room, its turnaround in hours. */
const ROOMS = new Map([
  [2, 1],
  [4, 2],
  [6, 0],
]);
const VISITORS = 5;
const ROUNDS = 14;

let world: StaffWorld;
let token: string;
beforeAll(async () => {
  world = await startStaffWorld();
  await seedVenue(world.ownerSql);
  await world.core.venue.reload();
  for (const [id, turnaroundHours] of ROOMS)
    await changeRoom(world.core, id, { turnaroundHours }, { meta: testMeta });
  token = await world.logIn((await world.hire("manager")).username);
}, 60_000);
afterAll(() => world.close());

/** The same actions in every run; their timing depends on the machine. */
function turns(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}

const deadlocks = async (): Promise<number> => {
  const [row] = await world.ownerSql<{ deadlocks: number }[]>`
    select deadlocks::integer from pg_stat_database where datname = current_database()`;
  return row?.deadlocks ?? 0;
};
const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
const at = (hour: number): string => instantAt(DAY, hour, world.core.timeZone).toISOString();

it("eight clients over the same hours: none twice, none closed, no turnaround broken, no deadlock, no 5xx", async () => {
  const before = await deadlocks();
  const statuses = new Map<string, number>();
  const strange: unknown[] = [];
  const made: number[] = [];
  const rooms = [...ROOMS.keys()];

  async function ask(what: string, path: string, method: string, body?: unknown, by?: number) {
    const headers = by === undefined ? {} : { "X-Forwarded-For": `10.1.0.${by}` };
    const answer = await world.call(path, { method, body, headers, ...(by === undefined ? { token } : {}) });
    const key = `${what} ${answer.status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    if (![200, 201, 409].includes(answer.status)) strange.push([what, body, answer.body]);
    return answer;
  }

  async function visitor(n: number): Promise<void> {
    const turn = turns(n);
    for (let round = 0; round < ROUNDS; round++) {
      const roomId = rooms[turn(rooms.length)] ?? 2;
      const [from, hourCount] = [9 + turn(11), 1 + turn(2)];
      const total = (hourCount * (world.core.rooms.byId(roomId)?.rates.hourlyCents ?? 0)) / 100;
      const booked = await ask(
        "book",
        "/api/bookings",
        "POST",
        {
          roomId,
          firstName: "Ada",
          lastName: "Byron",
          email: `visitor-${n}-${round % 4}@example.test`,
          phone: "+1 212 555 0100",
          startDate: DAY,
          startTime: clock(from),
          endTime: clock(from + hourCount),
          eventType: "Meeting",
          bookingDuration: "hourly",
          hourCount,
          totalAmount: total,
          downpaymentAmount: total / 2,
          remainingAmount: total / 2,
          terms: true,
        },
        n,
      );
      if (booked.status === 201) made.push(Number(booked.body.id));
    }
  }

  async function mover(): Promise<void> {
    const turn = turns(77);
    // The day may be full: cancellations free hours, so that a later move succeeds.
    const goesOn = (round: number) =>
      round < 2 * ROUNDS || (!statuses.has("move 200") && round < 40 * ROUNDS);
    for (let round = 0; goesOn(round); round++) {
      const id = made[turn(made.length)];
      if (id === undefined) await ask("read", "/api/rooms", "GET");
      else if (round % 3 === 2) await ask("cancel", `/api/bookings/${id}`, "PATCH", { status: "cancelled" });
      else {
        const asked = { roomId: rooms[turn(rooms.length)], startTime: at(9 + turn(11)) };
        await ask("move", `/api/bookings/${id}/move`, "POST", asked);
      }
      // Restored from cancelled, if its hours are still free.
      if (id !== undefined && round % 6 === 5)
        await ask("revive", `/api/bookings/${id}`, "PATCH", { status: "completed" });
    }
  }

  async function closer(n: number): Promise<void> {
    const turn = turns(n);
    for (let round = 0; round < ROUNDS; round++) {
      const from = 9 + turn(10);
      const roomIds = round % 2 ? rooms : [rooms[turn(rooms.length)]];
      const block = { roomIds, startTime: at(from), endTime: at(from + 1 + turn(3)), reason: "Repairs" };
      let placed = await ask("block", "/api/blocks", "POST", block);
      const inTheWay = placed.body.bookings;
      if (Array.isArray(inTheWay)) {
        const becomes = (i: number) => {
          const moved = { startTime: at(9 + turn(11)), roomId: rooms[turn(rooms.length)] };
          return ["keep", "cancel", moved][(i + round) % 3];
        };
        const bookings = Object.fromEntries(inTheWay.map(({ id }, i) => [id, becomes(i)]));
        placed = await ask("block over", "/api/blocks", "POST", { ...block, bookings });
      }
      if (placed.status === 201 && round % 4 > 0)
        await ask("lift", `/api/blocks/${placed.body.id}`, "DELETE");
    }
  }

  const visitors = Array.from({ length: VISITORS }, (_, n) => visitor(n + 1));
  await Promise.all([...visitors, mover(), closer(101), closer(202)]);

  expect(strange).toEqual([]);
  for (const wanted of ["book 201", "book 409", "move 200", "block 201", "block over 201", "lift 200"])
    expect([...statuses.keys()]).toContain(wanted);
  expect(await deadlocks()).toBe(before);
  expect((await checkHourClaims(world.core.sql)).faults).toEqual([]);
  expect(await hourFaults(world.core.sql, ROOMS)).toEqual([]);
  for (const projection of projections(world.core)) {
    const differing: string[] = [];
    await diffProjection(
      world.ownerSql,
      projection,
      () => undefined,
      async (line) => void differing.push(line),
    );
    expect(differing).toEqual([]);
  }
}, 120_000);
