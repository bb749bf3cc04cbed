import { afterEach, describe, expect, it } from "vitest";
import { FIRST_CURRENCY, setCurrency } from "../../../core/venue/currency.ts";
import type { Invoice } from "../../contract/billing/invoices.ts";
import { invoicesCsv } from "./invoices-csv.ts";

const INVOICE: Invoice = {
  number: "2026-0001",
  kind: "invoice",
  creditOf: null,
  accountId: 7,
  accountName: "Greenpoint Orchestra",
  address: "12 Franklin Street\nBrooklyn",
  email: "office@orchestra.example",
  issuedOn: "2026-12-01",
  dueOn: "2026-12-15",
  lines: [{ bookingId: 41, text: "Rehearsal Room", amount: "226.00" }],
  tax: "26.00",
  taxes: [
    { percent: 7, net: "100.00", tax: "7.00", gross: "107.00" },
    { percent: 19, net: "100.00", tax: "19.00", gross: "119.00" },
  ],
  total: "226.00",
  reason: null,
  status: "open",
  overdue: false,
  credited: "107.00",
  received: "50.00",
  returned: "0.00",
  balance: "69.00",
  credits: ["2026-0002"],
  url: "http://hub.example.test/invoice/2026-0001.token",
};
const CREDIT: Invoice = {
  ...INVOICE,
  number: "2026-0002",
  kind: "credit",
  creditOf: "2026-0001",
  dueOn: "2026-12-01",
  taxes: [{ percent: 7, net: "100.00", tax: "7.00", gross: "107.00" }],
  total: "107.00",
  reason: "The heating failed",
  status: "paid",
  credited: "0.00",
  received: "0.00",
  balance: "0.00",
  credits: [],
};

const cellsOf = (csv: string): string[][] =>
  csv
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));

afterEach(() => setCurrency(FIRST_CURRENCY));

describe("the file of invoices", () => {
  it("has a line for each rate; a credit note is below zero", () => {
    expect(invoicesCsv([INVOICE, CREDIT])).toBe(
      "\ufeffNumber,Kind,Credit of,Issued on,Due on,Account,Account name,Currency,Net,Tax percent,Tax,Gross,Status,Received,Returned,Credited,Balance\r\n" +
        "2026-0001,Invoice,,2026-12-01,2026-12-15,7,Greenpoint Orchestra,USD,100,7,7,107,open,50,0,107,69\r\n" +
        "2026-0001,Invoice,,2026-12-01,2026-12-15,7,Greenpoint Orchestra,USD,100,19,19,119,,,,,\r\n" +
        "2026-0002,Credit note,2026-0001,2026-12-01,,7,Greenpoint Orchestra,USD,-100,7,-7,-107,,,,,\r\n",
    );
  });

  it("can be summed by column: what was billed less credits and payments is what is due", () => {
    const [headings = [], ...lines] = cellsOf(invoicesCsv([INVOICE, CREDIT]));
    const sum = (heading: string) =>
      lines.reduce((total, cells) => total + Number(cells[headings.indexOf(heading)] || 0), 0);
    expect(sum("Gross") - sum("Received") + sum("Returned")).toBe(sum("Balance"));
    expect(sum("Net") + sum("Tax")).toBe(sum("Gross"));
  });

  it("has no formula from a name, and an empty cell once it was erased", () => {
    const [, named] = cellsOf(invoicesCsv([{ ...CREDIT, accountName: "=HYPERLINK(1)" }]));
    expect(named?.[6]).toBe("'=HYPERLINK(1)");
    const [, erased] = cellsOf(invoicesCsv([{ ...CREDIT, accountName: null }]));
    expect(erased?.[6]).toBe("");
  });

  it("names the venue's currency, and is its headings alone for a period without documents", () => {
    setCurrency({ currency: "eur", moneyStyle: "de-DE" });
    expect(cellsOf(invoicesCsv([CREDIT]))[1]?.[7]).toBe("EUR");
    expect(cellsOf(invoicesCsv([]))).toHaveLength(1);
  });
});
