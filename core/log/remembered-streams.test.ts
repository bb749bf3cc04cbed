/** Checks that a stream is loaded as the log has it, also when a database that took over has lost what was remembered. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { testMeta } from "../testing/test-core.ts";
import { append } from "./append.ts";
import { defineEvent } from "./event-definition.ts";
import { createStreamLoader } from "./remembered-streams.ts";
import { defineStream } from "./stream.ts";
import { load } from "./transact.ts";

let evolved = 0;
const tally = defineStream({
  category: "tally",
  events: [defineEvent("Counted", z.object({ by: z.number().int() }))],
  initial: 0,
  evolve(total, { data }) {
    evolved += 1;
    return total + data.by;
  },
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function count(id: number, expectedVersion: number, ...by: number[]): Promise<void> {
  const result = await append(database.sql, {
    stream: { category: tally.category, id },
    expectedVersion,
    commandId: randomUUID(),
    events: by.map((n) => tally.encode({ type: "Counted", data: { by: n } })),
    meta: testMeta,
    occurredAt: new Date("2026-12-01T15:00:00Z"),
  });
  expect(result.ok).toBe(true);
}

const loadTally = createStreamLoader(tally, { most: 4 });

/** Loads it both ways; answers how many events the loader folded. */
async function steps(id: number): Promise<number> {
  const before = evolved;
  const loaded = await loadTally(database.sql, id);
  const folded = evolved - before;
  expect(loaded).toMatchObject(await load(database.sql, tally, id));
  return folded;
}

it("folds only the events since the last load", async () => {
  expect(await steps(1)).toBe(0);
  await count(1, 0, 1, 2, 3);
  expect(await steps(1)).toBe(3);
  expect(await steps(1)).toBe(0);
  await count(1, 3, 4, 5);
  expect(await steps(1)).toBe(2);
});

it("forgets what was loaded long ago", async () => {
  for (const id of [11, 12, 13, 14, 15]) {
    await count(id, 0, id);
    expect(await steps(id)).toBe(1);
  }
  expect(await steps(11)).toBe(1);
  expect(await steps(15)).toBe(0);
});

it("reads from the beginning what the log no longer has as it was", async () => {
  await count(21, 0, 1, 2, 3);
  expect(await steps(21)).toBe(3);
  await database.ownerSql`alter table events disable trigger user`;
  await database.ownerSql`delete from events where stream = ${tally.nameOf(21)} and version > 1`;
  expect(await steps(21)).toBe(1);
  await count(21, 1, 7, 8);
  expect(await steps(21)).toBe(2);
  await database.ownerSql`delete from events where stream = ${tally.nameOf(21)} and version > 2`;
  await count(21, 2, 9, 10);
  expect(await steps(21)).toBe(4);
});
