/** Shows that the mails of a large batch are spread over time. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestBooking } from "../../core/booking/request-booking.ts";
import type { Core } from "../../core/context.ts";
import { LOG_START } from "../../core/log/position.ts";
import { readAfter } from "../../core/log/read.ts";
import { createBoundedMap } from "../../core/platform/bounded-map.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { slotStarts } from "../../core/venue/time/opening-hours.ts";
import { openBatch } from "../engine/batch.ts";
import { streamsOf } from "../engine/projection.ts";
import { createReactions } from "./reactions.ts";

let database: TestDatabase;
let core: Core;
beforeAll(async () => {
  database = await createTestDatabase();
  core = await createTestCore(database);
});
afterAll(() => database.drop());

describe("a batch of many bookings", () => {
  it("spreads its mails, and not further when its commit is lost again and again", async () => {
    for (const startsAt of slotStarts("2026-12-07", "America/New_York").slice(0, 8)) {
      await requestBooking(core, bookingRequest(core, { roomId: 1, startsAt }), testMeta);
    }
    const reactions = createReactions();
    const take = (isLost: boolean) =>
      core.sql.begin(async (tx) => {
        const events = await readAfter(tx, LOG_START, 1_000);
        await reactions.process(
          tx,
          await openBatch(tx, events, { streams: streamsOf([reactions]), states: createBoundedMap() }),
        );
        if (isLost) throw new Error("the commit is lost");
      });
    for (let round = 0; round < 50; round++) await expect(take(true)).rejects.toThrow("the commit is lost");
    await take(false);
    // The first is due when the transaction began, and the others are counted from when they were queued.
    const [mails] = await core.sql<{ waiting: number; spreadMs: number; lastInMs: number }[]>`
      select count(*) as waiting,
        extract(epoch from max(run_at) - (array_agg(run_at order by run_at))[2])::float * 1000 as "spreadMs",
        extract(epoch from max(run_at) - now())::float * 1000 as "lastInMs"
      from graphile_worker.jobs where key like 'mail:booking-received:%'`;
    expect(mails?.waiting).toBe(8);
    expect(mails?.spreadMs).toBeCloseTo(6 * 25, -1);
    expect(mails?.lastInMs).toBeLessThan(1_000);
  });
});
