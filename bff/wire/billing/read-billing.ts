/** Reads billing accounts and invoices with the texts that they name, as answers need them. */
import { readDocuments, readDocumentsOf } from "../../../core/billing/read-document.ts";
import { accountStream, type BillingAccount } from "../../../core/booking/billing/account.ts";
import { unbilledVisits } from "../../../core/booking/billing/account-money.ts";
import type { RecordedDocument } from "../../../core/booking/billing/invoice-documents.ts";
import { visitText } from "../../../core/booking/billing/visit-text.ts";
import { toAmount } from "../../../core/booking/rules/money.ts";
import { bookingStream } from "../../../core/booking/state/booking-stream.ts";
import type { Core } from "../../../core/context.ts";
import { loadStreams } from "../../../core/log/load-streams.ts";
import { readStream } from "../../../core/log/read.ts";
import { fold } from "../../../core/log/stream.ts";
import { personalReferencesIn, readPersons } from "../../../core/person/personal-data.ts";
import { type VenueDay, venueToday } from "../../../core/venue/time/venue-time.ts";
import type { Account } from "../../contract/billing/accounts.ts";
import type { Invoice, StaffInvoice } from "../../contract/billing/invoices.ts";
import { accountFigures, invoiceJson } from "./billing-json.ts";

/** The account's documents with these numbers, in this order; unknown numbers are left out. */
export async function readInvoices(
  core: Core,
  account: BillingAccount,
  numbers: readonly string[],
): Promise<Invoice[]> {
  const found = await readDocuments(core.sql, numbers);
  return invoicesOf(
    core,
    numbers.flatMap((number) => found.get(number) ?? []),
    () => account,
  );
}

/** Documents as JSON, with the texts that they name; one of an unknown account is left out. */
export async function invoicesOf(
  core: Core,
  documents: readonly RecordedDocument[],
  accountOf: (id: number) => BillingAccount | undefined,
): Promise<Invoice[]> {
  const persons = await readPersons(
    core.sql,
    documents.flatMap(({ data }) => personalReferencesIn(data)),
  );
  const known = { persons, today: venueToday(core), links: core.links };
  return documents.flatMap((document) => {
    const account = accountOf(document.data.accountId);
    return account ? [invoiceJson(document, { account, ...known })] : [];
  });
}

/** All invoices and credit notes that were issued on these venue days, both included. */
export async function readInvoicesOf(
  core: Core,
  period: { from: VenueDay; to: VenueDay },
): Promise<Invoice[]> {
  const documents = await readDocumentsOf(core.sql, period);
  const ids = [...new Set(documents.map(({ data }) => data.accountId))];
  const accounts = await loadStreams(core.sql, accountStream, ids);
  const byId = new Map(accounts.flatMap(({ id, state }) => (state.exists ? [[id, state] as const] : [])));
  return invoicesOf(core, documents, (id) => byId.get(id));
}

/** All numbers of an account's documents, the latest first. */
export const numbersOf = ({ invoices }: BillingAccount): string[] =>
  Object.entries(invoices)
    .flatMap(([number, { credits }]) => [number, ...credits])
    .sort((a, b) => (a < b ? 1 : -1));

/** An account with its invoices and what is on none yet, from the log; null if there is none. */
export async function readAccount(core: Core, id: number): Promise<Account | null> {
  const events = await readStream(core.sql, accountStream, id);
  const account = fold(accountStream, events);
  const [first] = events;
  if (!account.exists || !first) return null;
  const unbilled = unbilledVisits(account, null);
  const [persons, invoices, bookings] = await Promise.all([
    readPersons(core.sql, [account.personId]),
    readInvoices(core, account, numbersOf(account)),
    loadStreams(
      core.sql,
      bookingStream,
      unbilled.map(({ bookingId }) => bookingId),
    ),
  ]);
  const holder = persons.get(account.personId);
  return {
    id,
    name: holder?.firstName ?? null,
    email: holder?.email ?? null,
    address: holder?.freeText ?? null,
    ...accountFigures(account, venueToday(core)),
    createdAt: first.occurredAt.toISOString(),
    visits: unbilled.flatMap(({ bookingId, cents }, at) => {
      const booking = bookings[at]?.state;
      if (!booking?.exists) return [];
      const startTime = booking.startsAt.toISOString();
      return [{ bookingId, text: visitText(core, booking), amount: toAmount(cents), startTime }];
    }),
    invoices,
  };
}

/** An invoice with its money and its link; null if there is none. */
export async function readStaffInvoice(core: Core, number: string): Promise<StaffInvoice | null> {
  const document = (await readDocuments(core.sql, [number])).get(number);
  if (!document) return null;
  const { accountId } = document.data;
  const events = await readStream(core.sql, accountStream, accountId);
  const account = fold(accountStream, events);
  if (!account.exists) return null;
  const [invoice] = await invoicesOf(core, [document], () => account);
  if (!invoice) return null;
  const moved = events.flatMap((event) => {
    const { data } = event;
    return "invoice" in data && data.invoice === number ? [event] : [];
  });
  const references = await readPersons(
    core.sql,
    moved.flatMap(({ data }) => personalReferencesIn(data)),
  );
  const own = account.invoices[number];
  const money = moved.flatMap((event): StaffInvoice["money"] => {
    const at = event.occurredAt.toISOString();
    switch (event.type) {
      case "InvoiceMoneyReceived":
      case "InvoiceMoneyReturned": {
        const { method, amountCents, referenceId } = event.data;
        const reference = referenceId ? (references.get(referenceId)?.freeText ?? null) : null;
        const kind = event.type === "InvoiceMoneyReceived" ? "received" : "returned";
        return [{ kind, method, amount: toAmount(amountCents), reference, at, state: "done" }];
      }
      case "InvoicePaymentReceived": {
        const { amountCents, paymentIntentId: reference } = event.data;
        return [
          { kind: "received", method: "card", amount: toAmount(amountCents), reference, at, state: "done" },
        ];
      }
      case "InvoiceRefundRequested": {
        const { amountCents, refundId, paymentIntentId: reference } = event.data;
        const refund = own?.refunds[refundId]?.state ?? "under-way";
        const state = refund === "issued" ? "done" : refund;
        return [{ kind: "returned", method: "card", amount: toAmount(amountCents), reference, at, state }];
      }
      case "InvoiceDisputeOpened": {
        const { amountCents, disputeId, paymentIntentId: reference } = event.data;
        const isOver = own?.disputes[disputeId]?.outcome === "won";
        return amountCents === 0 || isOver
          ? []
          : [
              {
                kind: "disputed",
                method: "card",
                amount: toAmount(amountCents),
                reference,
                at,
                state: "done",
              },
            ];
      }
      default:
        return [];
    }
  });
  return { ...invoice, money };
}
