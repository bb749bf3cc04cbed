/** Checks a BFF beside a real streaming replica that shows everything two seconds late. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { comparePositions, parsePosition } from "../../core/log/position.ts";
import { openSql, type Sql } from "../../core/platform/database/database.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "../../core/testing/replicated-postgres.ts";
import { migrate } from "../../migrations/runner.ts";
import { printReplica } from "../../operator/replica-status.ts";
import { readPositions } from "../../projections/engine/cursor.ts";
import { READ_AFTER_HEADER } from "../contract/headers.ts";
import { customerWorld } from "../testing/customer-fixture.ts";
import { type StaffWorld, startStaffWorld } from "../testing/staff-fixture.ts";

let server: ReplicatedPostgres;
let world: StaffWorld;
let replica: Sql;
let token: string;

beforeAll(async () => {
  server = await startReplicatedPostgres({
    applyDelay: "2s",
    prepare: async (ownerUrl) => void (await migrate(ownerUrl)),
  });
  replica = openSql(server.readUrl, { max: 1 });
  world = await startStaffWorld({ database: server.database, readUrl: server.readUrl });
  const manager = await world.hire("manager");
  token = await world.logIn(manager.username);
});

afterAll(async () => {
  await replica?.end({ timeout: 1 });
  await world?.close();
});

async function metric(name: string): Promise<number> {
  const { body } = await world.call("/metrics");
  const line = String(body.text)
    .split("\n")
    .find((one) => one.startsWith(`${name} `));
  return Number(line?.split(" ").at(-1) ?? 0);
}
const readsOf = (where: string, reason: string) =>
  metric(`hub_view_reads_total{server="${where}",reason="${reason}"}`);

/** Reads as a caller who has seen the log up to there; without a position, as a caller who has seen nothing. */
const readAs = (seen: string | null, path: string, by = token) =>
  world.call(path, { token: by, headers: { [READ_AFTER_HEADER]: seen ?? "none" } });

/** Resolves once every projection on the replica has what was written up to there. */
async function untilReplayed(seen: string): Promise<void> {
  const position = parsePosition(seen);
  if (!position) throw new Error(`${seen} is no position`);
  await expect
    .poll(
      async () =>
        [...(await readPositions(replica)).cursors.values()].every(
          (at) => comparePositions(at, position) >= 0,
        ),
      { interval: 50 },
    )
    .toBe(true);
}

const submission = (changes: Record<string, unknown>) => ({
  roomId: 5,
  firstName: "Ada",
  lastName: "Byron",
  email: "ada@example.test",
  phone: "+1 212 555 0100",
  startDate: "2026-12-15",
  startTime: "09:00",
  endTime: "11:00",
  eventType: "Rehearsal",
  specialRequirements: "",
  engineerRequired: false,
  bookingDuration: "hourly",
  hourCount: 2,
  terms: true,
  ...changes,
});

/** The room's price for two hours. */
function priceOf(roomId: number) {
  const cents = (world.core.rooms.byId(roomId)?.rates.hourlyCents ?? 0) * 2;
  const half = (cents / 200).toFixed(2);
  return { totalAmount: (cents / 100).toFixed(2), downpaymentAmount: half, remainingAmount: half };
}

async function book(
  changes: Record<string, unknown> = {},
  by?: string,
): Promise<{ id: number; seen: string }> {
  const body = submission({ ...priceOf(5), ...changes });
  const answer = await world.call("/api/bookings", { method: "POST", body, token: by ?? null });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return { id: Number(answer.body.id), seen: answer.headers.get("log-position") ?? "" };
}

const idsOf = (answer: { body: unknown }): number[] => (answer.body as { id: number }[]).map(({ id }) => id); // as the list's contract says

