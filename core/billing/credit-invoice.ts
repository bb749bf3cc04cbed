/** Issues credit notes by staff, since an invoice is never changed (decision 265). Integer cents. */
import { addCredit } from "../booking/billing/account-plan.ts";
import type { DocumentLine } from "../booking/billing/invoice-documents.ts";
import { formatMoney } from "../booking/rules/money.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import type { IdempotentRequest } from "../log/idempotency.ts";
import { type FieldError, refuse } from "../log/rejection.ts";
import { storePerson, textRow } from "../person/personal-data.ts";
import { type ChangedAccount, changeAccountOnce } from "./change-account.ts";
import { readDocument } from "./read-document.ts";

export interface AskedCredit extends IdempotentRequest {
  number: string;
  /** `text`: staff's own words for the line, if they gave any. */
  lines: readonly { bookingId: number; text: string | null; cents: number }[];
  reason: string;
}

/**
 * Lowers an invoice and what its visits owe. Answers `InvoiceNotFound`, `NotAnInvoice` for a credit note, and `CreditTooHigh` naming each
 * line that is more than is left of its visit's. What cards have then paid too much is refunded by itself.
 */
export async function creditInvoice(
  core: Core,
  { number, lines, reason, ...request }: AskedCredit,
  meta: EventMeta,
): Promise<Outcome<ChangedAccount<{ number: string }> & { accountId: number }>> {
  const document = await readDocument(core.sql, number);
  if (!document) return refuse("InvoiceNotFound");
  if (document.type !== "InvoiceIssued") return refuse("NotAnInvoice");
  const { accountId } = document.data;
  const own = new Map(document.data.lines.map((line) => [line.bookingId, line]));
  const reasonRow = textRow(reason);
  const noteRows = lines.map(({ text }) => (text === null ? null : textRow(text)));
  const outcome = await changeAccountOnce(core, accountId, {
    request,
    meta,
    decide(plan, numbers) {
      const left = { ...plan.after.invoices[number]?.lines };
      const errors: FieldError[] = [];
      const credited = lines.flatMap(({ bookingId, cents }, at): DocumentLine[] => {
        const line = own.get(bookingId);
        const rest = left[bookingId] ?? 0;
        if (!line) {
          const message = `Booking ${bookingId} is not on this invoice`;
          errors.push({ path: `lines.${at}.bookingId`, message });
          return [];
        }
        if (cents > rest) {
          const message = `At most ${formatMoney(rest)} is left of this line`;
          errors.push({ path: `lines.${at}.amount`, message });
          return [];
        }
        left[bookingId] = rest - cents;
        return [{ ...line, cents }];
      });
      const [error] = errors;
      if (error) return refuse("CreditTooHigh", { detail: error.message, errors });
      const noteId = noteRows.some((row) => row !== null)
        ? noteRows.map((row) => row?.id ?? null)
        : undefined;
      const issued = addCredit(plan, numbers, {
        invoice: number,
        lines: credited,
        forgiven: true,
        reasonId: reasonRow.id,
        ...(noteId ? { noteId } : {}),
      });
      return { ok: true, value: { number: issued } };
    },
    appendRules: [reasonRow, ...noteRows.filter((row) => row !== null)].map(storePerson),
  });
  return outcome.ok ? { ...outcome, value: { ...outcome.value, accountId } } : outcome;
}
