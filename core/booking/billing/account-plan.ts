/** Plans a change of a billing account: its events, the documents that they name, and the bookings that are paid by it. */
import type { Core } from "../../context.ts";
import type { OtherAppend } from "../../log/append-request.ts";
import { loadStreams } from "../../log/load-streams.ts";
import { readVersion } from "../../log/read.ts";
import { type VenueDay, venueToday } from "../../venue/time/venue-time.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import type { Booking } from "../state/booking-state.ts";
import { bookingStream } from "../state/booking-stream.ts";
import { type AccountInvoice, accountStream, type BillingAccount } from "./account.ts";
import type { AccountEvent } from "./account-events.ts";
import { balanceOf, isVisitPaid } from "./account-money.ts";
import { cardRefundsOf } from "./card-refunds.ts";
import { owedBy } from "./charged-visits.ts";
import {
  type DocumentEvent,
  type DocumentLine,
  documentNumber,
  documentStream,
  yearOf,
} from "./invoice-documents.ts";
import { loadAccount } from "./load-account.ts";
import { pageValue } from "./pages.ts";

/** The next numbers of a year's documents, as far as they were issued when this was read. */
export interface NextNumbers {
  today: VenueDay;
  version: number;
  documents: DocumentEvent[];
}

/** Two plans that are made at once get the same numbers; the append lets only one of them succeed. */
export async function readNextNumbers({ sql, clock, timeZone }: Core): Promise<NextNumbers> {
  const today = venueToday({ clock, timeZone });
  return { today, version: await readVersion(sql, documentStream.nameOf(yearOf(today))), documents: [] };
}

/** Adds the document and answers its number. */
export function numberFor(numbers: NextNumbers, document: DocumentEvent): string {
  numbers.documents.push(document);
  return documentNumber(yearOf(numbers.today), numbers.version + numbers.documents.length);
}

/** A change of one account that is being planned. */
export interface AccountPlan {
  id: number;
  version: number;
  before: BillingAccount;
  after: BillingAccount;
  events: AccountEvent[];
}

/** Null if there is no such account. */
export async function beginPlan(core: Pick<Core, "sql">, id: number): Promise<AccountPlan | null> {
  const { state, version } = await loadAccount(core.sql, id);
  return state.exists ? { id, version, before: state, after: state, events: [] } : null;
}

export function add(plan: AccountPlan, ...events: readonly AccountEvent[]): void {
  for (const event of events) {
    plan.events.push(event);
    const after = accountStream.evolve(plan.after, event);
    if (after.exists) plan.after = after;
  }
}

/** Adds a credit note, and refunds what cards have then paid too much. Answers its number. */
export function addCredit(
  plan: AccountPlan,
  numbers: NextNumbers,
  credit: {
    invoice: string;
    lines: readonly DocumentLine[];
    forgiven: boolean;
    reasonId?: string;
    noteId?: readonly (string | null)[];
  },
): string {
  const { invoice, lines, forgiven, reasonId, noteId } = credit;
  const { personId } = plan.after;
  const issuedOn = numbers.today;
  const number = numberFor(numbers, {
    type: "CreditNoteIssued",
    data: { accountId: plan.id, personId, issuedOn, lines, invoice, reasonId, noteId },
  });
  add(plan, {
    type: "InvoiceCredited",
    data: { number, invoice, lines: lines.map(({ bookingId, cents }) => ({ bookingId, cents })), forgiven },
  });
  addCardRefunds(plan, invoice);
  return number;
}

/** Cards are refunded by themselves what an invoice has received too much; staff return other money. */
export function addCardRefunds(plan: AccountPlan, number: string): void {
  const invoice = plan.after.invoices[number];
  if (invoice) add(plan, ...cardRefundsOf(number, invoice));
}

