/** Staff's calls about billing accounts and their invoices (decisions 260 to 265). */
import type { AccountChoice } from "../../../bff/contract/billing/accounts.ts";
import { RequestError } from "./request.ts";
import { BOOKINGS_KEY } from "./staff-bookings.ts";
import { staffQuery } from "./staff-request.ts";

/** Under the bookings' key, because what an account owes changes with its bookings. */
const BILLING_KEY = [...BOOKINGS_KEY, "billing"] as const;

/** `GET /api/account-choices`: the accounts that staff choose from when they book. */
export const accountChoicesQuery = staffQuery<AccountChoice[]>(
  [...BILLING_KEY, "choices"],
  "/api/account-choices",
);

const ACCOUNT_REFUSALS: ReadonlySet<string> = new Set([
  "AccountNotFound",
  "AccountSuspended",
  "AccountOverdue",
  "CreditLimitExceeded",
]);

/** Why a booking cannot be on this account; null for any other failure. */
export const accountRefusal = (error: unknown): string | null =>
  error instanceof RequestError && error.problem && ACCOUNT_REFUSALS.has(error.problem.code ?? "")
    ? error.problem.message
    : null;
