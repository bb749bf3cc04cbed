/** Scenarios of managers with billing accounts: open, change, suspend, invoice, credit, and the bookkeeper's files. */
import { randomUUID } from "node:crypto";
import type { Account, AccountSummary } from "../../../bff/contract/billing/accounts.ts";
import type { Invoice } from "../../../bff/contract/billing/invoices.ts";
import { addDays } from "../../../core/venue/time/venue-time.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";
import type { Colleague } from "./staff-session.ts";
import { today } from "./visitor.ts";

const OPEN = "POST /api/accounts";
const READ = "GET /api/accounts/{id}";
const LIST = "GET /api/accounts";
const CHANGE = "PATCH /api/accounts/{id}";
const ISSUE = "POST /api/accounts/{id}/invoices";
const CREDIT = "POST /api/invoices/{number}/credit";
const FILES = ["GET /api/invoices.csv", "GET /api/payments.csv"] as const;

/** Few enough that many clients meet at each. */
const MOST_ACCOUNTS = 6;
const MOST_INVOICES = 40;

/** Opens an account with a limit that some bookings exceed; for a customer who waits for one, that customer's own. */
async function openBillingAccount({ client, world }: ScenarioContext): Promise<number | null> {
  const { random } = client;
  const wish = world.accountWishes.shift();
  const body = {
    name: random.pick(["The Choir", "The Brass Band", "A Theater"]),
    email: wish ?? `holder-${randomUUID()}@example.test`,
    address: `${random.between(1, 99)} Main Street\nTown`,
    creditLimit: `${random.pick([1_000, 5_000, 20_000])}.00`,
    paymentDays: random.pick([0, 14, 30]),
    selfBooking: wish !== undefined || random.chance(0.3),
  };
  const answer = await client.call<Account>(OPEN, { body, once: true });
  if (!answer.ok) {
    if (wish !== undefined) world.accountWishes.push(wish);
    return null;
  }
  world.billingAccounts.push(answer.body.id);
  world.billingAccounts.splice(0, world.billingAccounts.length - MOST_ACCOUNTS);
  return answer.body.id;
}

/** A customer who waits for an account gets it first. */
async function someAccount(who: Colleague): Promise<number | null> {
  const { billingAccounts, accountWishes } = who.world;
  return billingAccounts.length > 0 && accountWishes.length === 0
    ? who.client.random.pick(billingAccounts)
    : openBillingAccount(who);
}

/** Invoices all visits of the account until a day ahead, after a look at what would be on it. */
async function issueInvoice(who: Colleague, id: number): Promise<Invoice | null> {
  const { client, world } = who;
  const params = { id };
  const body = { until: addDays(today(who), client.random.between(3, world.days)) };
  const shown = await client.call(ISSUE, { params, query: { dryRun: 1 }, body });
  if (!shown.ok) return null;
  const answer = await client.call<Invoice>(ISSUE, { params, body, once: true });
  if (!answer.ok) return null;
  const { number, url } = answer.body;
  world.invoices.push({ number, token: url.split("/").at(-1) ?? "" });
  world.invoices.splice(0, world.invoices.length - MOST_INVOICES);
  return answer.body;
}

export const billingAccounts: readonly Scenario<Colleague>[] = [
  {
    name: "opens a billing account",
    weight: 4,
    operations: [OPEN, READ],
    async run(who) {
      const id = await openBillingAccount(who);
      if (id !== null) await who.client.call(READ, { params: { id } });
    },
  },
  {
    name: "changes the credit limit, and sometimes suspends the account for a while",
    weight: 2,
    operations: [LIST, CHANGE],
    async run(who) {
      const { client } = who;
      const id = await someAccount(who);
      if (id === null) return;
      const params = { id };
      const creditLimit = `${client.random.pick([500, 5_000, 20_000, 50_000])}.00`;
      await client.call<Account>(CHANGE, { params, body: { creditLimit } });
      if (client.random.chance(0.4)) {
        await client.call(CHANGE, { params, body: { suspended: true } });
        await client.call<AccountSummary[]>(LIST);
        await client.call(CHANGE, { params, body: { suspended: false, paymentDays: 14 } });
      }
      await client.call<AccountSummary[]>(LIST);
    },
  },
  {
    name: "issues an invoice, and sometimes credits one of its lines",
    weight: 8,
    operations: [READ, ISSUE, CREDIT],
    async run(who) {
      const { client } = who;
      const id = await someAccount(who);
      const invoice = id === null ? null : await issueInvoice(who, id);
      if (id === null || !invoice) return;
      await client.call(READ, { params: { id } });
      if (client.random.chance(0.5)) return;
      const { bookingId, amount } = client.random.pick(invoice.lines);
      const lines = [{ bookingId, amount: client.random.chance(0.7) ? "5.00" : amount }];
      const body = { lines, reason: "The heating failed" };
      await client.call(CREDIT, { params: { number: invoice.number }, body, once: true });
    },
  },
  {
    name: "credits a line of an older invoice",
    weight: 1,
    operations: ["GET /api/invoices/{number}", CREDIT],
    async run({ client, world }) {
      if (world.invoices.length === 0) return;
      const params = { number: client.random.pick(world.invoices).number };
      const read = await client.call<Invoice>("GET /api/invoices/{number}", { params });
      const [line] = read.ok ? read.body.lines : [];
      if (!line) return;
      const lines = [{ bookingId: line.bookingId, amount: "2.50", text: "A lamp was out" }];
      await client.call(CREDIT, { params, body: { lines, reason: "A lamp was out" }, once: true });
    },
  },
  {
    name: "downloads the bookkeeper's files",
    weight: 0.5,
    operations: FILES,
    async run(who) {
      const query = { from: addDays(today(who), -2), to: today(who) };
      for (const operation of FILES) await who.client.call(operation, { query });
    },
  },
];