/** What a visit has too much on invoices, from the latest invoice to the first. */
export function overbilledLines(
  account: BillingAccount,
  bookingId: number,
): { invoice: string; cents: number }[] {
  const visit = pageValue(account.visits, bookingId);
  if (!visit) return [];
  let over = visit.billedCents - owedBy(visit);
  const lines: { invoice: string; cents: number }[] = [];
  for (const invoice of [...visit.invoices].reverse()) {
    const cents = Math.min(over, account.invoices[invoice]?.lines[bookingId] ?? 0);
    if (cents <= 0) continue;
    over -= cents;
    lines.push({ invoice, cents });
  }
  return lines;
}

/**
 * The appends of the plans: to the accounts, to the year's documents, and to bookings that are paid by their invoices from now on, or are
 * not any more, or of which staff let something off. Bookings in `changing` are left out: they have an append of their own.
 */
export async function appendsOf(
  core: Pick<Core, "sql">,
  plans: readonly AccountPlan[],
  numbers: NextNumbers | null,
  changing: ReadonlySet<number> = new Set(),
): Promise<OtherAppend[]> {
  const appends: OtherAppend[] = plans
    .filter(({ events }) => events.length > 0)
    .map(({ id, version, events }) => ({
      stream: { category: accountStream.category, id },
      expectedVersion: version,
      events: events.map(accountStream.encode),
    }));
  if (numbers && numbers.documents.length > 0) {
    appends.push({
      stream: { category: documentStream.category, id: yearOf(numbers.today) },
      expectedVersion: numbers.version,
      events: numbers.documents.map(documentStream.encode),
    });
  }
  const settled = new Map(
    plans
      .flatMap(({ before, after }) => [...changedVisits(before, after)])
      .filter(([id]) => !changing.has(id)),
  );
  for (const { id, state, version } of await loadStreams(core.sql, bookingStream, [...settled.keys()])) {
    const visit = settled.get(id);
    const events = state.exists && visit ? eventsOfVisit(state, visit) : [];
    if (events.length === 0) continue;
    appends.push({
      stream: { category: bookingStream.category, id },
      expectedVersion: version,
      events: events.map(bookingStream.encode),
    });
  }
  return appends;
}

/** What a booking learns of its visit's account. */
interface SettledVisit {
  isPaid: boolean;
  /** Let off by staff, in all. */
  forgivenCents: number;
}

export function eventsOfVisit(booking: Booking, { isPaid, forgivenCents }: SettledVisit): BookingEvent[] {
  const cents = forgivenCents - booking.creditedCents;
  const paymentStatus = isPaid ? "paid" : "pending";
  return [
    ...(cents > 0 ? [{ type: "AccountCredited" as const, data: { cents } }] : []),
    ...(booking.paymentStatus === paymentStatus
      ? []
      : [{ type: "AccountPaymentChanged" as const, data: { paymentStatus } as const }]),
  ];
}

/** The visits that the change pays, leaves unpaid again, or lets something off. Only those on invoices that changed can be among them. */
function* changedVisits(before: BillingAccount, after: BillingAccount): Generator<[number, SettledVisit]> {
  if (before.invoices === after.invoices) return;
  const isSettled = (invoice: AccountInvoice | undefined) => invoice !== undefined && balanceOf(invoice) <= 0;
  const visitsOfChanged = new Set(
    Object.entries(after.invoices)
      .filter(([number, invoice]) => {
        const earlier = before.invoices[number];
        return isSettled(earlier) !== isSettled(invoice) || earlier?.creditedCents !== invoice.creditedCents;
      })
      .flatMap(([, { lines }]) => Object.keys(lines).map(Number)),
  );
  for (const id of visitsOfChanged) {
    const visit = pageValue(after.visits, id);
    if (!visit) continue;
    const earlier = pageValue(before.visits, id);
    const isPaid = isVisitPaid(after, id, visit);
    const wasPaid = earlier !== undefined && isVisitPaid(before, id, earlier);
    const { forgivenCents } = visit;
    if (isPaid !== wasPaid || forgivenCents !== earlier?.forgivenCents) yield [id, { isPaid, forgivenCents }];
  }
}
