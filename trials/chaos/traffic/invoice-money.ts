/** Scenarios of the money of invoices: transfers and cash in parts at the desk, and cards by the mailed link. */

import type { LinkedInvoice, StaffInvoice } from "../../../bff/contract/billing/invoices.ts";
import type { PaymentIntentOpened } from "../../../bff/contract/booking.ts";
import { chargeCard } from "./booking-calls.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";
import type { KnownInvoice } from "./shared-state.ts";
import type { Colleague } from "./staff-session.ts";

const READ = "GET /api/invoices/{number}";
const MONEY = "POST /api/invoices/{number}/money";
const LINK = "GET /api/invoice-links/{token}";
const INTENT = "POST /api/create-payment-intent";
const PAID = "POST /api/invoices/{number}/payment";

const METHODS = ["cash", "terminal", "transfer"] as const;
const CARDS = [
  ["pm_card_visa", 8],
  ["pm_card_chargeDeclined", 1],
  ["pm_card_createDispute", 1],
  ["pm_card_refundFail", 1],
] as const;

const someInvoice = ({ client, world }: ScenarioContext): KnownInvoice | null =>
  world.invoices.length > 0 ? client.random.pick(world.invoices) : null;

/** Most of the other invoices are paid. */
const MOST_LOOKS = 6;

/** Looks for an invoice on which something is due; answers the one that it looked at last. */
async function readUnpaid(who: Colleague): Promise<StaffInvoice | null> {
  let last: StaffInvoice | null = null;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const invoice = someInvoice(who);
    const read =
      invoice && (await who.client.call<StaffInvoice>(READ, { params: { number: invoice.number } }));
    if (!read?.ok) return last;
    last = read.body;
    if (Number(last.balance) > 0) return last;
  }
  return last;
}

/** Staff's money for invoices. */
export const invoiceMoney: readonly Scenario<Colleague>[] = [
  {
    name: "records a part of an invoice, sometimes all of it, and sometimes returns some",
    weight: 6,
    operations: [READ, MONEY],
    async run(who) {
      const { client } = who;
      const invoice = await readUnpaid(who);
      if (!invoice) return;
      const params = { number: invoice.number };
      const method = client.random.pick(METHODS);
      const amount = client.random.chance(0.5) ? invoice.balance : "5.00";
      const reference = `RF${client.random.between(10, 99)}`;
      await client.call(MONEY, { params, body: { method, amount, reference }, once: true });
      if (client.random.chance(0.2)) {
        await client.call(MONEY, { params, body: { kind: "returned", method, amount: "1.25" }, once: true });
      }
      await client.call<StaffInvoice>(READ, { params });
    },
  },
];

/** The link in an invoice's mail, in any browser. */
export const linkedInvoices: readonly Scenario[] = [
  {
    name: "pays an invoice by card, sometimes twice",
    weight: 4,
    operations: [LINK, INTENT, PAID],
    async run(who) {
      const { client } = who;
      const invoice = someInvoice(who);
      if (!invoice) return;
      const { number, token } = invoice;
      await client.call<LinkedInvoice>(LINK, { params: { token } });
      const body = { invoiceToken: token };
      const opened = await client.call<PaymentIntentOpened>(INTENT, { body, repeatable: true });
      if (!opened.ok) return;
      await chargeCard(who, opened.body, { payment_method: client.random.weighted(CARDS) });
      const { paymentIntentId } = opened.body;
      const report = { params: { number }, body: { paymentIntentId, token }, repeatable: true } as const;
      await client.call(PAID, report);
      if (client.random.chance(0.2)) await client.call(PAID, report);
      await client.call<LinkedInvoice>(LINK, { params: { token } });
    },
  },
];
