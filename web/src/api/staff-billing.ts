/** Staff's calls about billing accounts, their invoices and credit notes (decisions 260 to 265). */
import type {
  Account,
  AccountChange,
  AccountChoice,
  AccountSubmission,
  AccountSummary,
} from "../../../bff/contract/billing/accounts.ts";
import type {
  CreditRequest,
  Invoice,
  InvoiceMoney,
  InvoicePreview,
  StaffInvoice,
} from "../../../bff/contract/billing/invoices.ts";
import type { VenueDay } from "../../../core/venue/time/venue-time.ts";
import { RequestError } from "./request.ts";
import { BOOKINGS_KEY } from "./staff-bookings.ts";
import { staffQuery, staffRequest } from "./staff-request.ts";

/** Under the bookings' key, because what an account owes changes with its bookings. */
const BILLING_KEY = [...BOOKINGS_KEY, "billing"] as const;

/** `GET /api/account-choices`: the accounts that staff choose from when they book. */
export const accountChoicesQuery = staffQuery<AccountChoice[]>(
  [...BILLING_KEY, "choices"],
  "/api/account-choices",
);

/** `GET /api/accounts`: by name; for managers and admins, as all calls of accounts below. */
export const accountsQuery = staffQuery<AccountSummary[]>([...BILLING_KEY, "accounts"], "/api/accounts");

/** `GET /api/accounts/{id}`. An unknown one is a RequestError of status 404. */
export const accountQuery = (id: number) =>
  staffQuery<Account>([...BILLING_KEY, "accounts", id], `/api/accounts/${id}`);

/** `POST /api/accounts`; carried out once for each key. @throws RequestError 400 with field errors. */
export const openAccount = (account: AccountSubmission, idempotencyKey: string): Promise<Account> =>
  staffRequest<Account>("POST", "/api/accounts", account, { idempotencyKey });

/** `PATCH /api/accounts/{id}`. @throws RequestError 400 with field errors. */
export const changeAccount = (id: number, change: AccountChange): Promise<Account> =>
  staffRequest<Account>("PATCH", `/api/accounts/${id}`, change);

/** The invoice as it would be; nothing is issued. @throws RequestError 409 if there is nothing to invoice until that day. */
export const invoicePreviewQuery = (id: number, until: VenueDay) => ({
  queryKey: [...BILLING_KEY, "invoice-preview", id, until],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    staffRequest<InvoicePreview>("POST", `/api/accounts/${id}/invoices?dryRun=1`, { until }, { signal }),
  retry: false,
  staleTime: 0,
  gcTime: 0,
});

/** `POST /api/accounts/{id}/invoices`; carried out once for each key. @throws RequestError 409 if there is nothing to invoice. */
export const issueInvoice = (id: number, until: VenueDay, idempotencyKey: string): Promise<Invoice> =>
  staffRequest<Invoice>("POST", `/api/accounts/${id}/invoices`, { until }, { idempotencyKey });

/** `GET /api/invoices/{number}`, for all staff. An unknown one is a RequestError of status 404. */
export const invoiceQuery = (number: string) =>
  staffQuery<StaffInvoice>([...BILLING_KEY, "invoices", number], `/api/invoices/${number}`);

/** `POST /api/invoices/{number}/money`, for all staff; carried out once for each key. @throws RequestError 409 above what is due. */
export const recordInvoiceMoney = (
  number: string,
  money: InvoiceMoney,
  idempotencyKey: string,
): Promise<StaffInvoice> =>
  staffRequest<StaffInvoice>("POST", `/api/invoices/${number}/money`, money, { idempotencyKey });

/** `POST /api/invoices/{number}/credit`; carried out once for each key. @throws RequestError 409 above what is left of a line. */
export const creditInvoice = (
  number: string,
  credit: CreditRequest,
  idempotencyKey: string,
): Promise<Invoice> =>
  staffRequest<Invoice>("POST", `/api/invoices/${number}/credit`, credit, { idempotencyKey });

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
