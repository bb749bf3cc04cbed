/** Issues invoices: by hand until a day, and by the job of the month (decisions 263, 266). Integer cents; venue days. */
import { randomUUID } from "node:crypto";
import { unbilledVisits } from "../booking/billing/account-money.ts";
import { type AccountPlan, add, type NextNumbers, numberFor } from "../booking/billing/account-plan.ts";
import type { DocumentLine } from "../booking/billing/invoice-documents.ts";
import { visitText } from "../booking/billing/visit-text.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import type { IdempotentRequest } from "../log/idempotency.ts";
import { loadStreams } from "../log/load-streams.ts";
import { type Refused, refuse } from "../log/rejection.ts";
import { addDays, type VenueDay } from "../venue/time/venue-time.ts";
import { type ChangedAccount, changeAccount, changeAccountOnce } from "./change-account.ts";

/** An invoice as it was issued, or as it would be (then `number` is null). */
export interface IssuedInvoice {
  number: string | null;
  issuedOn: VenueDay;
  dueOn: VenueDay;
  lines: readonly DocumentLine[];
}

interface AskedInvoice extends IdempotentRequest {
  /** The last venue day whose visits are on it. */
  until: VenueDay;
}

/**
 * Issues an invoice of every visit until that day that is on no invoice yet, or that costs more than is on its invoices. Answers
 * `NothingToInvoice` if there is none. With `dryRun` nothing is written.
 */
export async function issueInvoice(
  core: Core,
  accountId: number,
  { until, ...request }: AskedInvoice,
  { meta, dryRun = false }: { meta: EventMeta; dryRun?: boolean },
): Promise<Outcome<ChangedAccount<IssuedInvoice>>> {
  const decide = (plan: AccountPlan, numbers: NextNumbers) =>
    planInvoice(core, plan, numbers, { until, dryRun });
  return dryRun
    ? changeAccount(core, accountId, { commandId: `issue-invoice:${randomUUID()}`, meta, decide, dryRun })
    : changeAccountOnce(core, accountId, { request, meta, decide });
}

async function planInvoice(
  core: Core,
  plan: AccountPlan,
  numbers: NextNumbers,
  { until, dryRun }: { until: VenueDay; dryRun: boolean },
): Promise<{ ok: true; value: IssuedInvoice } | Refused> {
  const visits = unbilledVisits(plan.after, until);
  if (visits.length === 0) return refuse("NothingToInvoice");
  const loaded = await loadStreams(
    core.sql,
    bookingStream,
    visits.map(({ bookingId }) => bookingId),
  );
  const bookings = new Map(loaded.map(({ id, state }) => [id, state]));
  const lines = visits.flatMap(({ bookingId, visit, cents }): DocumentLine[] => {
    const booking = bookings.get(bookingId);
    if (!booking?.exists) return [];
    const text = visitText(core, booking);
    const isMore = visit.invoices.length > 0;
    return [
      { bookingId, text: isMore ? `${text}: difference` : text, cents, taxPercent: booking.terms.taxPercent },
    ];
  });
  const { today: issuedOn } = numbers;
  const dueOn = addDays(issuedOn, plan.after.paymentDays);
  if (dryRun) return { ok: true, value: { number: null, issuedOn, dueOn, lines } };
  const { personId } = plan.after;
  const data = { accountId: plan.id, personId, issuedOn, dueOn, until, lines };
  const number = numberFor(numbers, { type: "InvoiceIssued", data });
  const parts = lines.map(({ bookingId, cents }) => ({ bookingId, cents }));
  add(plan, { type: "InvoiceAdded", data: { number, issuedOn, dueOn, lines: parts } });
  return { ok: true, value: { number, issuedOn, dueOn, lines } };
}
