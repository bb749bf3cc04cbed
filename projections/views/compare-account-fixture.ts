/** Compares a billing account in tests with the bookings and documents that it is about, and with its row: each says the same, to the cent. */
import { expect } from "vitest";
import { readDocuments } from "../../core/billing/read-document.ts";
import { accountStream, type BillingAccount } from "../../core/booking/billing/account.ts";
import { balanceOf, isVisitPaid } from "../../core/booking/billing/account-money.ts";
import { owedBy } from "../../core/booking/billing/charged-visits.ts";
import { entriesOf } from "../../core/booking/billing/pages.ts";
import { owedCents } from "../../core/booking/state/booking-money.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import type { Core } from "../../core/context.ts";
import { loadStreams } from "../../core/log/load-streams.ts";
import { load, requireExisting } from "../../core/log/transact.ts";
import { catchUp } from "../engine/catch-up-fixture.ts";
import { followerOf } from "../engine/projection.ts";
import { bookings } from "./bookings.ts";

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Answers the account as its events make it. */
export async function compareAccount(core: Core, accountId: number): Promise<BillingAccount> {
  const account = requireExisting((await load(core.sql, accountStream, accountId)).state);
  await compareBookings(core, accountId, account);
  const billed = await compareDocuments(core, account);
  const visits = [...entriesOf(account.visits)];
  for (const [id, visit] of visits) {
    expect([id, visit.billedCents]).toEqual([id, billed.get(id) ?? 0]);
    expect(visit.billedCents).toBeLessThanOrEqual(owedBy(visit));
  }
  const kept = sum(
    Object.values(account.invoices).map(
      (invoice) => invoice.totalCents - invoice.creditedCents - balanceOf(invoice),
    ),
  );
  const owed = sum(visits.map(([, visit]) => owedBy(visit)));
  const unpaid = Object.entries(account.invoices).filter(([, invoice]) => balanceOf(invoice) > 0);
  await catchUp(core.sql, followerOf(bookings));
  const [row] = await core.sql`
    select open_cents, uninvoiced_cents, unpaid_numbers, unpaid_cents from billing_accounts where account_id = ${accountId}`;
  expect({ ...row }).toEqual({
    open_cents: owed - kept,
    uninvoiced_cents: owed - sum(visits.map(([, { billedCents }]) => billedCents)),
    unpaid_numbers: unpaid.map(([number]) => number),
    unpaid_cents: unpaid.map(([, invoice]) => balanceOf(invoice)),
  });
  return account;
}

/** Its visits are the bookings in the log that name it, each with what the booking owes and whether it is paid. */
async function compareBookings({ sql }: Core, accountId: number, account: BillingAccount): Promise<void> {
  const made = await sql<{ stream: string }[]>`
    select stream from events where stream like 'booking-%' and version = 1 and data ->> 'accountId' = ${String(accountId)}`;
  const ids = made.map(({ stream }) => bookingStream.idOf(stream) ?? 0).sort((a, b) => a - b);
  const visits = new Map(entriesOf(account.visits));
  expect([...visits.keys()].sort((a, b) => a - b)).toEqual(ids);
  for (const { id, state } of await loadStreams(sql, bookingStream, ids)) {
    const booking = requireExisting(state);
    const visit = visits.get(id);
    expect([id, visit?.cents]).toEqual([id, owedCents(booking)]);
    // A cancelled one that owes nothing keeps its status.
    if (!visit || visit.cents === 0) continue;
    const isPaid = isVisitPaid(account, id, visit);
    expect([id, booking.paymentStatus]).toEqual([id, isPaid ? "paid" : "pending"]);
  }
}

/** Its documents say what its events say. Answers what they have of each visit, less what they credit. */
async function compareDocuments({ sql }: Core, account: BillingAccount): Promise<Map<number, number>> {
  const billed = new Map<number, number>();
  for (const [number, { totalCents, creditedCents, credits }] of Object.entries(account.invoices)) {
    const documents = await readDocuments(sql, [number, ...credits]);
    expect(documents.size).toBe(1 + credits.length);
    const sums = { InvoiceIssued: 0, CreditNoteIssued: 0 };
    for (const { type, data } of documents.values()) {
      for (const { bookingId, cents } of data.lines) {
        sums[type] += cents;
        const sign = type === "InvoiceIssued" ? 1 : -1;
        billed.set(bookingId, (billed.get(bookingId) ?? 0) + sign * cents);
      }
    }
    expect(sums).toEqual({ InvoiceIssued: totalCents, CreditNoteIssued: creditedCents });
  }
  return billed;
}
