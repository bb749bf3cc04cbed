/** Scenarios of what managers and auditors read: analytics, event texts, proofs and exports. */
import { addDays } from "../../../core/venue/venue-time.ts";
import type { Actor, Scenario } from "./scenario.ts";
import { lastTile, today } from "./visitor.ts";

const TABLES = ["bookings", "figures", "rooms", "hours", "lead-times", "sources", "cancellations", "takings"];

const files = TABLES.map((table) => `GET /api/analytics/${table}.csv`);

export const figures: readonly Scenario[] = [
  {
    name: "reads the analytics",
    weight: 2,
    operations: ["GET /api/analytics"],
    async act({ caller }) {
      await caller.call("GET /api/analytics");
    },
  },
  {
    name: "downloads the analytics",
    weight: 0.5,
    operations: files,
    async act(who) {
      const query = { from: addDays(today(who), -20), to: today(who) };
      for (const operation of files) await who.caller.call(operation, { query });
    },
  },
];

async function sealedSize({ caller }: Actor): Promise<number> {
  const head = await caller.call<string>("GET /log/checkpoint");
  return head.ok ? Number(head.body.split("\n")[1]) : 0;
}

export const auditing: readonly Scenario[] = [
  {
    name: "reads event texts",
    weight: 3,
    operations: ["GET /api/audit/events"],
    async act({ caller, world }) {
      await caller.call("GET /api/audit/events", { query: { limit: 20 } });
      const booked = world.anyBooking(caller.random);
      if (booked) await caller.call("GET /api/audit/events", { query: { booking: booked.id } });
    },
  },
  {
    name: "reads bookings and rooms as of an instant",
    weight: 3,
    operations: ["GET /api/audit/bookings/{id}", "GET /api/audit/rooms/{id}", "GET /api/audit/proofs"],
    async act({ caller, world }) {
      const booked = world.anyBooking(caller.random);
      if (!booked) return;
      const query = { at: world.now().toISOString() };
      await caller.call("GET /api/audit/bookings/{id}", { params: { id: booked.id }, query });
      const day = booked.startTime.slice(0, 10);
      await caller.call("GET /api/audit/rooms/{id}", {
        params: { id: booked.roomId },
        query: { ...query, day },
      });
      await caller.call("GET /api/audit/proofs", { query: { stream: `booking-${booked.id}` } });
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
    async act(who) {
      const { caller, world } = who;
      const size = await sealedSize(who);
      if (!(size > 0)) return;
      await caller.call("GET /log/tile/entries/{tile}", { params: { tile: lastTile(size) } });
      await caller.call("GET /log/proof/{index}", { params: { index: caller.random.between(0, size - 1) } });
      const booked = world.anyBooking(caller.random);
      const query = { stream: `booking-${booked?.id ?? 1}` };
      await caller.call("GET /log/export", { query });
    },
  },
];