describe("with a replica two seconds late", () => {
  it("a caller who wrote reads what they wrote, in every projection, while the replica does not show it yet", async () => {
    const { register } = customerWorld(world);
    const customer = await register();
    const day = "startDate=2026-12-15&endDate=2026-12-15";
    await readAs(null, `/api/rooms/5/bookings?${day}`);
    const goOn = await server.holdReplica();
    const { id, seen } = await book({ email: customer.email }, customer.token);

    const [list, page, summary, analytics, taken, found, own, held] = await Promise.all([
      readAs(seen, "/api/bookings"),
      readAs(seen, "/api/bookings?page=1&limit=5"),
      readAs(seen, "/api/bookings/summary"),
      readAs(seen, "/api/analytics"),
      readAs(seen, `/api/rooms/5/bookings?${day}`),
      readAs(seen, "/api/find?day=2026-12-15&start=09:00&hours=2&people=1"),
      readAs(seen, "/api/auth/bookings", customer.token),
      readAs(seen, "/api/bookings/held", customer.token),
    ]);
    const shown = await replica`select from bookings where booking_id = ${id}`;
    // Proof that the replica was behind: it showed the write only after all of them were answered.
    expect(shown).toHaveLength(0);
    await goOn();

    expect(idsOf(list)).toContain(id);
    expect(idsOf(page)).toContain(id);
    expect(summary.body).toMatchObject({ total: 1, pending: 1 });
    expect(analytics.body).toMatchObject({ bookings: { total: 1 } });
    expect(taken.body).toHaveLength(1);
    const rooms = (found.body as { rooms: { roomId: number; exact: boolean }[] }).rooms;
    expect(rooms.find(({ roomId }) => roomId === 5)?.exact).toBe(false);
    expect(idsOf(own)).toEqual([id]);
    expect(idsOf(held)).toEqual([id]);
    expect(await readsOf("primary", "behind")).toBeGreaterThan(0);

    await untilReplayed(seen);
    await expect
      .poll(async () => {
        const before = await readsOf("replica", "current");
        expect(idsOf(await readAs(seen, "/api/bookings"))).toContain(id);
        return (await readsOf("replica", "current")) - before;
      })
      .toBe(1);
  });

  it("so does a caller without a position, for what was written through this process", async () => {
    const message = { firstName: "Joan", lastName: "Clarke", email: "joan@example.test", message: "Hello" };
    const sent = await world.call("/api/contact", { method: "POST", body: message });
    expect(sent.status).toBeLessThan(300);
    const response = await fetch(`http://127.0.0.1:${world.port}/api/contact`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await response.json()).toMatchObject([{ firstName: "Joan" }]);
    expect(await replica`select from messages`).toHaveLength(0);
  });

  it("a caller who has seen nothing reads what the replica has, without waiting", async () => {
    const { id, seen } = await book({ startTime: "12:00", endTime: "14:00" });
    const before = await readsOf("replica", "current");
    expect(idsOf(await readAs(null, "/api/bookings"))).not.toContain(id);
    expect(await readsOf("replica", "current")).toBe(before + 1);
    expect(idsOf(await readAs(seen, "/api/bookings"))).toContain(id);
  });

  it("a guest's link shows its booking at once, though it carries no position", async () => {
    const guests = customerWorld(world);
    const { id } = await guests.book({ email: "guest@example.test" });
    const answer = await readAs(null, `/api/guest/${guests.guestToken(id)}`);
    expect(await replica`select from bookings where booking_id = ${id}`).toHaveLength(0);
    expect(answer).toMatchObject({ status: 200, body: { id } });
  });

  it("tells operators and Prometheus how late it is", async () => {
    await book({ startTime: "15:00", endTime: "17:00" });
    const [line] = await printReplica(server.database.ownerSql, server.readUrl, new Date());
    expect(line).toMatch(/^replica: \d+ bytes behind, its last change is \d+\.\d s old$/);
    expect(await metric("hub_replica_up")).toBe(1);
    await expect.poll(() => metric("hub_replica_lag_seconds")).toBeGreaterThan(0.5);
    expect(await printReplica(server.database.ownerSql, undefined, new Date())).toEqual([]);
    expect(await printReplica(server.database.ownerSql, server.database.url, new Date())).toEqual([
      "replica: not read from, it takes writes itself and follows no server",
    ]);
  });

  it("without the replica everything is read from the primary, and the process stays ready", async () => {
    await server.stopReplica();
    const answers = await Promise.all(Array.from({ length: 5 }, () => readAs(null, "/api/bookings")));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toHaveLength(4);
    }
    expect((await world.call("/readyz")).status).toBe(200);
    await expect.poll(() => metric("hub_replica_up")).toBe(0);
    const [line] = await printReplica(server.database.ownerSql, server.readUrl, new Date());
    expect(line).toMatch(/^replica: not reachable/);

    await server.startReplica();
    await expect.poll(() => metric("hub_replica_up")).toBe(1);
    expect((await readAs(null, "/api/bookings")).status).toBe(200);
  });
});
