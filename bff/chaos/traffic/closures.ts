/** Scenarios of managers who close and reopen hours of one room or of the whole venue, with the conflicting bookings. */
import { addDays } from "../../../core/venue/venue-time.ts";
import type { Problem } from "../../contract/problem.ts";
import type { Block, ListedBlock } from "../../contract/venue/block.ts";
import { lookAround } from "./booking-calls.ts";
import { hoursFields, type WantedHours, wantedHours } from "./hours.ts";
import type { Scenario } from "./scenario.ts";
import type { Colleague } from "./staff-session.ts";

const CLOSE = "POST /api/blocks";
const REOPEN = "DELETE /api/blocks/{id}";
const LIST = "GET /api/blocks";

/** Closes these hours; conflicting bookings are kept, cancelled or moved at random. */
async function close(who: Colleague, wanted: WantedHours, roomIds: number[]): Promise<Block | null> {
  const { caller, world } = who;
  if (!world.settings) return null;
  const { startTime, endTime } = hoursFields(wanted, world.settings);
  const body = { roomIds, startTime, endTime, reason: "Repairs", public: caller.random.chance(0.5) };
  const answer = await caller.call<Block>(CLOSE, { body });
  if (answer.ok) return answer.body;
  if (answer.status !== 409) return null;
  const { bookings = [] } = answer.body as Problem; // the API's document says what a 409 is
  const dispositions = Object.fromEntries(bookings.map(({ id }) => [id, dispositionOf(who)]));
  const again = await caller.call<Block>(CLOSE, { body: { ...body, bookings: dispositions } });
  return again.ok ? again.body : null;
}

function dispositionOf({ caller, world }: Colleague): "keep" | "cancel" | { startTime: string } {
  const wanted = wantedHours(world, caller.random);
  if (!wanted || !world.settings || caller.random.chance(0.7)) return caller.random.pick(["keep", "cancel"]);
  return { startTime: hoursFields(wanted, world.settings).startTime };
}

export const closures: readonly Scenario<Colleague>[] = [
  {
    name: "closes hours of a room, changes the reason, reopens them",
    weight: 5,
    operations: [CLOSE, LIST, "PATCH /api/blocks/{id}", REOPEN],
    async act(who) {
      const { caller, world } = who;
      if (!world.settings) await lookAround(who);
      const wanted = wantedHours(world, caller.random);
      if (!wanted) return;
      const block = await close(who, wanted, [wanted.room.id]);
      await caller.call(LIST, { query: { from: wanted.day, to: wanted.day } });
      if (!block) return;
      const params = { id: block.id };
      await caller.call("PATCH /api/blocks/{id}", { params, body: { reason: "A new floor" } });
      await caller.call(REOPEN, { params });
    },
  },
  {
    name: "closes the whole venue for a few hours",
    weight: 2,
    operations: [CLOSE, REOPEN],
    async act(who) {
      const { caller, world } = who;
      if (!world.settings) await lookAround(who);
      const wanted = wantedHours(world, caller.random);
      if (!wanted) return;
      const block = await close(
        who,
        wanted,
        world.rooms.map(({ id }) => id),
      );
      if (block) await caller.call(REOPEN, { params: { id: block.id } });
    },
  },
  {
    name: "reopens earlier closures",
    weight: 2,
    operations: [LIST],
    async act(who) {
      const { caller, world } = who;
      if (!world.settings) await lookAround(who);
      const wanted = wantedHours(world, caller.random);
      if (!wanted) return;
      const query = { from: wanted.day, to: addDays(wanted.day, 10) };
      const list = await caller.call<ListedBlock[]>(LIST, { query });
      for (const { id } of list.ok ? list.body.slice(0, 5) : [])
        await caller.call(REOPEN, { params: { id } });
    },
  },
];
