/** Checks that appends to the same streams take their locks in one order, whichever statement they go by and whichever stream is first. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { testMeta } from "../testing/test-core.ts";
import { type Append, STREAM_CHANGED } from "./append-request.ts";
import { appendInOneStatement, appendTogether, nextStreamIds } from "./append-statements.ts";
import { readVersion } from "./read.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // With the usual limit an append gives way after 100 ms, long before PostgreSQL looks for a deadlock.
  for (const name of ["append_events", "append_events_together", "append_new_streams"]) {
    await database.ownerSql`alter function ${database.ownerSql(name)} set lock_timeout = '10s'`;
  }
});
afterAll(() => database.drop());

type Stream = { category: string; id: number };
type OneAppend = Append & { stream: Stream };

const nameOf = ({ category, id }: Stream): string => `${category}-${id}`;

async function newStream(category: string): Promise<Stream> {
  const [id = 0] = await nextStreamIds(database.sql, category, 1);
  return { category, id };
}

async function appendsTo(streams: readonly Stream[]): Promise<OneAppend[]> {
  const command = randomUUID();
  return Promise.all(
    streams.map(async (stream, n) => ({
      stream,
      expectedVersion: await readVersion(database.sql, nameOf(stream)),
      // One statement for all writes them in the order of their commands.
      commandId: `${command}/${n}`,
      events: [{ type: "Counted", schemaVersion: 1, data: {} }],
      meta: testMeta,
      occurredAt: new Date("2026-12-01T15:00:00Z"),
    })),
  );
}

async function waiting(): Promise<number> {
  const [row] = await database.sql<{ n: number }[]>`
    select count(distinct l.pid)::int as n from pg_locks l join pg_stat_activity a using (pid)
    where not granted and datname = current_database()`;
  return row?.n ?? 0;
}

const together = (appends: readonly OneAppend[]) => appendTogether(database.sql, appends);
const inOneStatement = (appends: readonly OneAppend[]) => appendInOneStatement(database.sql, appends);

it.each([
  ["one after another and in one statement", together, inOneStatement],
  ["both in one statement", inOneStatement, inOneStatement],
])("of two appends to the same streams one waits, and is refused: %s", async (_, first, second) => {
  const booking = await newStream("booking");
  const account = await newStream("account");
  // Each append has to wait for its own between the two.
  const [ofFirst, ofSecond] = [await newStream("inquiry"), await newStream("inquiry")];
  await inOneStatement(await appendsTo([booking, account, ofFirst, ofSecond]));
  const holder = await database.ownerSql.reserve();
  await holder`begin`;
  for (const stream of [ofFirst, ofSecond].map(nameOf)) {
    await holder`
      insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
      select stream, 2, type, schema_version, data, meta, ${randomUUID()}, 0, occurred_at from events where stream = ${stream}`;
  }
  const both = Promise.all([
    first(await appendsTo([booking, ofFirst, account])),
    second(await appendsTo([account, ofSecond, booking])),
  ]);
  await expect.poll(waiting).toBe(2);
  await holder`rollback`;
  holder.release();
  const results = await both;
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, violated: STREAM_CHANGED });
  for (const stream of [booking, account]) {
    expect(await readVersion(database.sql, nameOf(stream))).toBe(2);
  }
});
