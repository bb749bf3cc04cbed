/** Checks what a read answers while the projection does not show what the caller has seen. */
import type { IncomingMessage } from "node:http";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestBooking } from "../../core/booking/request-booking.ts";
import type { Core } from "../../core/context.ts";
import { formatPosition } from "../../core/log/position.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { instantAt } from "../../core/venue/time/venue-time.ts";
import { followViews, type ViewPositions } from "./view-positions.ts";
import { createViewReads, ViewBehind } from "./view-reads.ts";

const logger = pino({ level: "silent" });
const requestAfter = (position: string | undefined, method = "GET") =>
  ({
    method,
    headers: position === undefined ? {} : { "read-after": position },
  }) as unknown as IncomingMessage; // all that is read of it

let database: TestDatabase;
let core: Core;
let views: ViewPositions;
let passedMs = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  core = await createTestCore(database);
  views = await followViews({ sql: database.sql, logger });
});
afterAll(async () => {
  await views.stop();
  await database.drop();
});

it("is refused rather than older, until the projection has not moved for a minute", async () => {
  const reads = createViewReads({
    primary: database.sql,
    views,
    replica: null,
    onRead: () => undefined,
    logger,
    passedMs: () => passedMs,
  });
  // No worker follows the log here.
  const booked = await requestBooking(
    core,
    bookingRequest(core, { roomId: 3, startsAt: instantAt("2026-12-16", 12, core.timeZone) }),
    testMeta,
  );
  if (!booked.ok || !booked.position) expect.fail("the booking was refused");
  const seen = requestAfter(formatPosition(booked.position));
  const read = (request: IncomingMessage, atLeast = null as typeof booked.position | null) =>
    reads.read(request, ["bookings"], async () => "what there is", atLeast);

  await expect(read(seen)).rejects.toThrow(ViewBehind);
  await expect(read(requestAfter(undefined), booked.position)).rejects.toThrow(ViewBehind);
  expect(await read(requestAfter(undefined))).toBe("what there is");
  expect(await read(requestAfter("nonsense"))).toBe("what there is");
  expect(await read(requestAfter(formatPosition(booked.position), "PATCH"))).toBe("what there is");
  passedMs = 60_001;
  expect(await read(seen)).toBe("what there is");
});
