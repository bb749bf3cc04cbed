/** Charges billing accounts for bookings that are made or changed, in the append of that change (decisions 260, 261, 265). */
import type { Core } from "../../context.ts";
import { type Append, type OtherAppend, withOthers } from "../../log/append-request.ts";
import { type Refused, refuseField } from "../../log/rejection.ts";
import { requireExisting } from "../../log/transact.ts";
import { venueDayOf } from "../../venue/time/venue-time.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { owedCents } from "../state/booking-money.ts";
import type { Booking, BookingState } from "../state/booking-state.ts";
import { bookingStream } from "../state/booking-stream.ts";
import { isVisitPaid, whyNotBookable } from "./account-money.ts";
import {
  type AccountPlan,
  add,
  addCredit,
  appendsOf,
  beginPlan,
  eventsOfVisit,
  type NextNumbers,
  overbilledLines,
  readNextNumbers,
} from "./account-plan.ts";
import type { DocumentLine } from "./invoice-documents.ts";
import { pageValue } from "./pages.ts";
import { visitText } from "./visit-text.ts";

/** A booking before and after the change that is about to be appended. */
export interface ChangedBooking {
  id: number;
  before: BookingState;
  after: Booking;
}

/** What a change of bookings does to their accounts. */
export interface Charges {
  ok: true;
  /** To the accounts, the documents, and other bookings that are paid by them from now on or are not any more. */
  appends: readonly OtherAppend[];
  /** What the changed bookings themselves learn of it, by their number. */
  own: ReadonlyMap<number, readonly BookingEvent[]>;
}

const NO_CHARGES: Charges = { ok: true, appends: [], own: new Map() };

/**
 * Charges the accounts of these bookings; nothing happens if no booking is on account or owes otherwise. New bookings are refused with
 * `AccountSuspended`, `AccountOverdue` or `CreditLimitExceeded`. A visit that owes less than is on its invoices is credited.
 */
export async function chargeAccounts(
  core: Core,
  changed: readonly ChangedBooking[],
): Promise<Charges | Refused> {
  const byAccount = new Map<number, ChangedBooking[]>();
  for (const one of changed) {
    const { accountId } = one.after;
    if (accountId !== null && isChargedOtherwise(core, one)) {
      byAccount.set(accountId, [...(byAccount.get(accountId) ?? []), one]);
    }
  }
  if (byAccount.size === 0) return NO_CHARGES;
  const plans: AccountPlan[] = [];
  let numbers: NextNumbers | null = null;
  // In the order of their numbers, so that two changes of the same accounts lock them in one order.
  for (const [accountId, own] of [...byAccount].sort(([a], [b]) => a - b)) {
    const plan = await beginPlan(core, accountId);
    if (!plan) return refuseField("AccountNotFound", "accountId", "This account is unknown");
    const added = own.reduce((sum, { before, after }) => sum + (before.exists ? 0 : after.totalCents), 0);
    const isNew = own.some(({ before }) => !before.exists);
    const refusal = isNew && whyNotBookable(plan.after, added, venueDayOf(core.clock.now(), core.timeZone));
    if (refusal) return refusal;
    for (const { id, after } of own) {
      const day = venueDayOf(after.startsAt, core.timeZone);
      add(plan, { type: "VisitCharged", data: { bookingId: id, day, cents: owedCents(after) } });
    }
    if (own.some(({ id }) => overbilledLines(plan.after, id).length > 0)) {
      numbers ??= await readNextNumbers(core);
      creditOverbilled(core, plan, own, numbers);
    }
    plans.push(plan);
  }
  const appends = await appendsOf(core, plans, numbers, new Set(changed.map(({ id }) => id)));
  const own = plans.flatMap((plan) =>
    (byAccount.get(plan.id) ?? []).map(({ id, after }) => [id, learnedBy(plan, id, after)] as const),
  );
  return { ok: true, appends, own: new Map(own) };
}

/** A cancelled booking that owes nothing keeps its payment status: there is nothing to pay. */
function learnedBy({ after: account }: AccountPlan, id: number, booking: Booking): BookingEvent[] {
  const visit = pageValue(account.visits, id);
  if (!visit || (booking.status === "cancelled" && visit.cents === 0)) return [];
  return eventsOfVisit(booking, {
    isPaid: isVisitPaid(account, id, visit),
    forgivenCents: visit.forgivenCents,
  });
}

/** The appends of the changed bookings, each with what it learns itself, then the others. */
export const withCharges = (appends: readonly Append[], { own, appends: others }: Charges): Append[] =>
  withOthers(
    appends.map((append) => {
      const { category, id } = append.stream;
      const learned = category === bookingStream.category && id !== undefined ? own.get(id) : undefined;
      return learned
        ? { ...append, events: [...append.events, ...learned.map(bookingStream.encode)] }
        : append;
    }),
    others,
  );

/** The booking with what it learns itself. */
export const afterCharges = (id: number, booking: Booking, { own }: Charges): Booking =>
  requireExisting((own.get(id) ?? []).reduce<BookingState>(bookingStream.evolve, booking));

function isChargedOtherwise({ timeZone }: Core, { before, after }: ChangedBooking): boolean {
  if (!before.exists) return true;
  const dayOf = ({ startsAt }: Booking) => venueDayOf(startsAt, timeZone);
  return owedCents(before) !== owedCents(after) || dayOf(before) !== dayOf(after);
}

/** One credit note for each invoice that has too much of these visits. */
function creditOverbilled(
  core: Core,
  plan: AccountPlan,
  changed: readonly ChangedBooking[],
  numbers: NextNumbers,
): void {
  const byInvoice = new Map<string, DocumentLine[]>();
  for (const { id, before, after } of changed) {
    const visit = before.exists ? visitText(core, before) : visitText(core, after);
    const text = `${visit}: ${after.status === "cancelled" ? "cancelled" : "new price"}`;
    for (const { invoice, cents } of overbilledLines(plan.after, id)) {
      const line = { bookingId: id, text, cents, taxPercent: after.terms.taxPercent };
      byInvoice.set(invoice, [...(byInvoice.get(invoice) ?? []), line]);
    }
  }
  for (const [invoice, lines] of byInvoice) addCredit(plan, numbers, { invoice, lines, forgiven: false });
}
