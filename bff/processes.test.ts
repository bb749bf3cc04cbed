import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { priceOf } from "../core/booking/rules/pricing.ts";
import { openSql, type Sql } from "../core/platform/database/database.ts";
import { seedKeys } from "../core/platform/secrets/keys.ts";
import { createTestDatabase, type TestDatabase } from "../core/testing/database.ts";
import { freePort } from "../core/testing/free-port.ts";
import { ROOM_SEEDS } from "../core/venue/rooms/seed-rooms.ts";
import { seedVenue } from "../core/venue/seed-venue.ts";
import { FIRST_TERMS } from "../core/venue/settings.ts";
import { isClosedDay } from "../core/venue/time/opening-hours.ts";
import { addDays, venueDayOf } from "../core/venue/time/venue-time.ts";
import { testPrograms } from "./testing/process-fixture.ts";

// The built processes themselves, as an operator starts them (`make test` builds first).
const ZONE = "America/New_York";
const SESSION_SECRET = "a-secret-of-thirty-two-characters";
const { launch, start, stopAll, count } = testPrograms({ RATE_LIMIT_BOOKINGS: "0", VENUE_TIMEZONE: ZONE });

/** Open days from a month ahead, so that none is past whenever this runs. */
function openDays(count: number, from = 30): string[] {
  const days: string[] = [];
  for (let day = addDays(venueDayOf(new Date(), ZONE), from); days.length < count; day = addDays(day, 1)) {
    if (!isClosedDay(day)) days.push(day);
  }
  return days;
}

let visitors = 0;

function post(port: number, roomId: number, day: string, hour: number, hours = 1): Promise<Response> {
  const [hourlyCents = 0, halfDayCents = 0, fullDayCents = 0] =
    ROOM_SEEDS.find((seed) => seed.id === roomId)?.rates ?? [];
  const price = priceOf(
    { hourlyCents, halfDayCents, fullDayCents },
    { duration: "hourly", hourCount: hours, engineerRequired: false },
    FIRST_TERMS,
  );
  visitors += 1;
  return fetch(`http://127.0.0.1:${port}/api/bookings`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      roomId,
      firstName: "Ada",
      lastName: "Byron",
      email: `visitor-${visitors}@example.test`,
      phone: "212 555 0100",
      startDate: day,
      startTime: `${hour}:00`,
      endTime: `${hour + hours}:00`,
      eventType: "Rehearsal",
      hourCount: hours,
      totalAmount: price.totalCents / 100,
      downpaymentAmount: price.downpaymentCents / 100,
      remainingAmount: price.remainingCents / 100,
      terms: true,
    }),
  });
}

