/** Does at the desk what the checker judges of billing accounts: an invoice that a card pays and a credit note lowers, another paid in part, visits on none. */
import type { Client } from "./client-fixture.ts";

/** Asks as a manager, and answers the body of a 2xx. */
// biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of the answer
type Ask = (operation: string, path: string, body?: unknown, key?: string) => Promise<any>;

const UNTIL = "2027-12-31";

/** An hour in room 2 on a day of its own. */
const visit = (accountId: number, day: string) => ({
  roomId: 2,
  firstName: "Ida",
  lastName: "Rhodes",
  email: "choir-guest@example.test",
  startDate: day,
  startTime: "10:00",
  endTime: "12:00",
  eventType: "Rehearsal",
  payment: "account",
  accountId,
});

export async function doBilling(by: Ask, holder: Client) {
  const { id: account } = await by(
    "POST /api/accounts",
    "/api/accounts",
    {
      name: "The Choir",
      email: "choir@example.test",
      address: "1 Main Street",
      creditLimit: "900.00",
      paymentDays: 14,
    },
    "account-1",
  );
  const book = async (day: string): Promise<number> =>
    (await by("POST /api/staff/bookings", "/api/staff/bookings", visit(account, day), `visit-${day}`)).id;
  const issue = (key: string) =>
    by("POST /api/accounts/{id}/invoices", `/api/accounts/${account}/invoices`, { until: UNTIL }, key);

  const paidVisits = [await book("2027-02-02"), await book("2027-02-03")];
  const paid = await issue("invoice-1");
  await payByLink(holder, paid);
  await by(
    "POST /api/invoices/{number}/credit",
    `/api/invoices/${paid.number}/credit`,
    { lines: [{ bookingId: paidVisits[0], amount: "10.00" }], reason: "The heating failed" },
    "credit-1",
  );
  const cancelled = await book("2027-02-04");
  const open = await issue("invoice-2");
  const part = { method: "cash", amount: "5.00" };
  await by("POST /api/invoices/{number}/money", `/api/invoices/${open.number}/money`, part, "part-1");
  await by("PATCH /api/bookings/{id}", `/api/bookings/${cancelled}`, {
    status: "cancelled",
    cancelledBy: "customer",
  });
  const kept = await book("2027-02-05");
  const unbilled = await issue("invoice-3");
  const uninvoiced = await book("2027-02-08");
  await by("PATCH /api/accounts/{id}", `/api/accounts/${account}`, { creditLimit: "1000.00" });
  await by("GET /api/accounts", "/api/accounts");
  await by("GET /api/bookings/{id}", `/api/bookings/${paidVisits[1]}`);
  return {
    account: Number(account),
    paidVisit: paidVisits[1] ?? 0,
    cancelledOnAccount: cancelled,
    openVisit: kept,
    uninvoiced,
    paidInvoice: String(paid.number),
    openInvoice: String(unbilled.number),
  };
}

async function payByLink(client: Client, { number, url }: { number: string; url: string }): Promise<void> {
  const token = url.split("/").at(-1) ?? "";
  const intent = await client.openFor({ invoiceToken: token });
  await client.charge(intent);
  const answer = await client.ask("POST /api/invoices/{number}/payment", `/api/invoices/${number}/payment`, {
    body: { paymentIntentId: intent.id, token },
  });
  if (answer.code !== 200) throw new Error(JSON.stringify(answer.body));
}
