/** Checks printed invoices as a reader of the file finds them: texts, order, tags, pages, link and properties. */
import { afterEach, describe, expect, it } from "vitest";
import { FIRST_CURRENCY, setCurrency } from "../../../core/venue/currency.ts";
import { invoicePdf, type Letterhead, type PrintedInvoice } from "./invoice-pdf.ts";
import { readPdf } from "./read-pdf-fixture.ts";

const VENUE: Letterhead = {
  name: "The Hub",
  address: { street: "48 Grattan Street", city: "Brooklyn, NY 11237" },
  phone: "(718) 555-0142",
  email: "hello@thehub.example",
  taxNumber: "12-3456789",
  bankDetails: "",
};
const BANK = { ...VENUE, bankDetails: "The Hub LLC, First Bank\r\n\nRouting 021000021\nAccount 4417 1234 0" };
const LINK =
  "https://thehub.example/invoice/eyJhbGciOiJIUzI1NiJ9.aW52b2ljZS0x.4f8d1c1e0b7a4d2e9c3b5a6f7e8d9c0b";

const visit = (bookingId: number) => ({
  bookingId,
  text: "Rehearsal Room, Sat, Nov 14, 2026, 9:00 AM – 11:00 AM",
  amount: "150.00",
});

const INVOICE: PrintedInvoice = {
  number: "2026-0001",
  kind: "invoice",
  creditOf: null,
  accountName: "Greenpoint Orchestra",
  address: "Ms. Ada Lowell\n12 Franklin Street\nBrooklyn, NY 11222",
  issuedOn: "2026-12-01",
  dueOn: "2026-12-15",
  lines: [
    visit(41),
    { bookingId: 42, text: "Studio A, Fri, Nov 20, 2026, 7:00 PM – 9:00 PM", amount: "1234.50" },
  ],
  taxes: [{ percent: 8.875, net: "1271.64", tax: "112.86", gross: "1384.50" }],
  total: "1384.50",
  reason: null,
};
const CREDIT: PrintedInvoice = {
  ...INVOICE,
  number: "2026-0002",
  kind: "credit",
  creditOf: "2026-0001",
  lines: [visit(41)],
  total: "150.00",
  reason: "The heating failed.",
};

const printed = async (changes: Partial<PrintedInvoice> = {}, payLink: string | null = LINK) =>
  readPdf(await invoicePdf({ ...INVOICE, ...changes }, VENUE, payLink));

afterEach(() => setCurrency(FIRST_CURRENCY));

