/** Checks that a booking which gets a lost booking's number, as after a restore, gets nothing else of it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { calendarFileOf } from "../adapters/mail/calendar.ts";
import { guestHolder, ownBooking } from "../customer/own-booking.ts";
import { createMoneyWorld, type MoneyWorld, type TestBooking } from "./money-fixture.ts";
import { issueRefund } from "./payment-jobs.ts";
import { recordWebhook } from "./webhooks.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

/** The database as a dump from before the booking leaves it: nothing of the booking is there, and its number comes next. */
async function forget({ bookingId, reference }: TestBooking): Promise<void> {
  await world.ownerSql.begin(async (tx) => {
    await tx`alter table events disable trigger user`;
    await tx`delete from events where stream = ${`booking-${bookingId}`}`;
    await tx`alter table events enable trigger user`;
    await tx`delete from room_hours where booking_id = ${bookingId}`;
    await tx`delete from personal_data where id = ${reference}`;
    await tx`select setval('booking_ids', ${bookingId}, false)`;
  });
}

const linkOf = ({ bookingId, reference }: TestBooking) =>
  world.core.links.guestBooking({ bookingId, personId: reference }).token;

async function opens(token: string) {
  const holder = guestHolder(world.core, token);
  return holder.ok ? ownBooking(world.core, holder.value.bookingId, holder.value) : holder;
}

it("has neither intent, money, webhooks, refunds, link nor calendar entry of the lost one", async () => {
  const lost = await world.book();
  const paidIntent = await world.pay(lost);
  await world.confirm(lost, paidIntent);
  await world.command(lost, { type: "CancelBooking", cancelledBy: "venue", now: world.core.clock.now() });
  const lostState = await world.stateOf(lost);
  await world.runRefunds(lost);
  await forget(lost);

  const found = await world.book(lost.startsAt);
  expect(found.bookingId).toBe(lost.bookingId);
  const intent = await world.open(found);
  expect(intent.id).not.toBe(paidIntent);
  expect(await world.confirm(found, paidIntent)).toMatchObject({ rejection: { code: "PaymentMismatch" } });
  // News of the lost booking's payment and refund arrives late.
  expect(new Set(await world.recordAll())).toEqual(new Set(["another-booking"]));
  expect(await world.typesOf(found)).toEqual(["BookingRequested", "PaymentIntentOpened"]);

  expect(await opens(linkOf(lost))).toMatchObject({ rejection: { code: "LinkInvalid" } });
  expect(await opens(linkOf(found))).toMatchObject({ ok: true, value: { id: found.bookingId } });
  const uidOf = (booking: typeof lostState) => {
    const visit = { bookingId: found.bookingId, booking, version: 1, at: new Date(0), attendee: null };
    return /UID:(.+)/.exec(calendarFileOf(world.core, visit).content)?.[1];
  };
  expect(uidOf(await world.stateOf(found))).not.toBe(uidOf(lostState));

  await world.browser.pay(intent);
  expect(await world.confirm(found, intent.id)).toMatchObject({ value: { status: "confirmed" } });
  await world.command(found, { type: "CancelBooking", cancelledBy: "venue", now: world.core.clock.now() });
  await issueRefund(world.core, world.gateway, { bookingId: found.bookingId, refundId: "refund-1" });
  const refunds = await world.sql`
    select amount from simulated_stripe.refunds where payment_intent = ${intent.id}`;
  expect(refunds).toEqual([{ amount: 3_750 }]);
  expect(await world.imbalance()).toEqual([]);
});

it("can still be paid by an intent that older code opened, which named no reference", async () => {
  const booking = await world.book();
  const { bookingId } = booking;
  const older = await world.sdk.paymentIntents.create({
    amount: 3_750,
    currency: "usd",
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    metadata: { bookingId: String(bookingId) },
  });
  await world.sdk.paymentIntents.confirm(older.id, { payment_method: "pm_card_visa" });
  // An intent made elsewhere with the same metadata is not accepted: the log must have opened it.
  expect(await world.confirm(booking, older.id)).toMatchObject({ rejection: { code: "PaymentMismatch" } });
  const now = world.core.clock.now();
  await world.command(booking, {
    type: "OpenPaymentIntent",
    purpose: "downpayment",
    amountCents: 3_750,
    paymentIntentId: older.id,
    replaces: null,
    now,
  });
  expect(await world.confirm(booking, older.id)).toMatchObject({ value: { status: "confirmed" } });

  await world.recordAll();
  await world.command(booking, { type: "CancelBooking", cancelledBy: "venue", now });
  const metadata = { refundId: `booking-${bookingId}-refund-1` };
  const refund = await world.sdk.refunds.create({ payment_intent: older.id, amount: 3_750, metadata });
  // Older code requested it and died before it could record that: it is found again, not made twice.
  await issueRefund(world.core, world.gateway, { bookingId, refundId: "refund-1" });
  const intent = await world.gateway.retrieveIntent(older.id);
  expect((await world.stateOf(booking)).refunds["refund-1"]).toMatchObject({
    issued: true,
    stripeRefundId: refund.id,
  });
  expect(intent?.reference).toBeNull();
  for (const webhook of await world.arrived()) {
    expect(await recordWebhook(world.core, world.gateway, webhook)).toBe("recorded");
  }
  expect(Object.keys((await world.stateOf(booking)).refunds)).toEqual(["refund-1"]);
});
