/** Scenarios of visitors with cards: pay, pay twice, pay late, be declined, be challenged by the bank, dispute, pay the balance. */
import {
  BOOKING_OPERATIONS,
  book,
  chargeCard,
  openPayment,
  ownBooking,
  PAYMENT_OPERATIONS,
  payByCard,
  reportPayment,
} from "./booking-calls.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";
import { reportSeriesPayment } from "./series-calls.ts";
import type { OpenedPayment } from "./shared-state.ts";

const DECLINED = ["pm_card_chargeDeclined", "pm_card_chargeDeclinedInsufficientFunds"];
/** If there are more, the oldest are paid, whether or not their holds have expired. */
const MOST_ABANDONED = 12;

/** Null if the booking or its payment was not made. */
async function bookAndOpenPayment(who: ScenarioContext): Promise<OpenedPayment | null> {
  const booked = await book(who);
  const intent = booked && (await openPayment(who, booked));
  return booked && intent ? { booked, intent, client: who.client.name } : null;
}

async function abandonPayment(who: ScenarioContext): Promise<void> {
  const payment = await bookAndOpenPayment(who);
  if (payment) who.world.abandonedPayments.push(payment);
}

/** The oldest, if its hold has expired; otherwise sometimes anyway. */
function takeLate({ world, client }: ScenarioContext): OpenedPayment | null {
  const [oldest] = world.abandonedPayments;
  if (!oldest) return null;
  const isLate = new Date(oldest.intent.holdUntil ?? 0) < world.now();
  const isTaken = isLate || world.abandonedPayments.length > MOST_ABANDONED || client.random.chance(0.2);
  return isTaken ? (world.abandonedPayments.shift() ?? null) : null;
}

const MONEY = [...BOOKING_OPERATIONS, ...PAYMENT_OPERATIONS];

export const paymentScenarios: readonly Scenario[] = [
  {
    name: "books and pays",
    weight: 10,
    operations: MONEY,
    async run(who) {
      const booked = await book(who);
      if (booked && (await payByCard(who, booked))) await ownBooking(who, booked.id);
    },
  },
  {
    name: "pays twice",
    weight: 3,
    operations: MONEY,
    async run(who) {
      const payment = await bookAndOpenPayment(who);
      if (!payment) return;
      const { booked, intent } = payment;
      await chargeCard(who, intent, { payment_method: "pm_card_visa" });
      await chargeCard(who, intent, { payment_method: "pm_card_visa" });
      await reportPayment(who, booked.id, intent.paymentIntentId);
      await reportPayment(who, booked.id, intent.paymentIntentId);
      await openPayment(who, booked);
      await ownBooking(who, booked.id);
    },
  },
  {
    name: "opens a payment and does not pay",
    weight: 3,
    operations: [...BOOKING_OPERATIONS, "POST /api/create-payment-intent"],
    run: abandonPayment,
  },
  {
    name: "pays late",
    weight: 4,
    operations: MONEY,
    async run(who) {
      const left = takeLate(who);
      if (!left) return abandonPayment(who);
      await chargeCard(who, left.intent, { payment_method: "pm_card_visa" });
      if (left.seriesId === undefined) {
        await reportPayment(who, left.booked.id, left.intent.paymentIntentId);
      } else await reportSeriesPayment(who, left.seriesId, left.intent.paymentIntentId);
      if (left.client === who.client.name) await ownBooking(who, left.booked.id);
    },
  },
  {
    name: "pays a hold that was released meanwhile",
    weight: 2,
    operations: [...MONEY, "POST /api/bookings/{id}/release"],
    async run(who) {
      const payment = await bookAndOpenPayment(who);
      if (!payment) return;
      const { booked, intent } = payment;
      await chargeCard(who, intent, { payment_method: "pm_card_visa" });
      const release = { params: { id: booked.id }, body: {}, repeatable: true } as const;
      await who.client.call("POST /api/bookings/{id}/release", release);
      await reportPayment(who, booked.id, intent.paymentIntentId);
      await ownBooking(who, booked.id);
    },
  },
  {
    name: "is declined, then pays",
    weight: 3,
    operations: MONEY,
    async run(who) {
      const payment = await bookAndOpenPayment(who);
      if (!payment) return;
      const { booked, intent } = payment;
      await chargeCard(who, intent, { payment_method: who.client.random.pick(DECLINED) });
      if (who.client.random.chance(0.5)) await reportPayment(who, booked.id, intent.paymentIntentId);
      if (who.client.random.chance(0.8)) await payByCard(who, booked);
      await ownBooking(who, booked.id);
    },
  },
  {
    name: "is challenged by the bank",
    weight: 3,
    operations: MONEY,
    async run(who) {
      const payment = await bookAndOpenPayment(who);
      if (!payment) return;
      const { booked, intent } = payment;
      await chargeCard(who, intent, { payment_method: "pm_card_authenticationRequired" });
      const verdict = who.client.random.chance(0.7) ? "succeed" : "fail";
      await chargeCard(who, intent, { simulated_authentication: verdict });
      await reportPayment(who, booked.id, intent.paymentIntentId);
      await ownBooking(who, booked.id);
    },
  },
  {
    name: "pays by a card that is disputed, or cannot be refunded",
    weight: 2,
    operations: MONEY,
    async run(who) {
      const booked = await book(who);
      if (!booked) return;
      const cards = ["pm_card_createDispute", "pm_card_createDisputeInquiry", "pm_card_refundFail"];
      await payByCard(who, booked, who.client.random.pick(cards));
      await ownBooking(who, booked.id);
    },
  },
  {
    name: "pays the balance by card",
    weight: 3,
    operations: MONEY,
    async run(who) {
      const booked = await book(who);
      if (booked && (await payByCard(who, booked))) {
        await payByCard(who, booked, "pm_card_visa", "balance");
        await ownBooking(who, booked.id);
      }
    },
  },
];
