/** Makes billing accounts with an invoice for the fuzz, by the product's own commands. */
import { createBilling } from "../../core/billing/billing-fixture.ts";
import { readDocument } from "../../core/billing/read-document.ts";
import type { Core } from "../../core/context.ts";
import { instantAt } from "../../core/venue/time/venue-time.ts";
import type { Submission } from "./submissions.ts";

/** Every visit of the fuzz is before it. */
export const LAST_DAY = "2028-12-31";
const MOST_TRIES = 20;

export interface NewInvoice {
  accountId: number;
  bookingId: number;
  number: string;
  /** Of the link in the invoice's mail. */
  token: string;
}

export function createInvoices(core: Core, submission: () => Submission) {
  const billing = createBilling(core);

  /** Skips hours that the fuzz itself has booked. */
  async function visitOn(accountId: number, tries = MOST_TRIES): Promise<number> {
    const { roomId, startDate, startTime } = submission();
    const startsAt = instantAt(startDate, Number.parseInt(startTime, 10), core.timeZone);
    try {
      return await billing.book(accountId, { roomId, startsAt });
    } catch (error) {
      if (tries === 0 || !(error instanceof Error) || !error.message.startsWith("SlotTaken")) throw error;
      return visitOn(accountId, tries - 1);
    }
  }

  return {
    async issue(): Promise<NewInvoice> {
      const accountId = await billing.open();
      const bookingId = await visitOn(accountId);
      const number = await billing.invoice(accountId, LAST_DAY);
      const document = await readDocument(core.sql, number);
      if (!document) throw new Error(`There is no invoice ${number}`);
      const { token } = core.links.invoice({ number, personId: document.data.personId });
      return { accountId, bookingId, number, token };
    },
  };
}
