/** Checks that a stream's next delivery is never left behind, whichever of two processes is faster. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { type DueDelivery, findDue, makeDeliveries, noteTry } from "./deliveries.ts";

const NOW = new Date("2026-12-01T15:00:00Z");
const TRIED = { triedAt: NOW, tookMs: 5, status: 204, failure: null, answer: "" };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const told = (version: number) => database.ownerSql`
  insert into public_events (position, type, stream, version, booking_id, occurred_at)
  values (${version}, 'booking.moved', 'booking-7', ${version}, 7, ${NOW})`;

const due = (): Promise<DueDelivery[]> =>
  findDue(database.sql, { now: NOW, except: [], full: [], limit: 10 });

const nextDue = async (): Promise<DueDelivery> => {
  const [first] = await due();
  if (!first) throw new Error("nothing is due");
  return first;
};

beforeEach(async () => {
  const { ownerSql } = database;
  await ownerSql`truncate webhooks, webhook_cursors, webhook_deliveries, webhook_tries, public_events`;
  await ownerSql`
    insert into webhooks (webhook_id, url, events, body, active, secrets_of, secret, made_by, made_at)
    values (1, 'https://example.org/', '{*}', 'thin', true, gen_random_uuid(), '', 1, ${NOW})`;
  await ownerSql`insert into webhook_cursors (webhook_id, position) values (1, 0)`;
  await told(1);
  await makeDeliveries(database.sql, NOW);
});

it("the next of a stream is due once the one before it has ended", async () => {
  await told(2);
  await makeDeliveries(database.sql, NOW);
  const first = await nextDue();
  expect((await due()).map(({ version }) => version)).toEqual([1]);
  await noteTry(database.sql, first, TRIED, { state: "delivered" });
  expect((await due()).map(({ version }) => version)).toEqual([2]);
});

it("so is one that is made while the one before it ends", async () => {
  const { sql, ownerSql } = database;
  const first = await nextDue();
  await told(2);
  const begun: Promise<unknown>[] = [];
  await ownerSql.begin(async (tx) => {
    await tx`select from webhook_cursors for update`;
    begun.push(makeDeliveries(sql, NOW));
    await expect.poll(waiting, { timeout: 5_000, interval: 10 }).toBe(1);
    const noted = noteTry(sql, first, TRIED, { state: "delivered" });
    begun.push(noted);
    // Without a lock of its own it is noted by now, beside the statement that has begun.
    const waits = expect.poll(waiting, { timeout: 5_000, interval: 10 }).toBe(2);
    await Promise.race([noted, waits]);
  });
  await Promise.all(begun);
  expect((await due()).map(({ version }) => version)).toEqual([2]);
});

/** How many connections wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await database.ownerSql<{ count: number }[]>`
    select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}
