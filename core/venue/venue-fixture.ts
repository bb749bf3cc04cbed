/** Opens a seeded venue for tests of its rooms and terms, and makes bookings in it. */
import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import type { BookingChange } from "../booking/booking.ts";
import { handleBooking } from "../booking/handle.ts";
import { requestBooking } from "../booking/request-booking.ts";
import type { Booking } from "../booking/state/booking-state.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { bookingRequest, createTestClock, createTestCore, testMeta } from "../testing/test-core.ts";
import { seedVenue } from "./seed-venue.ts";
import { instantAt } from "./time/venue-time.ts";

export const ROOM = 5;
/** Dropped after the last test. */
export const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((database) => database.drop())));

/** A database, its core, and functions that book in it. */
export async function openWorld() {
  const database = await createTestDatabase({ max: 4 });
  databases.push(database);
  await seedVenue(database.ownerSql);
  const core = await createTestCore(database, createTestClock());
  const at = (day: string, hour: number): Date => instantAt(day, hour, core.timeZone);

  async function book(
    day: string,
    hour: number,
    hours = 2,
    changes = {},
  ): Promise<{ id: number; booking: Booking }> {
    const request = bookingRequest(core, { roomId: ROOM, startsAt: at(day, hour), hours, ...changes });
    const outcome = await requestBooking(core, request, testMeta);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.rejection));
    return outcome.value;
  }
  const change = (id: number, command: BookingChange) =>
    handleBooking(core, id, command, { commandId: randomUUID(), meta: testMeta });
  return { database, core, at, book, change };
}
export type World = Awaited<ReturnType<typeof openWorld>>;
