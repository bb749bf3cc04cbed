/** Who may pay with a provider's test token, and what any payment may be refused with. */
import { ownBooking } from "../../core/customer/own-booking.ts";
import type { EventMeta } from "../../core/log/append-request.ts";
import type { Bff } from "../context.ts";
import { type ProblemResponse, refusal } from "../http/answers.ts";
import type { RespondingContext } from "../http/hono-env.ts";
import { customerMeta, readCustomer } from "./customer-access.ts";
import { metaOfStaff, readStaff } from "./staff-access.ts";

/** The reasons why nothing can be paid, and the problems of any payment. */
export const PAYING_PROBLEMS = [
  "UnknownPaymentIntent",
  "PaymentRefunded",
  "AlreadyPaid",
  "HoldExpired",
  "BookingCancelled",
  "BookingOver",
  "DownpaymentDue",
  "NothingDue",
  "OnAccount",
  "TooLittleForCard",
  "TooManyRequests",
  "ConcurrentChange",
  "PaymentProviderUnavailable",
] as const;

/**
 * Who may pay a booking with a provider's test token, for the event's meta: active staff, or the booking's own signed-in customer. Anyone
 * else could pay or fail a stranger's booking by its number. Otherwise the answer: 401 without a valid session, 404 for a booking that is
 * not the customer's.
 */
export async function testPayer(
  c: RespondingContext,
  bff: Bff,
  bookingId: number,
): Promise<EventMeta | ProblemResponse> {
  const read = await bff.sessions.read(c.env.incoming, "staff");
  if (read.state === "valid" && read.session.kind === "customer") {
    const customer = await readCustomer(c, bff);
    if (!customer.ok) return customer.response;
    const own = await ownBooking(bff.core, bookingId, { kind: "customer", account: customer.account });
    return own.ok ? customerMeta(c, customer.account) : refusal(c, own.rejection);
  }
  const staff = await readStaff(c, bff);
  return staff.ok ? metaOfStaff(c, staff.account) : staff.response;
}
