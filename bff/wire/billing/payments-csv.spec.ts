import { describe, expect, it } from "vitest";
import type { PaymentEntry } from "../../../projections/views/payments.ts";
import { csvLine } from "../csv.ts";
import { PAYMENT_HEADINGS, paymentCells } from "./payments-csv.ts";

const OF_BOOKING: PaymentEntry = {
  at: new Date("2026-12-02T03:05:00Z"),
  position: 1,
  type: "DownpaymentReceived",
  method: "card",
  cents: 7_500,
  bookingId: 42,
  accountId: null,
  invoice: null,
  accountName: null,
  reference: null,
  paymentIntentId: "pi_1",
  providerId: "ch_1",
};
const OF_INVOICE: PaymentEntry = {
  ...OF_BOOKING,
  type: "InvoiceMoneyReceived",
  method: "transfer",
  cents: 22_600,
  bookingId: null,
  accountId: 7,
  invoice: "2026-0001",
  accountName: "Greenpoint Orchestra",
  reference: "SEPA 9911",
  paymentIntentId: null,
  providerId: null,
};

const csvOf = (entries: readonly PaymentEntry[], fees: ReadonlyMap<string, number> = new Map()) =>
  [PAYMENT_HEADINGS, ...entries.map(paymentCells(entries, { fees, timeZone: "America/New_York" }))]
    .map(csvLine)
    .join("");
const column = (csv: string, heading: string): string[] => {
  const [headings = [], ...lines] = csv
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  return lines.map((cells) => cells[headings.indexOf(heading)] ?? "");
};

describe("the file of payments", () => {
  it("has a line for each movement, at the venue's day and time", () => {
    expect(csvOf([OF_BOOKING, OF_INVOICE], new Map([["pi_1", 248]]))).toBe(
      "Date,Time,Kind,Method,Amount,Currency,Provider's fee,Booking,Invoice,Account,Account name,Reference,Provider's id\r\n" +
        "2026-12-01,22:05,Payment,Card online,75,USD,2.48,42,,,,,ch_1\r\n" +
        "2026-12-01,22:05,Payment,Transfer,226,USD,,,2026-0001,7,Greenpoint Orchestra,SEPA 9911,\r\n",
    );
  });

  it("says what happened to money that left, and to money that came back", () => {
    const csv = csvOf([
      { ...OF_BOOKING, type: "RefundIssued", cents: -7_500 },
      { ...OF_BOOKING, type: "RefundFailed", cents: 7_500 },
      { ...OF_BOOKING, type: "DeskMoneyReturned", method: "cash", cents: -2_000 },
      { ...OF_INVOICE, type: "InvoiceDisputeOpened", method: "card", cents: -22_600 },
      { ...OF_INVOICE, type: "InvoiceDisputeClosed", method: "card", cents: 22_600 },
    ]);
    expect(column(csv, "Kind")).toEqual(["Refund", "Refund", "Return", "Dispute", "Dispute"]);
    expect(column(csv, "Amount")).toEqual(["-75", "75", "-20", "-226", "226"]);
  });

  it("shares the fee of one payment among the bookings that it paid, and repeats it for no refund", () => {
    const dates = [5_000, 5_000, 2_500].map((cents, at) => ({ ...OF_BOOKING, cents, bookingId: 50 + at }));
    const refund = { ...OF_BOOKING, type: "RefundIssued", cents: -5_000 };
    const csv = csvOf([...dates, refund], new Map([["pi_1", 393]]));
    const fees = column(csv, "Provider's fee");
    expect(fees).toEqual(["1.58", "1.57", "0.78", ""]);
  });

  it("leaves a fee empty that the provider does not tell, and writes one of zero", () => {
    const other = { ...OF_BOOKING, paymentIntentId: "pi_2" };
    expect(column(csvOf([OF_BOOKING, other], new Map([["pi_2", 0]])), "Provider's fee")).toEqual(["", "0"]);
  });

  it("has no formula from a reference or a name", () => {
    const csv = csvOf([{ ...OF_INVOICE, reference: "+1 2", accountName: "@SUM(A1)" }]);
    expect(column(csv, "Reference")).toEqual(["'+1 2"]);
    expect(column(csv, "Account name")).toEqual(["'@SUM(A1)"]);
  });
});