describe("a printed invoice", () => {
  it("is read from the letterhead to the ways to pay", async () => {
    const { pages } = await printed();
    expect(pages.map(({ texts }) => texts.join("\n"))).toEqual([
      `The Hub
48 Grattan Street
Brooklyn, NY 11237
(718) 555-0142
hello@thehub.example
Tax number 12-3456789
Invoice to
Greenpoint Orchestra
Ms. Ada Lowell
12 Franklin Street
Brooklyn, NY 11222
Issued
Tue, Dec 1, 2026
Due
Tue, Dec 15, 2026
Invoice 2026-0001
Booking
Visit
Amount
#41
Rehearsal Room, Sat, Nov 14, 2026, 9:00 AM – 11:00 AM
$150.00
#42
Studio A, Fri, Nov 20, 2026, 7:00 PM – 9:00 PM
$1,234.50
Total
$1,384.50
Tax contained
Net
Tax
Gross
8.875%
$1,271.64
$112.86
$1,384.50
How to pay
Please pay $1,384.50 by Tuesday, December 15, 2026.
By card
${LINK}
By transfer
Give 2026-0001 as the reference, so that we know what the money is for. Ask hello@thehub.example for our
bank account if you do not have it.
The Hub · Invoice 2026-0001
Page 1 of 1`,
    ]);
  });

  it("is a tagged PDF 1.7 with a language, a title, headings and tables", async () => {
    const { pages, info, isTagged } = await printed();
    expect(info).toMatchObject({
      PDFFormatVersion: "1.7",
      Language: "en",
      Title: "Invoice 2026-0001",
      CreationDate: "D:20261201000000Z",
    });
    expect(isTagged).toBe(true);
    expect(pages[0]?.tags.filter((tag) => !["Root", "P", "TR"].includes(tag)).join(" ")).toBe(
      "Document H1 Table THead TH TH TH TBody TD TD TD TD TD TD TFoot TH TD TD" +
        " Table THead TH TH TH TH TBody TD TD TD TD H2 Link",
    );
  });

  it("holds its fonts, and shows its title in the window", async () => {
    const file = (await invoicePdf(INVOICE, VENUE, LINK)).toString("latin1");
    const fonts = [...file.matchAll(/\/BaseFont \/\w+\+(\S+)/g)].map(([, name]) => name);
    expect(new Set(fonts)).toEqual(new Set(["Inter-Regular", "Inter-SemiBold"]));
    expect(file.match(/\/FontFile2 /g)).toHaveLength(2);
    expect(file).toContain("/DisplayDocTitle true");
  });

  it("is the same file each time", async () => {
    const first = await invoicePdf(INVOICE, VENUE, LINK);
    expect(await invoicePdf({ ...INVOICE }, { ...VENUE }, LINK)).toEqual(first);
    expect(await invoicePdf({ ...INVOICE, number: "2026-0003" }, VENUE, LINK)).not.toEqual(first);
  });

  it("leads to the payment by card, if there is one", async () => {
    expect((await printed()).pages[0]?.links).toEqual([LINK]);
    const without = await printed({}, null);
    expect(without.pages[0]?.links).toEqual([]);
    expect(without.pages[0]?.texts).not.toContain("By card");
  });

  it("says where a transfer goes, once the venue has set it", async () => {
    const [page] = (await readPdf(await invoicePdf(INVOICE, BANK, LINK))).pages;
    const from = page?.texts.indexOf("By transfer") ?? -1;
    expect(page?.texts.slice(from, from + 5)).toEqual([
      "By transfer",
      "The Hub LLC, First Bank",
      "Routing 021000021",
      "Account 4417 1234 0",
      "Give 2026-0001 as the reference, so that we know what the money is for.",
    ]);
    expect(page?.texts.join(" ")).not.toContain("Ask hello@thehub.example");
    const credit = await readPdf(await invoicePdf(CREDIT, BANK, LINK));
    expect(credit.pages[0]?.texts).not.toContain("Routing 021000021");
  });

  it("aligns amounts at the right, to the hundredth of a point", async () => {
    const [page] = (await printed()).pages;
    const edge = (page?.width ?? 0) - 57;
    for (const amount of ["$150.00", "$1,234.50", "$1,384.50"]) {
      for (const end of page?.endOf(amount) ?? [0]) expect(end).toBeCloseTo(edge, 2);
    }
  });

  it("tells no tax where there is none, and each rate where there are several", async () => {
    const none = await printed({ taxes: [{ percent: 0, net: "1384.50", tax: "0.00", gross: "1384.50" }] });
    expect(none.pages[0]?.texts).not.toContain("Tax contained");
    const several = await printed({
      taxes: [
        { percent: 0, net: "100.00", tax: "0.00", gross: "100.00" },
        { percent: 19, net: "1079.41", tax: "205.09", gross: "1284.50" },
      ],
    });
    expect(several.pages[0]?.texts).toEqual(expect.arrayContaining(["0%", "$100.00", "19%", "$205.09"]));
  });

  it("says that a person was erased", async () => {
    const { pages } = await printed({ accountName: null, address: null });
    expect(pages[0]?.texts.filter((text) => text === "Erased")).toHaveLength(1);
  });

  it("writes amounts as the venue does, on the paper of its country", async () => {
    setCurrency({ currency: "eur", moneyStyle: "de-DE" });
    const [page] = (await printed()).pages;
    expect(page?.texts).toContain("1.384,50 €");
    expect(page?.width).toBeCloseTo(595.28);
  });
});

describe("a credit note", () => {
  const credit = async () => readPdf(await invoicePdf(CREDIT, VENUE, LINK));

  it("names the invoice that it lowers, and its reason", async () => {
    const { pages, info } = await credit();
    expect(info.Title).toBe("Credit note 2026-0002 for invoice 2026-0001");
    expect(pages[0]?.texts).toEqual(
      expect.arrayContaining(["Credit note 2026-0002 for invoice 2026-0001", "Reason: The heating failed."]),
    );
  });

  it("asks for no money", async () => {
    const { pages } = await credit();
    expect(pages[0]?.links).toEqual([]);
    for (const text of ["Due", "How to pay"]) expect(pages[0]?.texts).not.toContain(text);
  });
});

/** Points from the bottom of the page. */
const CLEAR_OF_FOOT = 79;

