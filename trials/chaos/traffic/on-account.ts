/** Scenarios of bookings on account at the desk: single ones and series, at other prices, no-shows, cancelled after their invoice. */
import type { AccountChoice } from "../../../bff/contract/billing/accounts.ts";
import { makePhoneBooking } from "./desk.ts";
import type { Scenario } from "./scenario.ts";
import { bookSeries, readSeries } from "./series-calls.ts";
import type { Colleague } from "./staff-session.ts";

const CHOICES = "GET /api/account-choices";
const STAFF_BOOKING = "POST /api/staff/bookings";
const REDUCE = "POST /api/bookings/{id}/price-reduction";
const CHANGE = "PATCH /api/bookings/{id}";
const READ = "GET /api/bookings/{id}";

/** Picks one of the accounts that staff can choose, also one that takes no bookings now. */
async function chosenAccount({ client, world }: Colleague): Promise<number | null> {
  const answer = await client.call<AccountChoice[]>(CHOICES);
  const known = answer.ok ? answer.body.filter(({ id }) => world.billingAccounts.includes(id)) : [];
  return known.length > 0 ? client.random.pick(known).id : null;
}

export const deskOnAccount: readonly Scenario<Colleague>[] = [
  {
    name: "makes a phone booking on account",
    weight: 10,
    operations: [CHOICES, STAFF_BOOKING, "GET /api/bookings"],
    async run(who) {
      const accountId = await chosenAccount(who);
      if (accountId === null) return;
      await makePhoneBooking(who, "account", { accountId });
      await who.client.call("GET /api/bookings", { query: { accountId, limit: 20 } });
    },
  },
  {
    name: "books a series on account",
    weight: 4,
    operations: [CHOICES, "POST /api/series/quote", "POST /api/staff/series", "GET /api/series/{id}"],
    async run(who) {
      const accountId = await chosenAccount(who);
      if (accountId === null) return;
      const fields = { payment: "account", accountId };
      const series = await bookSeries(who, { operation: "POST /api/staff/series", fields, owner: null });
      if (series) await readSeries(who, series);
    },
  },
  {
    name: "reduces the price of a visit on account, or cancels it and sometimes restores it",
    weight: 4,
    operations: [CHOICES, STAFF_BOOKING, REDUCE, CHANGE, READ],
    async run(who) {
      const { client } = who;
      const { random } = client;
      const accountId = await chosenAccount(who);
      const booked = accountId === null ? null : await makePhoneBooking(who, "account", { accountId });
      if (!booked) return;
      const params = { id: booked.id };
      const by = random.pick([{ percent: 50 }, { percent: 100 }, { amount: "3.50" }]);
      await client.call(REDUCE, { params, body: { ...by, reason: "The heating failed" }, once: true });
      if (random.chance(0.5)) {
        const cancelledBy = random.pick(["venue", "customer"]);
        await client.call(CHANGE, { params, body: { status: "cancelled", cancelledBy } });
        if (random.chance(0.4)) await client.call(CHANGE, { params, body: { status: "confirmed" } });
      }
      await client.call(READ, { params });
    },
  },
  {
    name: "marks a visit on account as a no-show, and cancels it",
    weight: 2,
    operations: [CHOICES, STAFF_BOOKING, "POST /api/bookings/{id}/no-show", CHANGE, READ],
    async run(who) {
      const { client } = who;
      const accountId = await chosenAccount(who);
      const booked =
        accountId === null ? null : await makePhoneBooking(who, "account", { accountId, now: true });
      if (!booked) return;
      const params = { id: booked.id };
      await client.call("POST /api/bookings/{id}/no-show", { params });
      await client.call(READ, { params });
      // Frees the hour for later bookings; it still owes its price.
      await client.call(CHANGE, { params, body: { status: "cancelled", cancelledBy: "customer" } });
      await client.call(READ, { params });
    },
  },
];
