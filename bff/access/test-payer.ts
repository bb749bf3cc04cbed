/**
 * Decides who may pay a booking with a provider's test token: active staff, or the booking's own signed-in customer. Anyone else could pay
 * or fail a stranger's booking by its number.
 */
import { ownBooking } from "../../core/customer/own-booking.ts";
import type { EventMeta } from "../../core/log/append-request.ts";
import type { Bff } from "../context.ts";
import type { RespondingContext } from "../http/hono-env.ts";
import { type ProblemResponse, refusal } from "../http/problem.ts";
import { CUSTOMER_PROBLEMS, customerMeta, readCustomer } from "./customer-guard.ts";
import { metaOfStaff, readStaff, STAFF_PROBLEMS } from "./staff-guard.ts";

/** For the call's documentation. */
export const TEST_PAYER_PROBLEMS = [...new Set([...STAFF_PROBLEMS, ...CUSTOMER_PROBLEMS])];

/** Who pays; otherwise the answer: 401 without a valid session, 404 for a booking that is not the customer's. */
export async function testPayer(
  c: RespondingContext,
  given: Pick<Bff, "core" | "sessions">,
  bookingId: number,
): Promise<{ ok: true; meta: EventMeta } | { ok: false; response: ProblemResponse }> {
  const { core, sessions } = given;
  const read = await sessions.read(c.env.incoming, "staff");
  if (read.state === "valid" && read.session.kind === "customer") {
    const customer = await readCustomer(c, given);
    if (!customer.ok) return customer;
    const own = await ownBooking(core, bookingId, { kind: "customer", account: customer.account });
    return own.ok
      ? { ok: true, meta: customerMeta(c, customer.account) }
      : { ok: false, response: refusal(c, own.rejection) };
  }
  const staff = await readStaff(c, given);
  if (!staff.ok) return staff;
  return { ok: true, meta: metaOfStaff(c, staff.account) };
}
