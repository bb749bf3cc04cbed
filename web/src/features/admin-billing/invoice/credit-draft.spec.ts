/** Checks what a credit note is made of: what is left of each line, what is sent, and what it says that it does. */
import { expect, it } from "vitest";
import type { Invoice, StaffInvoice } from "../../../../../bff/contract/billing/invoices.ts";
import { type CreditDraft, checkCredit, creditCents, creditDraftOf, creditEffects } from "./credit-draft.ts";
import { balanceWords, returnableCents } from "./invoice-money.ts";

const line = (bookingId: number, amount: string) => ({ bookingId, text: `Visit ${bookingId}`, amount });
const invoice = { lines: [line(1, "150.00"), line(2, "75.00"), line(3, "75.00")] };
const credit = (...lines: Invoice["lines"]) => ({ lines }) as Invoice; // only the lines are read

const draft = creditDraftOf(invoice, [credit(line(1, "50.00")), credit(line(2, "75.00"))]);
const chosen = (change: Partial<CreditDraft["parts"][number]> = {}): CreditDraft => ({
  reason: "The heating failed",
  parts: draft.parts.map((part, at) => (at === 0 ? { ...part, isChosen: true, ...change } : part)),
});

it("offers what earlier credit notes left of each line, and chooses a single line at once", () => {
  expect(draft.parts).toMatchObject([
    { bookingId: 1, amount: "100.00", leftCents: 10_000, isChosen: false },
    { bookingId: 3, amount: "75.00", isChosen: false },
  ]);
  expect(creditDraftOf({ lines: [line(9, "20.00")] }, []).parts).toMatchObject([{ isChosen: true }]);
});

it("sends the chosen lines alone", () => {
  expect(creditCents(chosen())).toBe(10_000);
  expect(checkCredit(chosen({ amount: "40.00" }))).toEqual({
    values: { lines: [{ bookingId: 1, amount: "40.00" }], reason: "The heating failed" },
    errors: {},
  });
});

it("complains at the line, at the reason, or about no line at all", () => {
  expect(checkCredit(chosen({ amount: "100.01" })).errors).toMatchObject({
    parts: [{ amount: { message: "At most $100.00 is left of this line" } }],
  });
  expect(checkCredit(chosen({ amount: "some" })).errors).toHaveProperty(["parts", "0", "amount"]);
  expect(creditCents(chosen({ amount: "some" }))).toBeNull();
  expect(checkCredit({ ...draft, reason: " " }).errors).toMatchObject({
    parts: { message: "Credit at least one line" },
    reason: { message: "Reason is required" },
  });
});

it("says what becomes of the balance", () => {
  const of = (balance: string, credited = "0.00") => ({ balance, credited, total: "300.00" }) as Invoice; // only the sums are read
  expect(creditEffects(0, of("300.00"))).toEqual([]);
  expect(creditEffects(10_000, of("300.00"))).toEqual([
    "The visits owe $100.00 less.",
    "What is due falls from $300.00 to $200.00.",
  ]);
  expect(creditEffects(10_000, of("50.00")).join(" ")).toMatch(
    /from \$50.00 to \$0.00. \$50.00 is then paid/,
  );
  expect(creditEffects(10_000, of("0.00", "200.00")).at(-1)).toBe("The invoice is then cancelled.");
});

it("counts what staff can return, and words the balance", () => {
  const payment = (kind: "received" | "returned", method: "cash" | "card", amount: string) =>
    ({ kind, method, amount }) as StaffInvoice["money"][number]; // only these are read
  const money = [payment("received", "cash", "100.00"), payment("returned", "cash", "30.00")];
  expect(returnableCents({ money, balance: "0.00" })).toBe(7_000);
  expect(returnableCents({ money: [payment("received", "card", "100.00")], balance: "0.00" })).toBe(0);
  expect(returnableCents({ money: [], balance: "-20.00" })).toBe(2_000);
  expect(["150.00", "0.00", "-20.00"].map((balance) => balanceWords({ balance }))).toEqual([
    "$150.00 due",
    "Nothing due",
    "$20.00 to return",
  ]);
});
