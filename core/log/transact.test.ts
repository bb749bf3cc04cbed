/** Checks that a command is decided on the current state, once, and again if another one was faster. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createTestClock, testMeta } from "../testing/test-core.ts";
import { defineEvent, type EventOf } from "./event-definition.ts";
import { readStream } from "./read.ts";
import { refuse } from "./rejection.ts";
import { defineStream } from "./stream.ts";
import { type Command, type Log, load, transact } from "./transact.ts";

// An aggregate as a new folder brings it: its events, its stream, a sequence, and an append rule for its events.
const counted = defineEvent("Counted", z.object({ by: z.number().int() }));
const tally = defineStream({
  category: "tally",
  events: [counted],
  initial: 0,
  evolve: (total, event) => total + event.data.by,
});
type Counted = EventOf<typeof counted>;

let database: TestDatabase;
let log: Log;
let woken = 0;
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  log = { sql: database.sql, clock: createTestClock(), afterAppend: () => void woken++ };
  await database.ownerSql`create sequence tally_ids`;
  await database.ownerSql`
    create table tally_totals (tally bigint primary key, total integer not null constraint tally_at_most check (total <= 5))`;
  await database.ownerSql`grant select on tally_totals to hub_runtime`;
  await database.ownerSql.unsafe(`
    create function guard.set_tally(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
      insert into tally_totals values (p_id, (p ->> 'total')::integer)
      on conflict (tally) do update set total = excluded.total
    $$`);
});
afterAll(() => database.drop());

const count = (by: number, rest: Partial<Command<number, Counted>> = {}): Command<number, Counted> => ({
  commandId: randomUUID(),
  meta: testMeta,
  decide: () => ({ ok: true, events: by === 0 ? [] : [{ type: "Counted", data: { by } }] }),
  appendRules: (_before, after) => [{ operation: "set_tally", total: after } as const],
  ...rest,
});

async function begin(by = 1): Promise<number> {
  const outcome = await transact(log, tally, null, count(by));
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}

const totalOf = async (id: number) => {
  const [row] = await database.sql`select total from tally_totals where tally = ${id}`;
  return row?.total;
};

describe("a command", () => {
  it("is decided on the fold of its stream, and appended with its append rules", async () => {
    const id = await begin(2);
    const before = woken;
    const outcome = await transact(log, tally, id, count(3));
    expect(outcome).toMatchObject({ ok: true, value: { id, state: 5, version: 2 } });
    expect(woken).toBe(before + 1);
    expect(await load(log.sql, tally, id)).toMatchObject({ state: 5, version: 2 });
    expect(await totalOf(id)).toBe(5);
  });

  it("writes nothing if nothing changes, and answers the version of its stream", async () => {
    const id = await begin();
    const loaded = await load(log.sql, tally, id);
    expect(await transact(log, tally, id, count(0))).toEqual({
      ok: true,
      value: loaded,
      position: loaded.at,
    });
  });

  it("is decided again if another one was faster", async () => {
    const id = await begin(1);
    const least = (state: number): ReturnType<Command<number, Counted>["decide"]> =>
      state >= 4 ? refuse("ConcurrentChange") : { ok: true, events: [{ type: "Counted", data: { by: 1 } }] };
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => transact(log, tally, id, count(1, { decide: least }))),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(3);
    expect(await totalOf(id)).toBe(4);
    expect((await readStream(log.sql, tally, id)).map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });

  it("happens once, however often it is sent", async () => {
    const id = await begin();
    const once = count(1, { commandId: randomUUID() });
    const outcomes = await Promise.all([1, 2, 3].map(() => transact(log, tally, id, once)));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: true, value: { state: 2 } });
    const first = count(1, { commandId: randomUUID() });
    const ids = await Promise.all([1, 2, 3].map(() => transact(log, tally, null, first)));
    expect(new Set(ids.map((outcome) => (outcome.ok ? outcome.value.id : null))).size).toBe(1);
  });

  it("is refused with its own code if a constraint refuses, and writes nothing", async () => {
    const id = await begin(5);
    const refusals = { tally_at_most: refuse("TooManyHolds") };
    expect(await transact(log, tally, id, count(1, { refusals }))).toEqual(refuse("TooManyHolds"));
    expect(await load(log.sql, tally, id)).toMatchObject({ state: 5, version: 1 });
    await expect(transact(log, tally, id, count(1))).rejects.toThrow(/No refusal explains .*tally_at_most/);
  });

  it("may remove the obstacle and try again", async () => {
    const id = await begin(5);
    const outcome = await transact(log, tally, id, {
      ...count(1),
      refusals: {
        async tally_at_most() {
          await transact(log, tally, id, count(-3));
          return "retry";
        },
      },
    });
    expect(outcome).toMatchObject({ ok: true, value: { state: 3, version: 3 } });
  });

  it("writes no event that its own schema would not read", async () => {
    const id = await begin();
    await expect(transact(log, tally, id, count(0.5))).rejects.toThrow(/int/i);
    expect(await load(log.sql, tally, id)).toMatchObject({ version: 1 });
  });
});
