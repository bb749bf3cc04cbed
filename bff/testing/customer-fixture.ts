/** Adds customers with accounts to a running BFF for tests, and bookings of theirs or of guests. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { handleBooking, loadBooking } from "../../core/booking/handle.ts";
import { requestBooking } from "../../core/booking/request-booking.ts";
import { verificationLink } from "../../core/customer/mailed-links.ts";
import { bookingRequest, testMeta } from "../../core/testing/test-core.ts";
import { isClosedDay } from "../../core/venue/time/opening-hours.ts";
import { addDays, HOUR_MS, instantAt } from "../../core/venue/time/venue-time.ts";
import type { CustomerSession } from "../contract/customer/customer.ts";
import type { Answer, Call, StaffWorld } from "./staff-fixture.ts";

export interface RegisteredCustomer {
  id: number;
  email: string;
  password: string;
  token: string;
}

export const CUSTOMER_PASSWORD = "secret1";

let customers = 0;
let addresses = 0;

/** Every booking of a test file gets hours of its own. */
export function customerWorld(world: StaffWorld, firstDay = "2026-12-14") {
  const { core, call } = world;
  let day = firstDay;
  let room = 0;

  /** Headers with a new address, so that no other call's rate limit applies. */
  const fromElsewhere = () => ({ "X-Forwarded-For": `198.51.100.${++addresses % 250}` });

  const post = (path: string, body: unknown, more: Call = {}): Promise<Answer> =>
    call(path, { method: "POST", body, headers: fromElsewhere(), ...more });

  async function register(email = `customer-${++customers}@example.test`): Promise<RegisteredCustomer> {
    const names = { firstName: "Ada", lastName: "Byron", phone: "+1 212 555 0100" };
    const answer = await post("/api/auth/register", { email, password: CUSTOMER_PASSWORD, ...names });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    const { token, user } = answer.body as CustomerSession; // the status says so
    return { id: user.id, email, password: CUSTOMER_PASSWORD, token };
  }

  /** Verifies the email in the browser in which the customer registered. */
  async function verify(customer: { id: number; token: string }): Promise<void> {
    const link = await verificationLink(core, customer.id, core.clock.now());
    const own = { headers: fromElsewhere(), token: customer.token };
    const answer = await post("/api/auth/verify-email", { token: link?.token }, own);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }

  function freeHours(): { roomId: number; startsAt: Date } {
    room += 1;
    if (room > 7) {
      room = 1;
      day = addDays(day, isClosedDay(addDays(day, 1)) ? 2 : 1);
    }
    return { roomId: room, startsAt: instantAt(day, 10, core.timeZone) };
  }

  /** A booking of two hours; its downpayment is received unless it is left unpaid or is on account. */
  async function book(
    by: { userId?: number; email?: string; accountId?: number } = {},
    { unpaid = false, ...hours }: { unpaid?: boolean; roomId?: number; startsAt?: Date } = {},
  ): Promise<{ id: number; roomId: number; startsAt: Date; endsAt: Date }> {
    const { roomId, startsAt } = { ...freeHours(), ...hours };
    const asked = bookingRequest(core, { roomId, startsAt, hours: 2, userId: by.userId ?? null });
    const person = { ...asked.person, email: by.email ?? asked.person.email };
    const { accountId } = by;
    const outcome = await requestBooking(core, { ...asked, person, accountId }, testMeta);
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    const { id, booking } = outcome.value;
    persons.set(id, booking.personId);
    if (!unpaid && accountId === undefined) {
      const money = {
        paymentIntentId: `pi_${id}`,
        chargeId: `ch_${id}`,
        amountCents: booking.downpaymentCents,
      };
      const now = world.clock.now();
      await command(id, { type: "ReceiveDownpayment", ...money, hoursAvailable: true, now });
    }
    return { id, roomId, startsAt, endsAt: new Date(startsAt.getTime() + 2 * HOUR_MS) };
  }

  /** The row of personal data of each booking made here, by number. */
  const persons = new Map<number, string>();

  const command = (id: number, given: Parameters<typeof handleBooking>[2]) =>
    handleBooking(core, id, given, { commandId: `test:${randomUUID()}`, meta: testMeta });

  return {
    register,
    verify,
    post,
    fromElsewhere,
    /** The instant at which the venue's clock shows this hour. */
    at: (on: string, hour: number): Date => instantAt(on, hour, core.timeZone),
    /** Runs `act` at another time, then sets the clock back. */
    async atTime<T>(instant: Date, act: () => Promise<T>): Promise<T> {
      const now = world.clock.now();
      world.clock.set(instant);
      try {
        return await act();
      } finally {
        world.clock.set(now);
      }
    },
    book,
    command,
    versionOf: async (id: number) => (await loadBooking(core, id)).version,
    guestToken: (id: number) => {
      const personId = persons.get(id);
      if (personId === undefined) throw new Error(`Booking ${id} was not made here`);
      return core.links.guestBooking({ bookingId: id, personId }).token;
    },
  };
}

/** Status and, if it matters, the message. */
export type Expected = readonly [status: number, message?: string];

export function expectAnswer(answer: Answer, [status, message]: Expected): void {
  expect(answer.status).toBe(status);
  if (message !== undefined) expect(answer.body.message).toBe(message);
}

/** The body of a reschedule by an hour. */
export const anHourLater = (booking: { startsAt: Date }) => ({
  startDate: booking.startsAt.toISOString().slice(0, 10),
  startTime: new Date(booking.startsAt.getTime() + HOUR_MS).toISOString(),
});

/** The invalid fields, each with its message; empty if none is named. */
export function errorsOf({ body }: Answer): string[][] {
  const errors = (body.errors ?? []) as { path: string; message: string }[]; // as in the contract's Problem
  return errors.map(({ path, message }) => [path, message]);
}

export type CustomerWorld = ReturnType<typeof customerWorld>;