describe("a long invoice", () => {
  it("repeats the head of its table on each page, numbers the pages, and keeps the total with the last line", async () => {
    const lines = Array.from({ length: 500 }, (_, index) => visit(index + 1));
    const { pages } = await printed({ lines });
    const texts = pages.flatMap((page) => page.texts);
    expect(texts.filter((text) => /^#\d+$/.test(text))).toEqual(
      lines.map(({ bookingId }) => `#${bookingId}`),
    );
    expect(pages.length).toBeGreaterThan(10);
    for (const [index, page] of pages.entries()) {
      expect(page.texts.at(-1)).toBe(`Page ${index + 1} of ${pages.length}`);
      const hasLines = page.texts.some((text) => text.startsWith("#"));
      expect(page.texts.filter((text) => text === "Booking")).toHaveLength(hasLines ? 1 : 0);
      expect(page.lowest).toBeGreaterThan(CLEAR_OF_FOOT);
    }
    // A head is read once: the repeated ones belong to the pages.
    const heads = pages.flatMap(({ tags }) => tags.filter((tag) => tag === "THead"));
    expect(heads).toEqual(["THead", "THead"]); // of the lines, and of the taxes
    const end = pages.find((page) => page.texts.includes("Total"));
    expect(end?.texts).toContain("#500");
  });

  it.each([16, 17, 18])("keeps the total with the last of %i lines, where the page ends", async (count) => {
    const { pages } = await printed({ lines: Array.from({ length: count }, (_, index) => visit(index + 1)) });
    const end = pages.find((page) => page.texts.includes("Total"));
    expect(end?.texts).toContain(`#${count}`);
    for (const page of pages) expect(page.lowest).toBeGreaterThan(CLEAR_OF_FOOT);
  });

  it.each([9, 10, 11, 12, 13, 14])("keeps the ways to pay of %i lines together on a page", async (count) => {
    const lines = Array.from({ length: count }, (_, index) => visit(index + 1));
    const bankDetails = Array.from(
      { length: 8 },
      (_, index) => `Line ${index} ${"of the bank ".repeat(2)}`,
    ).join("\n");
    const { pages } = await readPdf(await invoicePdf({ ...INVOICE, lines }, { ...VENUE, bankDetails }, LINK));
    const end = pages.find((page) => page.texts.includes("How to pay"));
    expect(end?.texts.join(" ")).toContain("Give 2026-0001 as the reference");
    for (const page of pages) expect(page.lowest).toBeGreaterThan(CLEAR_OF_FOOT);
  });

  it("wraps long texts and joins the lines of an endless address", async () => {
    const words = "cancelled late, so a part of the downpayment is kept ".repeat(8).trim();
    const address = Array.from({ length: 250 }, (_, index) => `l${index}`).join("\n");
    const lines = [
      { bookingId: 1, text: words, amount: "10.00" },
      { bookingId: 2, text: "W".repeat(400), amount: "20.00" },
      { bookingId: 3, text: "one\nline\n".repeat(20), amount: "30.00" },
    ];
    const { pages } = await printed({ lines, address });
    const text = pages.flatMap((page) => page.texts).join(" ");
    expect(text.replaceAll(/\s+/g, " ")).toContain(words);
    expect(text.replaceAll(" ", "")).toContain("W".repeat(400));
    expect(text).toContain("l249");
    for (const page of pages) expect(page.lowest).toBeGreaterThan(CLEAR_OF_FOOT);
  });
});

describe("a text in any writing", () => {
  const recipient = async (accountName: string) => (await printed({ accountName })).pages[0]?.texts[7];

  it.each([
    "Ορχήστρα «Οδυσσέας Ελύτης», Ἀθῆναι",
    "Оркестр Шостаковича, Київ",
    "Żółć, Łódź, Ærøskøbing, Çeşme, Tiếng Việt",
  ])("can be copied: %s", async (name) => {
    expect(await recipient(name)).toBe(name);
  });

  it.each([
    ["日本のバンド", "□□□□□□"],
    ["Band 🎸", "Band □"],
    ["Ｗｉｄｅ ⒈", "Wide 1."],
    ["e\u0301te\u0301\u0000\u200b\ud800", "été"],
    ["a\tb", "a b"],
  ])("shows what the font lacks as a box or by plain letters: %j", async (name, shown) => {
    expect(await recipient(name)).toBe(shown);
  });

  it("names a currency whose sign the font lacks", async () => {
    setCurrency({ currency: "amd", moneyStyle: "en-US" });
    expect((await printed()).pages[0]?.texts).toContain("AMD 1,384.50");
  });
});
