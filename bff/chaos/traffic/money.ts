/** Owns what visitors do with cards: pay, pay twice, pay late, be declined, be asked by the bank, dispute, pay the rest. */
import type { PaymentIntentOpened } from "../../contract/booking.ts";
import {
  BOOKING,
  book,
  chargeCard,
  openPayment,
  ownBooking,
  PAYING,
  payByCard,
  sayPaid,
} from "./booking-calls.ts";
import { type Actor, createShelf, type Scenario, type Shelf } from "./scenario.ts";
import type { Booked } from "./world.ts";

const DECLINED = ["pm_card_chargeDeclined", "pm_card_chargeDeclinedInsufficientFunds"];
/** Opened payments that a visitor leaves lying. */
const MOST_LEFT_LYING = 5;

const lying = new WeakMap<object, Shelf<{ booked: Booked; intent: PaymentIntentOpened }>>();

const leftLying = ({ caller }: Actor) => {
  const shelf =
    lying.get(caller) ?? createShelf<{ booked: Booked; intent: PaymentIntentOpened }>(MOST_LEFT_LYING);
  lying.set(caller, shelf);
  return shelf;
};

const MONEY = [...BOOKING, ...PAYING];

export const paying: readonly Scenario[] = [
  {
    name: "books and pays",
    weight: 10,
    operations: MONEY,
    async act(who) {
      const booked = await book(who);
      if (booked && (await payByCard(who, booked))) await ownBooking(who, booked.id);
    },
  },
  {
    name: "pays twice",
    weight: 3,
    operations: MONEY,
    async act(who) {
      const booked = await book(who);
      const intent = booked && (await openPayment(who, booked));
      if (!booked || !intent) return;
      await chargeCard(who, intent, { payment_method: "pm_card_visa" });
      await chargeCard(who, intent, { payment_method: "pm_card_visa" });
      await sayPaid(who, booked.id, intent.paymentIntentId);
      await sayPaid(who, booked.id, intent.paymentIntentId);
      await openPayment(who, booked);
      await ownBooking(who, booked.id);
    },
  },
  {
    name: "opens a payment and leaves it lying",
    weight: 3,
    operations: [...BOOKING, "POST /api/create-payment-intent"],
    async act(who) {
      const booked = await book(who);
      const intent = booked && (await openPayment(who, booked));
      if (booked && intent) leftLying(who).put({ booked, intent });
    },
  },
  {
    name: "pays late",
    weight: 3,
    operations: MONEY,
    async act(who) {
      if (leftLying(who).count() === 0) {
        const booked = await book(who);
        const intent = booked && (await openPayment(who, booked));
        if (booked && intent) leftLying(who).put({ booked, intent });
      }
      const left = leftLying(who).take(0);
      if (!left) return;
      await chargeCard(who, left.intent, { payment_method: "pm_card_visa" });
      await sayPaid(who, left.booked.id, left.intent.paymentIntentId);
      await ownBooking(who, left.booked.id);
    },
  },
  {
    name: "pays what was let go meanwhile",
    weight: 2,
    operations: [...MONEY, "POST /api/bookings/{id}/release"],
    async act(who) {
      const booked = await book(who);
      const intent = booked && (await openPayment(who, booked));
      if (!booked || !intent) return;
      await chargeCard(who, intent, { payment_method: "pm_card_visa" });
      const release = { params: { id: booked.id }, body: {}, repeatable: true } as const;
      await who.caller.call("POST /api/bookings/{id}/release", release);
      await sayPaid(who, booked.id, intent.paymentIntentId);
      await ownBooking(who, booked.id);
    },
  },
  {
    name: "is declined, then pays",
    weight: 3,
    operations: MONEY,
    async act(who) {
      const booked = await book(who);
      const intent = booked && (await openPayment(who, booked));
      if (!booked || !intent) return;
      await chargeCard(who, intent, { payment_method: who.caller.random.pick(DECLINED) });
      if (who.caller.random.chance(0.5)) await sayPaid(who, booked.id, intent.paymentIntentId);
      if (who.caller.random.chance(0.8)) await payByCard(who, booked);
      await ownBooking(who, booked.id);
    },
  },
  {
    name: "is asked by the bank",
    weight: 3,
    operations: MONEY,
    async act(who) {
      const booked = await book(who);
      const intent = booked && (await openPayment(who, booked));
      if (!booked || !intent) return;
      await chargeCard(who, intent, { payment_method: "pm_card_authenticationRequired" });
      const verdict = who.caller.random.chance(0.7) ? "succeed" : "fail";
      await chargeCard(who, intent, { simulated_authentication: verdict });
      await sayPaid(who, booked.id, intent.paymentIntentId);
      await ownBooking(who, booked.id);
    },
  },
  {
    name: "pays by a card that is disputed, or cannot be refunded",
    weight: 2,
    operations: MONEY,
    async act(who) {
      const booked = await book(who);
      if (!booked) return;
      const cards = ["pm_card_createDispute", "pm_card_createDisputeInquiry", "pm_card_refundFail"];
      await payByCard(who, booked, who.caller.random.pick(cards));
      await ownBooking(who, booked.id);
    },
  },
  {
    name: "pays the rest by card",
    weight: 3,
    operations: MONEY,
    async act(who) {
      const booked = await book(who);
      if (booked && (await payByCard(who, booked))) {
        await payByCard(who, booked, "pm_card_visa", "balance");
        await ownBooking(who, booked.id);
      }
    },
  },
];
