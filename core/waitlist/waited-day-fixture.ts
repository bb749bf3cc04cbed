/** Days of a room that tests fill with bookings, let people wait for and free again; each test uses its own day. */
import { randomUUID } from "node:crypto";
import { createPaymentWorld } from "../adapters/stripe/payment-fixture.ts";
import type { BookingChange } from "../booking/booking.ts";
import { expireBooking, handleBooking, loadBooking } from "../booking/handle.ts";
import { requestBooking } from "../booking/request-booking.ts";
import type { Booking } from "../booking/state/booking-state.ts";
import type { Offer } from "../booking/waitlist/waitlist.ts";
import { createTestDatabase } from "../testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../testing/test-core.ts";
import { seedVenue } from "../venue/seed-venue.ts";
import { isClosedDay } from "../venue/time/opening-hours.ts";
import { addDays, instantAt } from "../venue/time/venue-time.ts";
import { entry, join } from "./waitlist-fixture.ts";

export const ROOM = 4;
export const OTHER = 5;

export async function startWaitedDays() {
  const database = await createTestDatabase({ max: 24 });
  const payments = await createPaymentWorld(database);
  const { gateway } = await payments.start();
  await seedVenue(database.ownerSql);
  const core = await createTestCore(database);
  let day = "2027-02-01";

  const at = (hour: number): Date => instantAt(day, hour, core.timeZone);

  const request = (hour: number, hours: number, roomId = ROOM) =>
    requestBooking(core, bookingRequest(core, { roomId, startsAt: at(hour), hours }), testMeta);

  async function booked(hour: number, hours = 2, roomId = ROOM): Promise<number> {
    const outcome = await request(hour, hours, roomId);
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    return outcome.value.id;
  }

  async function change(id: number, command: BookingChange): Promise<Booking> {
    const outcome = await handleBooking(core, id, command, { commandId: randomUUID(), meta: testMeta });
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    return outcome.value;
  }

  /** The last offer to the entry. */
  async function offerOf(id: number): Promise<Offer> {
    const offer = (await entry(core, id)).offers.at(-1);
    if (!offer) throw new Error(`Nothing was offered to ${id}`);
    return offer;
  }

  return {
    core,
    gateway,
    close: payments.close,
    get day(): string {
      return day;
    },
    nextDay(): void {
      core.clock.set("2026-12-01T15:00:00Z");
      do day = addDays(day, 1);
      while (isClosedDay(day));
    },
    at,
    booked,
    change,
    offerOf,
    /** `"booked"`, or why not. */
    async tries(hour: number, hours: number, roomId = ROOM): Promise<string> {
      const outcome = await request(hour, hours, roomId);
      return outcome.ok ? "booked" : outcome.rejection.code;
    },
    cancel: (id: number) =>
      change(id, { type: "CancelBooking", cancelledBy: "venue", now: core.clock.now() }),
    confirm: (bookingId: number) => change(bookingId, { type: "ConfirmBooking" }),
    /** A room that is full on the day: one booking from 9 to 21, another one to 22. */
    full: async (roomId = ROOM) => [await booked(9, 12, roomId), await booked(21, 1, roomId)] as const,
    waits: (from = 9, to = 22, hours = 2, roomIds: number[] = [ROOM]) =>
      join(core, { roomIds, day, from, to, hours }),
    stateOf: async (id: number) => (await entry(core, id)).state,
    async bookingOf(id: number): Promise<Booking> {
      const { state } = await loadBooking(core, (await offerOf(id)).bookingId);
      if (!state.exists) throw new Error("No booking");
      return state;
    },
    /** Lets the time of the entry's offer pass. */
    async lapse(id: number): Promise<void> {
      const { bookingId, until } = await offerOf(id);
      core.clock.set(until);
      await expireBooking(core, bookingId);
    },
  };
}

export type WaitedDays = Awaited<ReturnType<typeof startWaitedDays>>;
