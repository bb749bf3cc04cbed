/** Owns what tests of customer calls add to a running BFF: customers with accounts, and bookings of theirs or of guests. */
import { randomUUID } from "node:crypto";
import { handleBooking, loadBooking, requestBooking } from "../core/booking/handle.ts";
import { verificationLink } from "../core/customer/mailed-links.ts";
import { bookingRequest, testMeta } from "../core/testing/test-core.ts";
import { addDays, HOUR_MS, instantAt, isClosedDay } from "../core/venue/venue-time.ts";
import type { CustomerSession } from "./contract/customer.ts";
import type { StaffWorld } from "./staff-fixture.ts";

export interface RegisteredCustomer {
  id: number;
  email: string;
  password: string;
  token: string;
}

export const CUSTOMER_PASSWORD = "secret1";

let customers = 0;

/** Every booking of a test file gets hours that no other has. */
export function customerWorld(world: StaffWorld, firstDay = "2026-12-14") {
  const { core, call } = world;
  let day = firstDay;
  let room = 0;

  async function register(email = `customer-${++customers}@example.test`): Promise<RegisteredCustomer> {
    const names = { firstName: "Ada", lastName: "Byron", phone: "+1 212 555 0100" };
    const answer = await call("/api/auth/register", {
      method: "POST",
      body: { email, password: CUSTOMER_PASSWORD, ...names },
      headers: { "X-Forwarded-For": `198.51.100.${customers % 250}` },
    });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    const { token, user } = answer.body as unknown as CustomerSession; // as its status says
    return { id: user.id, email, password: CUSTOMER_PASSWORD, token };
  }

  async function verify(customer: { id: number }): Promise<void> {
    const link = await verificationLink(core, customer.id, core.clock.now());
    const answer = await call("/api/auth/verify-email", { method: "POST", body: { token: link?.token } });
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

  /** A booking of two hours; its downpayment is received unless it is left unpaid. */
  async function book(
    by: { userId?: number; email?: string } = {},
    { unpaid = false, ...hours }: { unpaid?: boolean; roomId?: number; startsAt?: Date } = {},
  ): Promise<{ id: number; roomId: number; startsAt: Date; endsAt: Date }> {
    const { roomId, startsAt } = { ...freeHours(), ...hours };
    const asked = bookingRequest(core, { roomId, startsAt, hours: 2, userId: by.userId ?? null });
    const person = { ...asked.person, email: by.email ?? asked.person.email };
    const outcome = await requestBooking(core, { ...asked, person }, testMeta);
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    const { id, booking } = outcome.value;
    if (!unpaid) {
      const money = {
        paymentIntentId: `pi_${id}`,
        chargeId: `ch_${id}`,
        amountCents: booking.downpaymentCents,
      };
      await command(id, { type: "ReceiveDownpayment", ...money, hoursAvailable: true });
    }
    return { id, roomId, startsAt, endsAt: new Date(startsAt.getTime() + 2 * HOUR_MS) };
  }

  const command = (id: number, given: Parameters<typeof handleBooking>[2]) =>
    handleBooking(core, id, given, { commandId: `test:${randomUUID()}`, meta: testMeta });

  return {
    register,
    verify,
    book,
    command,
    versionOf: async (id: number) => (await loadBooking(core, id)).version,
    guestToken: (id: number) => core.links.guestBooking(id).token,
  };
}

export type CustomerWorld = ReturnType<typeof customerWorld>;
