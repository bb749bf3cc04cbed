/** Checks what the page of an invoice says about its state. */
import { expect, it } from "vitest";
import { type InvoiceState, stateOf } from "./invoice-words.ts";

const OPEN: InvoiceState = {
  kind: "invoice",
  number: "2026-0001",
  creditOf: null,
  status: "open",
  overdue: false,
  dueOn: "2026-12-12",
  balance: "150.00",
  total: "300.00",
  credits: ["2026-0002"],
};

it.each<[Partial<InvoiceState>, string, string]>([
  [{}, "Open", "$150.00 is due by Saturday, December 12, 2026."],
  [{ overdue: true }, "Overdue", "$150.00 was due on Saturday, December 12, 2026. Please pay it now."],
  [{ status: "paid", balance: "0.00" }, "Paid", "Nothing is due. Thank you."],
  [{ status: "paid", balance: "-20.00" }, "Paid", "Nothing is due. We return $20.00 to you."],
  [
    { status: "cancelled", balance: "0.00" },
    "Cancelled",
    "Nothing is due: credit note 2026-0002 cancels the whole invoice.",
  ],
  [
    { status: "cancelled", balance: "-100.00", credits: ["2026-0002", "2026-0005"] },
    "Cancelled",
    "Nothing is due: credit notes 2026-0002 and 2026-0005 cancel the whole invoice. We return $100.00 to you.",
  ],
  [
    { kind: "credit", creditOf: "2026-0001", status: "paid", total: "50.00" },
    "Nothing to pay",
    "This credit note lowers what is due on invoice 2026-0001 by $50.00.",
  ],
])("%o: %s", (changes, label, text) => {
  expect(stateOf({ ...OPEN, ...changes })).toMatchObject({ label, text });
});