describe("two BFFs and two workers on one server", () => {
  let database: TestDatabase;
  let ports: [number, number];

  beforeAll(async () => {
    database = await createTestDatabase();
    await seedVenue(database.ownerSql);
    await seedKeys(database.ownerSql, SESSION_SECRET);
    ports = [await freePort(), await freePort()];
    const shared = { DATABASE_URL: database.runtimeUrl, SESSION_SECRET };
    await Promise.all([
      ...ports.map((port) => start("bff", { ...shared, PORT: String(port) }, /ready http/)),
      ...[1, 2].map(() => start("worker", shared, /worker ready/)),
    ]);
  });
  afterAll(async () => {
    await stopAll();
    await database.drop();
  });

  it("book each of 60 slots once for 8 racing clients: 60 answers of 201, 420 clean ones of 409, nothing else", async () => {
    const slots = openDays(5).flatMap((day) => Array.from({ length: 12 }, (_, i) => ({ day, hour: 9 + i })));
    const statuses = new Map<number, number>();
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (const { day, hour } of slots) {
        const response = await post(ports[client % 2] ?? 0, 1, day, hour);
        const body = (await response.json()) as { message?: string };
        if (response.status === 409) expect(body.message).toBe("Time slot is already booked");
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      }
    });
    await Promise.all(clients);
    expect(Object.fromEntries(statuses)).toEqual({ 201: 60, 409: 420 });
  });

  it("give no hour twice to 64 clients with spans of 1 to 12 hours, without a deadlock", async () => {
    const days = openDays(4, 60);
    const responses = await Promise.all(
      Array.from({ length: 256 }, (_, i) => {
        const hours = 1 + ((i * 7) % 12);
        const hour = 9 + ((i * 5) % (14 - hours));
        return post(ports[i % 2] ?? 0, 2, days[i % 4] ?? "", hour, hours);
      }),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([201, 409]));
    const [guard] = await database.sql`
      select count(*)::int as hours, (
        select sum((data ->> 'hourCount')::int)::int from events
        where type = 'BookingRequested' and (data ->> 'roomId')::int = 2) as booked
      from room_hours where room_id = 2`;
    expect(guard?.hours).toBe(guard?.booked);
    const [stat] = await database.ownerSql`
      select deadlocks::int from pg_stat_database where datname = current_database()`;
    expect(stat?.deadlocks).toBe(0);
  });

  it("stay in the zone in which they have booked: no program starts in another, and each error names theirs", async () => {
    const zone = "Asia/Kolkata";
    const shared = { SESSION_SECRET, VENUE_TIMEZONE: zone, PORT: String(await freePort()) };
    const [runtime, owner] = [
      { ...shared, DATABASE_URL: database.runtimeUrl },
      { ...shared, DATABASE_OWNER_URL: database.url, DATABASE_URL: database.runtimeUrl },
    ];
    const status = [process.execPath, "dist/cli.js", "status"];
    const programs = [
      [launch("bff", runtime), 1],
      [launch("worker", runtime), 1],
      [launch("product", runtime), 1],
      [launch("cli", owner, status), 2],
    ] as const;
    for (const [program, code] of programs) {
      expect(await program.ended, program.output()).toBe(code);
      expect(program.output()).toMatch(/made in America\/New_York, and VENUE_TIMEZONE is Asia\/Kolkata/);
    }
    const [row] = await database.sql`
      select count(*)::int as zones from events where type = 'HouseZoneSet'`;
    expect(row?.zones).toBe(1);
  });

  it("tell a page served by one about a booking made through the other, once, and only pages of that room", async () => {
    const heard: string[] = [];
    const sockets = await Promise.all(
      [3, 4].map(async (roomId) => {
        const socket = new WebSocket(`ws://127.0.0.1:${ports[1]}/ws`);
        await new Promise((resolve) => socket.once("open", resolve));
        socket.on("message", (data) => heard.push(`${roomId} ${JSON.parse(String(data)).type}`));
        socket.send(JSON.stringify({ type: "subscribe_room", roomId }));
        return socket;
      }),
    );
    const [day = ""] = openDays(1, 90);
    // A subscription has no answer; the second booking comes long after the subscription has been accepted.
    await post(ports[0], 3, day, 9);
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    heard.length = 0;
    const created = await post(ports[0], 3, day, 12);
    expect(created.status).toBe(201);
    await expect.poll(() => heard, { interval: 10 }).toEqual(["3 booking_created"]);
    const readAfter = created.headers.get("log-position") ?? "";
    const bookings = await fetch(
      `http://127.0.0.1:${ports[1]}/api/rooms/3/bookings?startDate=${day}&endDate=${day}`,
      {
        headers: { "read-after": readAfter },
      },
    );
    expect(await bookings.json()).toHaveLength(2);
    for (const socket of sockets) socket.close();
  });
});

describe("the whole product, killed in the middle of a stream of bookings", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "hub-killed-"));
  afterEach(async () => {
    await stopAll();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("has every answered booking once with its hours after a restart, and none half made", async () => {
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: dataDir };
    const product = await start("product", env, /ready http/);
    const answered: number[] = [];
    const slots = openDays(60).flatMap((day) =>
      Array.from({ length: 6 }, (_, i) => ({ day, hour: 9 + 2 * i })),
    );
    let killed = false;
    const clients = Array.from({ length: 6 }, async () => {
      while (!killed) {
        const slot = slots.shift();
        if (!slot) return;
        try {
          const response = await post(port, 1, slot.day, slot.hour, 2);
          if (response.status === 201) answered.push(((await response.json()) as { id: number }).id);
        } catch {
          return;
        }
        if (answered.length === 80 && !killed) {
          killed = true;
          // The database too: its postmaster, and with it all processes of the product.
          const postmaster = Number.parseInt(
            readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"),
            10,
          );
          product.child.kill("SIGKILL");
          process.kill(postmaster, "SIGKILL");
        }
      }
    });
    await Promise.all(clients);
    expect(killed).toBe(true);
    await expect.poll(count).toBe(0);

    await start("product", env, /ready http/);
    const sql: Sql = openSql(readFileSync(join(dataDir, "owner-url"), "utf8").trim(), { max: 1 });
    try {
      const bookings = await sql<
        { id: number; events: number; hours: number; shown: number; people: number }[]
      >`
        select substring(stream from 9)::int as id, count(*)::int as events,
          (select count(*)::int from room_hours h where 'booking-' || h.booking_id = e.stream) as hours,
          (select count(*)::int from bookings b where 'booking-' || b.booking_id = e.stream) as shown,
          (select count(*)::int from personal_data p where p.id = (e.data ->> 'personId')::uuid) as people
        from events e where type = 'BookingRequested' group by e.stream, e.data`;
      const stored = new Set(bookings.map((booking) => booking.id));
      expect(answered.filter((id) => !stored.has(id))).toEqual([]);
      expect(new Set(answered).size).toBe(answered.length);
      for (const booking of bookings)
        expect(booking).toMatchObject({ events: 1, hours: 2, shown: 1, people: 1 });
      const [orphans] = await sql`
        select count(*)::int as hours from room_hours h
        where not exists (select from events where stream = 'booking-' || h.booking_id)`;
      expect(orphans?.hours).toBe(0);
    } finally {
      await sql.end({ timeout: 5 });
    }
  }, 90_000);
});
