/**
 * Keeps the books of billing accounts as with pencil and paper, from what was done alone: tests compare what the product says with them.
 * Integer cents; venue days.
 */

/** What a visit costs its account, and what of it is on which invoice, the latest last. */
interface VisitPage {
  account: number;
  day: string;
  owed: number;
  letOff: number;
  taxPercent: number;
  parts: { invoice: string; cents: number }[];
}

interface InvoicePage {
  account: number;
  dueOn: string;
  lines: { bookingId: number; cents: number; taxPercent: number }[];
  credited: number;
  /** Received less returned by staff. */
  desk: number;
  /** What the venue keeps of card payments. */
  cards: number;
}

export type AccountBooks = ReturnType<typeof createAccountBooks>;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const billedOf = ({ parts }: VisitPage): number => sum(parts.map(({ cents }) => cents));
const owesOf = ({ owed, letOff }: VisitPage): number => Math.max(0, owed - letOff);
const totalOf = ({ lines }: InvoicePage): number => sum(lines.map(({ cents }) => cents));
const balanceOf = (page: InvoicePage): number => totalOf(page) - page.credited - page.desk - page.cards;

export function createAccountBooks() {
  const visits = new Map<number, VisitPage>();
  const invoices = new Map<string, InvoicePage>();
  const visitsOf = (account: number) => [...visits].filter(([, visit]) => visit.account === account);
  const invoicesOf = (account: number) => [...invoices].filter(([, page]) => page.account === account);

  function invoice(number: string): InvoicePage {
    const page = invoices.get(number);
    if (!page) throw new Error(`No invoice ${number} is in the books`);
    return page;
  }

  /** Takes cents off a part of a visit's bill. */
  function takeOff(visit: VisitPage, number: string, cents: number): void {
    for (const part of visit.parts) if (part.invoice === number) part.cents -= cents;
    visit.parts = visit.parts.filter((part) => part.cents > 0);
    invoice(number).credited += cents;
  }

  return {
    /** The visit costs this much from now on. Answers the invoices that are credited for it: they had more. */
    charge(
      bookingId: number,
      {
        account,
        day,
        cents,
        taxPercent,
      }: { account: number; day: string; cents: number; taxPercent: number },
    ): string[] {
      const visit = visits.get(bookingId) ?? { account, day, owed: 0, letOff: 0, taxPercent, parts: [] };
      visits.set(bookingId, visit);
      visit.day = day;
      visit.owed = cents;
      const credited: string[] = [];
      for (
        let last = visit.parts.at(-1);
        last && billedOf(visit) > owesOf(visit);
        last = visit.parts.at(-1)
      ) {
        credited.push(last.invoice);
        takeOff(visit, last.invoice, Math.min(last.cents, billedOf(visit) - owesOf(visit)));
      }
      return credited;
    },
    /** What an invoice until that day would have, by the day of the visits. */
    unbilled(account: number, until: string): InvoicePage["lines"] {
      return visitsOf(account)
        .map(([bookingId, visit]) => ({ bookingId, visit, cents: owesOf(visit) - billedOf(visit) }))
        .filter(({ visit, cents }) => cents > 0 && visit.day <= until)
        .sort((a, b) => a.visit.day.localeCompare(b.visit.day) || a.bookingId - b.bookingId)
        .map(({ bookingId, visit, cents }) => ({ bookingId, cents, taxPercent: visit.taxPercent }));
    },
    issue(
      number: string,
      { account, until, dueOn }: { account: number; until: string; dueOn: string },
    ): void {
      const lines = this.unbilled(account, until);
      invoices.set(number, { account, dueOn, lines, credited: 0, desk: 0, cards: 0 });
      for (const { bookingId, cents } of lines) visits.get(bookingId)?.parts.push({ invoice: number, cents });
    },
    /** What is left of the invoice's line for a visit. */
    leftOf(number: string, bookingId: number): number {
      const parts = visits.get(bookingId)?.parts ?? [];
      return sum(parts.filter((part) => part.invoice === number).map(({ cents }) => cents));
    },
    /** Staff let off this much of what a visit owes. */
    letOff(number: string, bookingId: number, cents: number): void {
      const visit = visits.get(bookingId);
      if (!visit) throw new Error(`No visit ${bookingId} is in the books`);
      visit.letOff += cents;
      takeOff(visit, number, cents);
    },
    /** Received by staff, or (below zero) returned. */
    desk(number: string, cents: number): void {
      invoice(number).desk += cents;
    },
    /** What the provider has charged for the invoice, less refunds and withheld disputes. */
    cards(number: string, cents: number): void {
      invoice(number).cards = cents;
    },
    numbersOf: (account: number): string[] => invoicesOf(account).map(([number]) => number),
    invoice,
    balance: (number: string): number => balanceOf(invoice(number)),
    status(number: string): "open" | "paid" | "cancelled" {
      const page = invoice(number);
      if (page.credited === totalOf(page)) return "cancelled";
      return balanceOf(page) > 0 ? "open" : "paid";
    },
    open: (account: number): number =>
      sum(visitsOf(account).map(([, visit]) => owesOf(visit))) -
      sum(invoicesOf(account).map(([, { desk, cards }]) => desk + cards)),
    overdue: (account: number, today: string): number =>
      sum(invoicesOf(account).map(([, page]) => (page.dueOn < today ? Math.max(0, balanceOf(page)) : 0))),
    /** Whether a visit owes something, all of it is on invoices, and nothing is due of these. */
    isPaid(bookingId: number): boolean {
      const visit = visits.get(bookingId);
      return (
        visit !== undefined &&
        owesOf(visit) > 0 &&
        billedOf(visit) === owesOf(visit) &&
        visit.parts.every((part) => balanceOf(invoice(part.invoice)) <= 0)
      );
    },
    owes: (bookingId: number): number => {
      const visit = visits.get(bookingId);
      return visit ? owesOf(visit) : 0;
    },
    billed: (bookingId: number): number => {
      const visit = visits.get(bookingId);
      return visit ? billedOf(visit) : 0;
    },
    dayOf: (bookingId: number): string | null => visits.get(bookingId)?.day ?? null,
    visitsOf: (account: number): number[] => visitsOf(account).map(([bookingId]) => bookingId),
  };
}

/** The tax contained in an amount, rounded half up to whole units of `smallest` cents, in whole numbers only. */
export function containedTax(cents: number, percent: number, smallest: number): number {
  const thousandths = BigInt(Math.round(percent * 1_000));
  const whole = 100_000n + thousandths;
  const units = BigInt(cents / smallest);
  return Number((2n * units * thousandths + whole) / (2n * whole)) * smallest;
}
