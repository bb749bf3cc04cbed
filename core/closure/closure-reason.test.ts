/** Checks that closures whose events contain the reason's words are read from rows of personal data, which an old migration has filled. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readStream } from "../log/read.ts";
import { load } from "../log/transact.ts";
import { readPerson } from "../person/personal-data.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createTestCore, testMeta } from "../testing/test-core.ts";
import { closureStream } from "./closure.ts";
import { changeClosureReason } from "./handle.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 4 });
});
afterAll(() => database.drop());

/** As version 1 wrote it. */
async function writePlaced(id: number, reason: string, roomIds: number[]): Promise<void> {
  const data = {
    roomIds,
    startsAt: "2027-02-02T14:00:00.000Z",
    endsAt: "2027-02-02T16:00:00.000Z",
    reason,
    public: true,
    kept: [],
  };
  await database.ownerSql`
    insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
    values (${`block-${id}`}, 1, 'BlockPlaced', 1, ${database.ownerSql.json(data)},
      ${database.ownerSql.json({ ...testMeta } as never)}, ${randomUUID()}, 0, now())`;
  await database.ownerSql`
    insert into room_blocks (block_id, version, room_ids, starts_at, ends_at, reason, public, lifted)
    values (${id}, 1, ${roomIds}, ${data.startsAt}, ${data.endsAt}, ${reason}, true, false)`;
}

it("reads the words of older events from rows, where they can be erased", async () => {
  const { ownerSql, sql } = database;
  const core = await createTestCore(database);
  await ownerSql`alter table room_blocks drop column reason_id, add column reason text not null`;
  const REASONS = ["Ada's recital", "Fête à l'école — 木曜日 🎹", 'Quotes " and \\\\', "Repairs"];
  for (const [at, reason] of REASONS.entries()) await writePlaced(at + 1, reason, at % 2 ? [2, 11] : [3]);
  await ownerSql.unsafe(
    readFileSync(
      new URL("../../migrations/before-baseline/0063_closures_words.sql", import.meta.url),
      "utf8",
    ),
  );
  for (const [at, reason] of REASONS.entries()) {
    const [event] = await readStream(sql, closureStream, at + 1);
    expect(JSON.stringify(event?.data)).not.toContain(JSON.stringify(reason).slice(1, -1));
    const { state } = await load(sql, closureStream, at + 1);
    const reasonId = state.exists ? state.reasonId : null;
    expect((await readPerson(sql, reasonId ?? ""))?.freeText).toBe(reason);
    const [row] = await sql`select reason_id from room_blocks where block_id = ${at + 1}`;
    expect(row?.reason_id).toBe(reasonId);
    expect((await changeClosureReason(core, { id: at + 1, reason: null }, testMeta)).ok).toBe(true);
    expect((await readPerson(sql, reasonId ?? ""))?.freeText).toBeNull();
  }
});
