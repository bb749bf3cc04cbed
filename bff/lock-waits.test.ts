/** Checks that a long lock on hours delays only the calls that need these hours: no connection is used up by waiting for it. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TransactionSql } from "../core/platform/database/database.ts";
import { startVisitorWorld, type VisitorWorld } from "./testing/visitor-fixture.ts";

const LOCKED_ROOM = 4;
const WAITING = 40;
/** Far below the cost of a lock of 15 s, and far above the time of an answer on a busy machine. */
const QUICK_MS = 2_500;

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld();
});
afterAll(() => world.close());

/** Runs `meanwhile` while another session keeps what `lock` locks. */
async function whileLocked(
  lock: (tx: TransactionSql) => Promise<unknown>,
  meanwhile: (letGo: () => void) => Promise<void>,
): Promise<void> {
  let letGo: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let locked: () => void = () => undefined;
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const holder = world.ownerSql.begin(async (tx) => {
    await lock(tx);
    locked();
    await over;
  });
  await isLocked;
  try {
    await meanwhile(letGo);
  } finally {
    letGo();
    await holder;
  }
}

const bookings = (roomId: number, count: number, changes: (n: number) => Record<string, unknown>) =>
  Array.from({ length: count }, (_, n) =>
    world.post("/api/bookings", world.submission({ roomId, ...changes(n) })),
  );

/** The longest of calls that follow one another, and their statuses. */
async function slowest(calls: readonly (() => Promise<{ status: number }>)[]) {
  let longestMs = 0;
  const statuses: number[] = [];
  for (const call of calls) {
    const asked = performance.now();
    statuses.push((await call()).status);
    longestMs = Math.max(longestMs, performance.now() - asked);
  }
  return { longestMs, statuses };
}

const events = async (): Promise<number> => {
  const [row] = await world.sql<{ count: number }[]>`select count(*)::int as count from events`;
  return row?.count ?? 0;
};

it("a locked row delays the calls that need it for five seconds, and no others", async () => {
  const { id } = await world.book({ roomId: LOCKED_ROOM });
  // Past its deadline: a booking of the hours has the hold expire first, and meets the lock.
  world.clock.advanceMinutes(31);
  await whileLocked(
    (tx) => tx`select 1 from room_hours where booking_id = ${id} for update`,
    async () => {
      const before = await events();
      const blocked = Promise.all(bookings(LOCKED_ROOM, WAITING, () => ({})));
      await delay(300);
      const free = [10, 12, 14, 16, 18].map((hour) => ({
        startTime: `${hour}:00`,
        endTime: `${hour + 2}:00`,
      }));
      const others = await slowest([
        ...free.map((slot) => () => world.post("/api/bookings", world.submission({ roomId: 5, ...slot }))),
        ...Array.from({ length: 20 }, (_, n) => () => world.call(`/api/bookings/${id}?n=${n}`)),
        () => world.call("/api/rooms/4/bookings?startDate=2026-12-15&endDate=2026-12-15"),
      ]);
      expect(others.longestMs).toBeLessThan(QUICK_MS);
      expect(others.statuses.slice(0, free.length)).toEqual(free.map(() => 201));

      for (const answer of await blocked) {
        expect(answer).toMatchObject({ status: 503, body: { code: "LockedTooLong" } });
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      expect((await events()) - before).toBe(free.length);
    },
  );
  const [again] = await Promise.all(bookings(LOCKED_ROOM, 1, () => ({})));
  expect(again?.status).toBe(201);
});

it("with the whole table locked, reads continue, and bookings are made once it is released", async () => {
  await whileLocked(
    (tx) => tx`lock table room_hours in share row exclusive mode`,
    async (letGo) => {
      const waiting = Promise.all(
        bookings(6, 6, (n) => ({ startTime: `${9 + 2 * n}:00`, endTime: `${11 + 2 * n}:00` })),
      );
      await delay(300);
      const reads = await slowest(
        Array.from({ length: 20 }, (_, n) => () => world.call(`/api/bookings/1?n=${n}`)),
      );
      expect(reads.longestMs).toBeLessThan(QUICK_MS);
      letGo();
      expect((await waiting).map(({ status }) => status)).toEqual(Array(6).fill(201));
    },
  );
});
