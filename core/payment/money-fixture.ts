/** The setup for tests of payments that go wrong: bookings paid through the real SDK, and webhooks in the order that a test chooses. */
import { randomUUID } from "node:crypto";
import { createPaymentWorld, startWebhookSite } from "../adapters/stripe/payment-fixture.ts";
import type { BookingCommand } from "../booking/booking.ts";
import { handleBooking, loadBooking } from "../booking/handle.ts";
import { requestBooking } from "../booking/request-booking.ts";
import type { BookingEvent } from "../booking/state/booking-events.ts";
import type { Booking } from "../booking/state/booking-state.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { Core } from "../context.ts";
import { readStream } from "../log/read.ts";
import { bookingRequest, createTestCore, type TestClock, testMeta } from "../testing/test-core.ts";
import { isClosedDay, slotStarts } from "../venue/time/opening-hours.ts";
import { addDays } from "../venue/time/venue-time.ts";
import { issueRefund } from "./payment-jobs.ts";
import { confirmPayment, openPaymentIntent } from "./payments.ts";
import { recordWebhook } from "./webhooks.ts";

const FIRST_DAY = "2026-12-07";

export interface TestBooking {
  bookingId: number;
  customerEmail: string;
  startsAt: Date;
  reference: string;
}

export async function createMoneyWorld() {
  const world = await createPaymentWorld();
  const site = await startWebhookSite();
  const { simulated, gateway, sdk, browser } = await world.start(site.url);
  const core: Core & { clock: TestClock } = await createTestCore(world);
  const slots = Array.from({ length: 40 }, (_, i) => addDays(FIRST_DAY, i))
    .filter((day) => !isClosedDay(day))
    .flatMap((day) => slotStarts(day, core.timeZone));

  async function book(startsAt: Date | undefined = slots.shift()): Promise<TestBooking> {
    if (!startsAt) throw new Error("out of slots");
    const request = bookingRequest(core, { roomId: 1, startsAt });
    const outcome = await requestBooking(core, request, testMeta);
    // Visits that were moved there have taken the hour.
    if (!outcome.ok && outcome.rejection.code === "SlotTaken" && slots.length > 0) return book();
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    const { id, booking } = outcome.value;
    const customerEmail = request.person.email;
    return { bookingId: id, customerEmail, startsAt, reference: booking.reference };
  }

  const askForIntent = (booking: TestBooking) =>
    openPaymentIntent(core, gateway, { ...booking, amountCents: undefined }, testMeta);

  async function open(booking: TestBooking) {
    const outcome = await askForIntent(booking);
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    return { id: outcome.value.paymentIntentId, clientSecret: outcome.value.clientSecret };
  }

  /** Opens and pays an intent, without any news of it arriving here. */
  async function pay(booking: TestBooking, card?: string): Promise<string> {
    const intent = await open(booking);
    await browser.pay(intent, card);
    return intent.id;
  }

  const confirm = ({ bookingId }: TestBooking, paymentIntentId: string) =>
    confirmPayment(core, gateway, { bookingId, paymentIntentId }, testMeta);

  const command = ({ bookingId }: TestBooking, given: Exclude<BookingCommand, { type: "RequestBooking" }>) =>
    handleBooking(core, bookingId, given, { commandId: randomUUID(), meta: testMeta });

  async function stateOf({ bookingId }: TestBooking): Promise<Booking> {
    const { state } = await loadBooking(core, bookingId);
    if (!state.exists) throw new Error(`no booking ${bookingId}`);
    return state;
  }

  const eventsOf = ({ bookingId }: TestBooking): Promise<BookingEvent[]> =>
    readStream(core.sql, bookingStream, bookingId);

  /** Does once what the refund jobs of the booking do. */
  async function runRefunds(booking: TestBooking): Promise<void> {
    const { bookingId } = booking;
    for (const refundId of Object.keys((await stateOf(booking)).refunds)) {
      await issueRefund(core, gateway, { bookingId, refundId });
    }
  }

  /** The webhooks that have arrived since the last call, as signed and sent. */
  async function arrived() {
    await simulated.deliverWebhooks();
    const hooks = site.received.splice(0);
    const reports = await Promise.all(hooks.map((hook) => gateway.readWebhook(hook.body, hook.signature)));
    return reports.filter((report) => report !== null);
  }

  /** Records every webhook that has arrived; answers what was made of each. */
  async function recordAll(arrange: <T>(webhooks: T[]) => T[] = (webhooks) => webhooks) {
    const taken = [];
    for (const webhook of arrange(await arrived())) taken.push(await recordWebhook(core, gateway, webhook));
    return taken;
  }

  return {
    ...world,
    core,
    gateway,
    sdk,
    browser,
    book,
    askForIntent,
    open,
    pay,
    confirm,
    command,
    stateOf,
    eventsOf,
    typesOf: async (booking: TestBooking) => (await eventsOf(booking)).map(({ type }) => type),
    runRefunds,
    arrived,
    recordAll,
    async close() {
      await world.close();
      await site.close();
    },
  };
}

export type MoneyWorld = Awaited<ReturnType<typeof createMoneyWorld>>;
