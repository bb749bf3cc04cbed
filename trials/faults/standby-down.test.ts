/** Shows that writes wait for a synchronous standby that is down, and that reads do not. */
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { instantAt } from "../../core/venue/time/venue-time.ts";
import { migrate } from "../../migrations/runner.ts";
import { seed } from "../../migrations/seed.ts";
import { HEADERS, submissions, ZONE } from "../bench/servers/submissions.ts";
import { SESSION_SECRET, startOnTwoServers } from "./failover-fixture.ts";
import { answeredAfter } from "./traffic-fixture.ts";

const BOOKED_MS = 1_000;
const AWAY_MS = 3_000;
const GIVES_UP_MS = 1_500;
/** Until sent answers have arrived. */
const ARRIVED_MS = 500;
const BOOKS_AGAIN_WITHIN_MS = 8_000;

let world: Awaited<ReturnType<typeof startOnTwoServers>>;
afterEach(() => world.close());

async function prepare(ownerUrl: string): Promise<void> {
  await migrate(ownerUrl);
  await seed(ownerUrl, { adminPassword: "unused-test-password", sessionSecret: SESSION_SECRET });
}

/** A booking that the traffic does not reach. */
const BODY = [...submissions()].at(-1) ?? "";
const book = (withinMs: number): Promise<Response> =>
  world.call("/api/bookings", {
    method: "POST",
    headers: { ...HEADERS, "idempotency-key": "while the standby is down" },
    body: BODY,
    signal: AbortSignal.timeout(withinMs),
  });

/** Sessions whose commit waits for the standby. */
async function waitingCommits(): Promise<number> {
  const [row] = await world.onOldPrimary<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity where wait_event = 'SyncRep'`;
  return row?.count ?? 0;
}

/** The output of `make status`. */
async function statusOfServers(): Promise<string> {
  const { code, output } = await world.command("status");
  expect(code).toBe(0);
  expect(output).toContain(`primary: ${new URL(world.servers.database.url).host} (timeline 1)`);
  return output;
}

describe("a synchronous standby that is down", () => {
  it("leaves writes without an answer until it is back; then each is answered and made once, and reads always work", async () => {
    world = await startOnTwoServers("on both", prepare);
    const { load, servers } = world;
    const { traffic } = load;
    await delay(BOOKED_MS);
    await servers.stopReplica();
    const awayAt = performance.now();
    // A client that gives up and repeats the call with the same key gets the same booking.
    await expect(book(GIVES_UP_MS)).rejects.toThrow("timeout");
    expect((await world.call("/readyz")).status).toBe(200);
    await delay(Math.max(0, awayAt + AWAY_MS - performance.now()));
    expect(await waitingCommits()).toBeGreaterThan(0);
    expect(await statusOfServers()).toMatch(/: no write is answered\n +no standby follows it\n/);
    const metrics = await world.metrics();
    expect(metrics).not.toMatch(/hub_database_standbys\{/);
    expect(metrics).toContain("hub_database_commits_wait 1");
    expect(traffic.answered.filter(({ answeredAt }) => answeredAt > awayAt + ARRIVED_MS)).toEqual([]);

    const backAt = performance.now();
    await servers.startReplica();
    const firstAt = await answeredAfter(traffic, backAt, BOOKS_AGAIN_WITHIN_MS);
    expect(firstAt).not.toBeNull();
    process.stdout.write(
      `standby away: first booking answered ${Math.round((firstAt ?? 0) - backAt)} ms after its start\n`,
    );
    expect(await statusOfServers()).toMatch(
      /, commits wait for a standby\n +replica +sync +\d+ bytes behind/,
    );
    const again = await book(BOOKS_AGAIN_WITHIN_MS);
    expect(again.status).toBe(201);
    const { id } = (await again.json()) as { id: number };
    const waited = traffic.answered.filter(
      ({ askedAt, answeredAt }) => askedAt < backAt && answeredAt > backAt,
    );
    expect(waited).not.toEqual([]);
    await load.stalestAtEnd(backAt, "standby back");
    await load.expectEachOnce();
    const asked = JSON.parse(BODY) as { roomId: number; startDate: string; startTime: string }; // as `submissions` writes them
    const startsAt = instantAt(asked.startDate, Number.parseInt(asked.startTime, 10), ZONE).toISOString();
    const made = await world.onOldPrimary<{ id: number }[]>`
      select substring(stream from 9)::int as id from events
      where type = 'BookingRequested' and data ->> 'roomId' = ${asked.roomId} and data ->> 'startsAt' = ${startsAt}`;
    expect(made).toEqual([{ id }]);
    expect([...traffic.refused.keys()].filter((status) => status !== 503)).toEqual([]);
    expect(world.stillRunning()).toBe(true);
  }, 60_000);
});
