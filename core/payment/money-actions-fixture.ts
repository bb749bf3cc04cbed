/** What may happen to a booking's money, in any order, for tests of random histories; and what the provider's tables then say. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import Stripe from "stripe";
import type { BookingChange } from "../booking/booking.ts";
import { expireBooking } from "../booking/handle.ts";
import { priceOf } from "../booking/rules/pricing.ts";
import { DESK_METHODS } from "../booking/rules/statuses.ts";
import { unpaidIntentId } from "../booking/state/booking-state.ts";
import { testMeta } from "../testing/test-core.ts";
import { HOUR_MS, venueDayOf } from "../venue/time/venue-time.ts";
import { changeHeldBooking } from "./change-hold.ts";
import type { MoneyWorld, TestBooking } from "./money-fixture.ts";
import { moveBookingByStaff } from "./move-booking.ts";
import { issueRefund } from "./payment-jobs.ts";
import { openPaymentIntent } from "./payments.ts";

const CARDS = ["pm_card_visa", "pm_card_createDispute", "pm_card_createDisputeInquiry", "pm_card_refundFail"];
const EVIDENCE = ["winning_evidence", "losing_evidence", "escalate_inquiry_evidence"];

const cents = fc.constantFrom(500, 1_500, 2_000, 3_750, 7_500);

export const moneyAction = fc.oneof(
  fc.record({
    do: fc.constantFrom("pay" as const, "open" as const),
    purpose: fc.constantFrom("downpayment" as const, "downpayment" as const, "balance" as const),
    method: fc.constantFrom(...CARDS),
  }),
  fc.record({ do: fc.constant("pay what was opened" as const), method: fc.constantFrom(...CARDS) }),
  fc.record({
    do: fc.constantFrom("receive" as const, "receive" as const, "return" as const),
    method: fc.constantFrom(...DESK_METHODS),
    cents,
  }),
  fc.record({ do: fc.constant("refund by staff" as const), cents }),
  fc.record({
    do: fc.constantFrom("move" as const, "change the hold" as const),
    roomId: fc.integer({ min: 1, max: 7 }),
    hours: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    do: fc.constant("pay directly" as const),
    method: fc.constantFrom(...CARDS),
    amount: fc.constantFrom(3_750, 3_750, 2_000, 9_000),
  }),
  fc.record({
    do: fc.constant("refund in the dashboard" as const),
    amount: fc.constantFrom(500, 1_500, 3_750),
  }),
  fc.record({ do: fc.constant("decide a dispute" as const), evidence: fc.constantFrom(...EVIDENCE) }),
  fc.record({ do: fc.constant("mark" as const), as: fc.constantFrom("downpaid", "paid", "failed") }),
  fc.record({ do: fc.constant("cancel" as const), by: fc.constantFrom("venue", "customer") }),
  fc.record({
    do: fc.constantFrom(
      "confirm",
      "release",
      "expire",
      "run the jobs",
      "kill the jobs",
      "retry",
      "webhooks",
      "time passes",
    ),
  }),
);
export type MoneyAction = typeof moneyAction extends fc.Arbitrary<infer D> ? D : never;

export const shuffled = <T>(webhooks: T[]): T[] =>
  [...webhooks, ...webhooks].sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length).reverse();

class Killed extends Error {}

/** A refusal of the provider or a worker's crash is part of a history; a bug in the code is not. */
export const quietly = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeError) && !(error instanceof Killed)) throw error;
  });

/** Does once what the refund jobs do; if one `dies`, it does so after the provider was asked. */
export const runJobs = async (world: MoneyWorld, booking: TestBooking, dies: boolean): Promise<void> => {
  const { bookingId } = booking;
  const dying = {
    ...world.gateway,
    async refund(request: Parameters<typeof world.gateway.refund>[0]): Promise<never> {
      await world.gateway.refund(request);
      throw new Killed();
    },
  };
  for (const refundId of Object.keys((await world.stateOf(booking)).refunds)) {
    await quietly(issueRefund(world.core, dies ? dying : world.gateway, { bookingId, refundId }));
  }
};

export const intentsOf = async (world: MoneyWorld, { reference }: TestBooking): Promise<string[]> =>
  (
    await world.sql<{ id: string }[]>`
      select id from simulated_stripe.payment_intents
      where metadata ->> 'reference' = ${reference} and status = 'succeeded' order by listed`
  ).map(({ id }) => id);

const spanOf = ({ startsAt }: TestBooking, hours: number) => ({
  startsAt,
  endsAt: new Date(startsAt.getTime() + hours * HOUR_MS),
});

