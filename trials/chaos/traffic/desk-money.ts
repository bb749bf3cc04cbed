/** Scenarios of money at the desk: cash and terminal, returns, partial refunds, receipts, a day's takings. */

import type { BookingHistory } from "../../../bff/contract/staff/staff-booking.ts";
import type { Takings } from "../../../bff/contract/staff/takings.ts";
import { addDays } from "../../../core/venue/time/venue-time.ts";
import { makePhoneBooking } from "./desk.ts";
import type { Scenario } from "./scenario.ts";
import type { Colleague } from "./staff-session.ts";
import { today } from "./visitor.ts";

const MONEY = "POST /api/bookings/{id}/money";
const REFUND = "POST /api/bookings/{id}/refunds";
const REDUCE = "POST /api/bookings/{id}/price-reduction";
const PREVIEW = "GET /api/bookings/{id}/price-reduction";
const RETRY = "POST /api/bookings/{id}/refunds/{refundId}/retry";
const HISTORY = "GET /api/bookings/{id}/history";
const BY_TOKEN = "POST /api/bookings/{id}/payment";
const STAFF_BOOKING = "POST /api/staff/bookings";
/** How often staff check whether a refund has failed. */
const MOST_LOOKS = 40;

const METHODS = ["cash", "terminal", "transfer"] as const;

async function historyOf({ client }: Colleague, id: number): Promise<BookingHistory | null> {
  const answer = await client.call<BookingHistory>(HISTORY, { params: { id } });
  return answer.ok ? answer.body : null;
}

export const deskMoney: readonly Scenario<Colleague>[] = [
  {
    name: "takes money at the desk and returns some of it",
    weight: 4,
    operations: [STAFF_BOOKING, MONEY, HISTORY],
    async run(who) {
      const { client } = who;
      const booked = await makePhoneBooking(who, "desk");
      if (!booked) return;
      const params = { id: booked.id };
      const method = client.random.pick(METHODS);
      await client.call(MONEY, { params, body: { kind: "received", method, amount: "5.00" }, once: true });
      await client.call(MONEY, { params, body: { kind: "received", method, amount: "2.50" }, once: true });
      await client.call(MONEY, { params, body: { kind: "returned", method, amount: "1.25" }, once: true });
      await historyOf(who, booked.id);
    },
  },
  {
    name: "refunds a part of a card payment",
    weight: 4,
    operations: [STAFF_BOOKING, BY_TOKEN, REFUND, HISTORY],
    async run(who) {
      const { client } = who;
      const booked = await makePhoneBooking(who, "link");
      if (!booked) return;
      const params = { id: booked.id };
      await client.call(BY_TOKEN, { params, body: { stripeToken: "tok_visa" }, repeatable: true });
      const body = { amount: client.random.pick(["1.00", "2.00", "3.50"]), reason: "The heating failed" };
      await client.call(REFUND, { params, body, once: true });
      if (client.random.chance(0.5)) await client.call(REFUND, { params, body, once: true });
      await historyOf(who, booked.id);
    },
  },
  {
    name: "reduces the price of a booking, paid by card or at the desk",
    weight: 3,
    operations: [STAFF_BOOKING, BY_TOKEN, MONEY, PREVIEW, REDUCE, HISTORY],
    async run(who) {
      const { client } = who;
      const byCard = client.random.chance(0.5);
      const booked = await makePhoneBooking(who, byCard ? "link" : "desk");
      if (!booked) return;
      const params = { id: booked.id };
      if (byCard)
        await client.call(BY_TOKEN, { params, body: { stripeToken: "tok_visa" }, repeatable: true });
      else {
        const cash = { kind: "received", method: "cash", amount: "7.50" };
        await client.call(MONEY, { params, body: cash, once: true });
      }
      const by = client.random.pick([{ percent: 50 }, { percent: 100 }, { amount: "3.50" }]);
      await client.call(PREVIEW, { params, query: by });
      await client.call(REDUCE, { params, body: { ...by, reason: "The heating failed" }, once: true });
      await historyOf(who, booked.id);
    },
  },
  {
    name: "retries a failed refund",
    weight: 1,
    operations: [STAFF_BOOKING, BY_TOKEN, REFUND, HISTORY, RETRY],
    async run(who) {
      const { client } = who;
      const booked = await makePhoneBooking(who, "link");
      if (!booked) return;
      const params = { id: booked.id };
      await client.call(BY_TOKEN, { params, body: { stripeToken: "tok_refundFail" }, repeatable: true });
      await client.call(REFUND, { params, body: { amount: "1.00", reason: "A lamp was out" }, once: true });
      for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
        const history = await historyOf(who, booked.id);
        const failed = history?.money.refunds.find(({ canRetry }) => canRetry);
        if (!failed) continue;
        await client.call(RETRY, { params: { ...params, refundId: failed.refundId } });
        return;
      }
    },
  },
  {
    name: "reads a receipt and mails it",
    weight: 2,
    operations: ["GET /api/bookings/{id}/receipt", "POST /api/bookings/{id}/receipt/mail"],
    async run(who) {
      const booked = who.world.anyBooking(who.client.random) ?? (await makePhoneBooking(who, "desk"));
      if (!booked) return;
      const params = { id: booked.id };
      await who.client.call("GET /api/bookings/{id}/receipt", { params });
      await who.client.call("POST /api/bookings/{id}/receipt/mail", { params, once: true });
    },
  },
  {
    name: "closes a past day with the counted cash",
    weight: 1,
    operations: ["GET /api/takings", "GET /api/takings.csv", "POST /api/takings/close"],
    async run(who) {
      const { client } = who;
      await client.call("GET /api/takings", { query: { day: today(who) } });
      const day = addDays(today(who), -client.random.between(1, 300));
      await client.call("GET /api/takings.csv", { query: { from: day, to: today(who) } });
      const takings = await client.call<Takings>("GET /api/takings", { query: { day } });
      if (!takings.ok || takings.body.close) return;
      const { cash } = takings.body.methods;
      const body = { day, countedAmount: cash, expectedAmount: cash };
      await client.call("POST /api/takings/close", { body });
      await client.call("GET /api/takings", { query: { day } });
    },
  },
];

/** Scenarios of managers. */
export const reopenedDays: readonly Scenario<Colleague>[] = [
  {
    name: "closes a day, opens it again and closes it with another count",
    weight: 1,
    operations: ["GET /api/takings", "POST /api/takings/close", "POST /api/takings/reopen"],
    async run(who) {
      const { client } = who;
      const day = addDays(today(who), -client.random.between(301, 600));
      const takings = await client.call<Takings>("GET /api/takings", { query: { day } });
      if (!takings.ok || takings.body.close) return;
      const { cash } = takings.body.methods;
      const close = { day, countedAmount: cash, expectedAmount: cash, floatAmount: "100.00" };
      await client.call("POST /api/takings/close", { body: close });
      await client.call("POST /api/takings/reopen", { body: { day, reason: "The wrong drawer" } });
      await client.call("POST /api/takings/close", {
        body: { ...close, countedAmount: "0.00", note: "A coin rolled away" },
      });
      await client.call("GET /api/takings", { query: { day } });
    },
  },
];
