/** Scenarios of what managers and auditors read: analytics, event texts, proofs and exports. */
import { COMPARED_TABLES } from "../../../bff/contract/analytics/period-tables.ts";
import { addDays } from "../../../core/venue/time/venue-time.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";
import { lastTile, today } from "./visitor.ts";

const TABLES = ["bookings", "rooms", "hours", ...COMPARED_TABLES];

const files = TABLES.map((table) => `GET /api/analytics/${table}.csv`);

export const analyticsScenarios: readonly Scenario[] = [
  {
    name: "reads the analytics",
    weight: 2,
    operations: ["GET /api/analytics"],
    async run({ client }) {
      await client.call("GET /api/analytics");
    },
  },
  {
    name: "downloads the analytics",
    weight: 0.5,
    operations: files,
    async run(who) {
      const query = { from: addDays(today(who), -20), to: today(who) };
      for (const operation of files) await who.client.call(operation, { query });
    },
  },
];

async function sealedSize({ client }: ScenarioContext): Promise<number> {
  const head = await client.call<string>("GET /log/checkpoint");
  return head.ok ? Number(head.body.split("\n")[1]) : 0;
}

export const auditScenarios: readonly Scenario[] = [
  {
    name: "reads event texts",
    weight: 3,
    operations: ["GET /api/audit/events", "GET /api/audit/kinds"],
    async run({ client, world }) {
      await client.call("GET /api/audit/events", { query: { limit: 20 } });
      await client.call("GET /api/audit/kinds");
      const booked = world.anyBooking(client.random);
      if (booked) await client.call("GET /api/audit/events", { query: { booking: booked.id } });
    },
  },
  {
    name: "reads bookings and rooms as of an instant",
    weight: 3,
    operations: ["GET /api/audit/bookings/{id}", "GET /api/audit/rooms/{id}", "GET /api/audit/proofs"],
    async run({ client, world }) {
      const booked = world.anyBooking(client.random);
      if (!booked) return;
      const query = { at: world.now().toISOString() };
      await client.call("GET /api/audit/bookings/{id}", { params: { id: booked.id }, query });
      const day = booked.startTime.slice(0, 10);
      await client.call("GET /api/audit/rooms/{id}", {
        params: { id: booked.roomId },
        query: { ...query, day },
      });
      await client.call("GET /api/audit/proofs", { query: { stream: `booking-${booked.id}` } });
    },
  },
  {
    name: "downloads entries, proofs and a part of the log",
    weight: 1,
    operations: [
      "GET /log/checkpoint",
      "GET /log/tile/entries/{tile}",
      "GET /log/proof/{index}",
      "GET /log/export",
    ],
    async run(who) {
      const { client, world } = who;
      const size = await sealedSize(who);
      if (!(size > 0)) return;
      await client.call("GET /log/tile/entries/{tile}", { params: { tile: lastTile(size) } });
      await client.call("GET /log/proof/{index}", { params: { index: client.random.between(0, size - 1) } });
      const booked = world.anyBooking(client.random);
      const query = { stream: `booking-${booked?.id ?? 1}` };
      await client.call("GET /log/export", { query });
    },
  },
];