/** A refused command is part of a history, and changes nothing. */
export async function runAction(
  world: MoneyWorld,
  booking: TestBooking,
  what: MoneyAction,
): Promise<unknown> {
  const { core, gateway } = world;
  const { bookingId } = booking;
  const now = core.clock.now();
  const command = (given: BookingChange) => world.command(booking, given);
  const open = (purpose: "downpayment" | "balance") =>
    openPaymentIntent(core, gateway, { ...booking, purpose, amountCents: undefined }, testMeta);
  const payIntent = async (paymentIntentId: string, method: string) => {
    await quietly(world.sdk.paymentIntents.confirm(paymentIntentId, { payment_method: method }));
    return world.confirm(booking, paymentIntentId);
  };
  switch (what.do) {
    case "pay": {
      const opened = await open(what.purpose);
      return opened.ok ? payIntent(opened.value.paymentIntentId, what.method) : undefined;
    }
    case "open":
      return open(what.purpose);
    case "pay what was opened": {
      const intentId = unpaidIntentId(await world.stateOf(booking));
      return intentId === null ? undefined : payIntent(intentId, what.method);
    }
    case "receive":
      return command({ type: "ReceiveAtDesk", method: what.method, amountCents: what.cents });
    case "return":
      return command({ type: "ReturnAtDesk", method: what.method, amountCents: what.cents });
    case "refund by staff":
      return command({ type: "RefundCardMoney", amountCents: what.cents, reasonId: randomUUID(), now });
    case "move":
      return moveBookingByStaff(
        core,
        gateway,
        { bookingId, roomId: what.roomId, ...spanOf(booking, what.hours) },
        testMeta,
      );
    case "change the hold": {
      const span = spanOf(booking, what.hours);
      const { terms, engineerRequired } = await world.stateOf(booking);
      if (terms.rates === null) return;
      const length = { duration: "hourly", hourCount: what.hours } as const;
      const quoted = priceOf(terms.rates, { ...length, engineerRequired }, terms);
      const hours = { startDate: venueDayOf(span.startsAt, core.timeZone), ...span, ...length, quoted };
      return changeHeldBooking(core, gateway, { bookingId, hours }, testMeta);
    }
    case "pay directly":
      return world.sdk.paymentIntents.create({
        amount: what.amount,
        currency: "usd",
        automatic_payment_methods: { enabled: true, allow_redirects: "never" },
        metadata: { bookingId: String(booking.bookingId), reference: booking.reference },
        confirm: true,
        payment_method: what.method,
      });
    case "refund in the dashboard": {
      const [payment_intent] = (await intentsOf(world, booking)).slice(-1);
      if (payment_intent === undefined) return;
      return quietly(world.sdk.refunds.create({ payment_intent, amount: what.amount }));
    }
    case "decide a dispute": {
      const evidence = { uncategorized_text: what.evidence };
      for (const payment_intent of await intentsOf(world, booking)) {
        for (const { id } of (await world.sdk.disputes.list({ payment_intent })).data) {
          await quietly(world.sdk.disputes.update(id, { evidence, submit: true }));
        }
      }
      return;
    }
    case "mark": {
      const paymentStatus = what.as as "downpaid" | "paid" | "failed"; // fast-check widens its constants
      return command({ type: "MarkPayment", paymentStatus });
    }
    case "cancel": {
      const cancelledBy = what.by as "venue" | "customer"; // fast-check widens its constants
      return command({ type: "CancelBooking", cancelledBy, now });
    }
    case "confirm":
      return command({ type: "ConfirmBooking" });
    case "release":
      return command({ type: "ReleaseHold" });
    case "expire":
      core.clock.advanceMinutes(31);
      return expireBooking(core, bookingId);
    case "run the jobs":
      return runJobs(world, booking, false);
    case "kill the jobs":
      return runJobs(world, booking, true);
    case "retry":
      for (const refundId of Object.keys((await world.stateOf(booking)).refunds)) {
        await world.command(booking, { type: "RetryRefund", refundId, now });
      }
      return;
    case "webhooks":
      return world.recordAll(shuffled);
    case "time passes":
      return world.core.clock.advanceMinutes(11);
  }
}

/** The cards' side, from the provider's own tables. */
export const ledgerOf = (world: MoneyWorld, intents: readonly string[]) =>
  world.sql<{ id: string; charged: number; refunded: number; disputed: number }[]>`
    select i.id,
      (select sum(amount) from simulated_stripe.charges c
        where c.payment_intent = i.id and c.status = 'succeeded')::int as charged,
      (select coalesce(sum(amount), 0) from simulated_stripe.refunds r
        where r.payment_intent = i.id and r.status = 'succeeded')::int as refunded,
      (select coalesce(sum(amount), 0) from simulated_stripe.disputes d
        where d.payment_intent = i.id and d.status in ('needs_response', 'lost'))::int as disputed
    from simulated_stripe.payment_intents i where i.id = any(${[...intents]})`;
