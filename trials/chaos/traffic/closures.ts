/** Scenarios of managers who close and reopen hours of one room or of the whole venue, with the conflicting bookings. */

import type { Problem } from "../../../bff/contract/problem.ts";
import type { Closure, ClosureInList } from "../../../bff/contract/venue/closure.ts";
import { addDays } from "../../../core/venue/time/venue-time.ts";
import { readVenue } from "./booking-calls.ts";
import { type DrawnHours, drawHours, hoursFields } from "./client/hours.ts";
import type { Scenario } from "./scenario.ts";
import type { Colleague } from "./staff-session.ts";

const CLOSE = "POST /api/blocks";
const REOPEN = "DELETE /api/blocks/{id}";
const LIST = "GET /api/blocks";

/** Closes these hours; conflicting bookings are kept, cancelled or moved at random. */
async function close(who: Colleague, wanted: DrawnHours, roomIds: number[]): Promise<Closure | null> {
  const { client, world } = who;
  if (!world.settings) return null;
  const { startTime, endTime } = hoursFields(wanted, world.settings);
  const body = { roomIds, startTime, endTime, reason: "Repairs", public: client.random.chance(0.5) };
  const answer = await client.call<Closure>(CLOSE, { body });
  if (answer.ok) return answer.body;
  if (answer.status !== 409) return null;
  const { bookings = [] } = answer.body as Problem; // the API's document says what a 409 is
  const dispositions = Object.fromEntries(bookings.map(({ id }) => [id, dispositionOf(who)]));
  const again = await client.call<Closure>(CLOSE, { body: { ...body, bookings: dispositions } });
  return again.ok ? again.body : null;
}

function dispositionOf({ client, world }: Colleague): "keep" | "cancel" | { startTime: string } {
  const wanted = drawHours(world, client.random);
  if (!wanted || !world.settings || client.random.chance(0.7)) return client.random.pick(["keep", "cancel"]);
  return { startTime: hoursFields(wanted, world.settings).startTime };
}

export const closures: readonly Scenario<Colleague>[] = [
  {
    name: "closes hours of a room, changes the reason, reopens them",
    weight: 5,
    operations: [CLOSE, LIST, "PATCH /api/blocks/{id}", REOPEN],
    async run(who) {
      const { client, world } = who;
      if (!world.settings) await readVenue(who);
      const wanted = drawHours(world, client.random);
      if (!wanted) return;
      const block = await close(who, wanted, [wanted.room.id]);
      await client.call(LIST, { query: { from: wanted.day, to: wanted.day } });
      if (!block) return;
      const params = { id: block.id };
      await client.call("PATCH /api/blocks/{id}", { params, body: { reason: "A new floor" } });
      await client.call(REOPEN, { params });
    },
  },
  {
    name: "closes the whole venue for a few hours",
    weight: 2,
    operations: [CLOSE, REOPEN],
    async run(who) {
      const { client, world } = who;
      if (!world.settings) await readVenue(who);
      const wanted = drawHours(world, client.random);
      if (!wanted) return;
      const block = await close(
        who,
        wanted,
        world.rooms.map(({ id }) => id),
      );
      if (block) await client.call(REOPEN, { params: { id: block.id } });
    },
  },
  {
    name: "reopens earlier closures",
    weight: 2,
    operations: [LIST],
    async run(who) {
      const { client, world } = who;
      if (!world.settings) await readVenue(who);
      const wanted = drawHours(world, client.random);
      if (!wanted) return;
      const query = { from: wanted.day, to: addDays(wanted.day, 10) };
      const list = await client.call<ClosureInList[]>(LIST, { query });
      for (const { id } of list.ok ? list.body.slice(0, 5) : [])
        await client.call(REOPEN, { params: { id } });
    },
  },
];
