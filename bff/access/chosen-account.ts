/** Which billing account a customer books on: the one whose email is theirs, if it lets its customer book (decision 262). */

import { venueToday } from "../../core/venue/time/venue-time.ts";
import { readAccounts } from "../../projections/views/billing-accounts.ts";
import type { Bff } from "../context.ts";
import { type ProblemResponse, problem } from "../http/answers.ts";
import type { RespondingContext } from "../http/hono-env.ts";
import type { SignedInCustomer } from "./customer-access.ts";

/** Why nothing can be booked on an account. */
export const ACCOUNT_PROBLEMS = [
  "AccountNotFound",
  "AccountSuspended",
  "AccountOverdue",
  "CreditLimitExceeded",
] as const;

/**
 * The account of a request that says `payment: "account"`; none for any other request. `AccountNotYours` unless the customer is signed in
 * with a verified email that such an account has.
 */
export async function chosenAccount(
  c: RespondingContext,
  { core }: Pick<Bff, "core">,
  { payment }: { payment?: "account" | undefined },
  customer: SignedInCustomer | null,
): Promise<{ ok: true; accountId?: number } | { ok: false; response: ProblemResponse }> {
  if (payment === undefined) return { ok: true };
  const email = customer?.emailVerified ? customer.email : null;
  const own = email === null ? [] : await readAccounts(core.sql, { today: venueToday(core), email });
  const account = own.find(({ selfBooking }) => selfBooking);
  return account
    ? { ok: true, accountId: account.accountId }
    : { ok: false, response: problem(c, "AccountNotYours") };
}
