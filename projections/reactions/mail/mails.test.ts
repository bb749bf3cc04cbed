/** Shows which mails a worker sends for bookings, messages and accounts. */
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import type { Email } from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPaymentWorld, type PaymentWorld } from "../../../core/adapters/stripe/payment-fixture.ts";
import { handleBooking, loadBooking } from "../../../core/booking/handle.ts";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import type { Core } from "../../../core/context.ts";
import { registerCustomer, requestPasswordReset } from "../../../core/customer/handle.ts";
import { rescheduleOwnBooking } from "../../../core/customer/own-booking.ts";
import { answerInquiry, receiveInquiry } from "../../../core/inquiry/handle.ts";
import type { EventMeta } from "../../../core/log/append-request.ts";
import { confirmPayment, openPaymentIntent } from "../../../core/payment/payments.ts";
import { type Clock, systemClock } from "../../../core/platform/clock.ts";
import { openPgPool } from "../../../core/platform/database/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../../core/testing/test-core.ts";
import { openTestMail } from "../../../core/testing/test-mail.ts";
import { isClosedDay, slotStarts } from "../../../core/venue/time/opening-hours.ts";
import { addDays, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { rebuildProjection } from "../../engine/rebuild-one-fixture.ts";
import { createWaker, type Waker } from "../../engine/wake-followers.ts";
import { projections } from "../../followers.ts";
import { startWorker } from "../../worker.ts";

// The real worker with the outbox as transport: from the command to the file.
const logger = pino({ level: "silent" });
const PATIENCE = { timeout: 20_000, interval: 50 };
const mail = openTestMail();

let clockAheadMs = 0;
const clock: Clock = { now: () => new Date(systemClock.now().getTime() + clockAheadMs) };

let world: PaymentWorld;
let provider: Awaited<ReturnType<PaymentWorld["start"]>>;
let core: Core;
let waker: Waker;
let slots: Date[];
let closeWorker: () => Promise<void>;

beforeAll(async () => {
  world = await createPaymentWorld();
  provider = await world.start();
  waker = createWaker({ sql: world.sql, logger });
  core = { ...(await createTestCore(world)), clock, afterAppend: () => waker.wake() };
  const day = venueDayOf(new Date(), core.timeZone);
  slots = [3, 4, 5, 6]
    .map((n) => addDays(day, n))
    .filter((d) => !isClosedDay(d))
    .flatMap((d) => slotStarts(d, core.timeZone));
  await work();
});
afterAll(async () => {
  await closeWorker();
  await waker.stop();
  await world.close();
  await mail.remove();
});

async function work(): Promise<void> {
  const pgPool = openPgPool(world.runtimeUrl);
  const worker = await startWorker({ core, gateway: provider.gateway, mail: mail.office, pgPool, logger });
  closeWorker = async () => {
    await worker.stop();
    await pgPool.end();
  };
}

async function book({ meta = testMeta, holdMs = core.holdMs }: { meta?: EventMeta; holdMs?: number } = {}) {
  const startsAt = slots.shift();
  if (!startsAt) throw new Error("no slot is left");
  const request = bookingRequest(core, { roomId: 5, startsAt });
  const outcome = await requestBooking({ ...core, holdMs }, request, meta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  const { id, booking } = outcome.value;
  const link = core.links.guestBooking({ bookingId: id, personId: booking.personId });
  return { id, email: request.person.email, startsAt, reference: booking.reference, link };
}

const command = (id: number, given: Parameters<typeof handleBooking>[2], meta: EventMeta = testMeta) =>
  handleBooking(core, id, given, { commandId: randomUUID(), meta });

async function pay({ id, email }: { id: number; email: string }): Promise<void> {
  const request = { bookingId: id, customerEmail: email, amountCents: undefined };
  const intent = await openPaymentIntent(core, provider.gateway, request, testMeta);
  if (!intent.ok) throw new Error(intent.rejection.code);
  const { paymentIntentId, clientSecret } = intent.value;
  await provider.browser.pay({ id: paymentIntentId, clientSecret });
  await confirmPayment(core, provider.gateway, { bookingId: id, paymentIntentId }, testMeta);
}

async function mailsTo(email: string): Promise<Email[]> {
  const mails = (await mail.read()).filter(({ to }) => to?.[0]?.address === email);
  return mails.sort((a, b) => (a.date ?? "").localeCompare(b.date ?? ""));
}
/** The beginnings of the subjects of a recipient's mails, unordered. */
const subjectsTo = async (email: string): Promise<(string | undefined)[]> =>
  (await mailsTo(email)).map(({ subject }) => subject?.split(":")[0]).sort();

const calendarOf = (email: Email | undefined): string => {
  const file = email?.attachments.find(({ mimeType }) => mimeType === "text/calendar");
  return typeof file?.content === "string" ? file.content : new TextDecoder().decode(file?.content);
};

describe("mails about unpaid bookings", () => {
  it("reach a mailbox that has never paid once an hour, however its address is spelled", async () => {
    const ask = async (email: string, holdMs = core.holdMs) => {
      const startsAt = slots.shift();
      if (!startsAt) throw new Error("no slot is left");
      const asked = bookingRequest(core, { roomId: 4, startsAt });
      const request = { ...asked, person: { ...asked.person, email } };
      const outcome = await requestBooking({ ...core, holdMs }, request, testMeta);
      if (!outcome.ok) throw new Error(outcome.rejection.code);
      return { id: outcome.value.id, email };
    };
    const first = await ask("flooded@example.test");
    await expect.poll(() => subjectsTo("flooded@example.test"), PATIENCE).toEqual(["Booking received"]);
    const others = [await ask("flooded+1@example.test"), await ask("Flooded@example.test", 500)];
    const turns = () => world.sql`select mailed from mail_turns where not mailed`;
    await expect.poll(async () => (await turns()).length, PATIENCE).toBe(2);
    await expect
      .poll(async () => (await loadBooking(core, others[1]?.id ?? 0)).state, PATIENCE)
      .toMatchObject({ expired: true });
    await pay(first);
    await expect
      .poll(() => subjectsTo("flooded@example.test"), PATIENCE)
      .toEqual(["Booking confirmed", "Booking received"]);
    // A mailbox that has paid cannot be flooded by a stranger.
    await ask("flooded@example.test");
    await expect
      .poll(() => subjectsTo("flooded@example.test"), PATIENCE)
      .toEqual(["Booking confirmed", "Booking received", "Booking received"]);
    expect(await subjectsTo("flooded+1@example.test")).toEqual([]);
    expect(await subjectsTo("Flooded@example.test")).toEqual([]);
  });
});

describe("mails about a booking", () => {
  it("report its request, payment and cancellation, which tells the refund too, with one calendar entry", async () => {
    const booking = await book();
    await expect.poll(() => subjectsTo(booking.email), PATIENCE).toEqual(["Booking received"]);
    await pay(booking);
    await expect
      .poll(() => subjectsTo(booking.email), PATIENCE)
      .toEqual(["Booking confirmed", "Booking received"]);
    await command(booking.id, { type: "CancelBooking", cancelledBy: "venue", now: new Date() });
    await expect
      .poll(() => subjectsTo(booking.email), PATIENCE)
      .toEqual(["Booking cancelled", "Booking confirmed", "Booking received"]);
    const refunded = async () => {
      const { state } = await loadBooking(core, booking.id);
      return state.exists && Object.values(state.refunds).every(({ issued }) => issued);
    };
    await expect.poll(refunded, PATIENCE).toBe(true);
    const sent = await mailsTo(booking.email);
    expect(sent.map(({ text }) => text).join("\n")).toContain("$20.00 will be refunded to your card");
    const entries = sent.map(calendarOf).filter((content) => content !== "");
    expect(entries.map((content) => /METHOD:(\w+)/.exec(content)?.[1])).toEqual([
      "REQUEST",
      "REQUEST",
      "CANCEL",
    ]);
    expect(new Set(entries.map((content) => /UID:(.+)/.exec(content)?.[1]?.trim()))).toEqual(
      new Set([`${booking.reference}@hub.example.test`]),
    );
    const sequences = entries.map((content) => Number(/SEQUENCE:(\d+)/.exec(content)?.[1]));
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    expect(new Set(sequences).size).toBe(3);
    expect(sent[1]?.text).toContain(booking.link.url);
  });

  it("report a hold that ended and a move, and ask for feedback once", async () => {
    const unpaid = await book({ holdMs: 1_000 });
    const moved = await book();
    await command(moved.id, { type: "ConfirmBooking" });
    const day = addDays(venueDayOf(moved.startsAt, core.timeZone), 7);
    const request = { id: moved.id, startDate: day, startTime: "14:00" };
    const holder = { kind: "guest", bookingId: moved.id, token: moved.link.token } as const;
    const outcome = await rescheduleOwnBooking(core, { ...request, holder }, testMeta);
    expect(outcome.ok).toBe(true);
    await expect.poll(() => subjectsTo(unpaid.email), PATIENCE).toContain("Booking expired");
    await expect.poll(() => subjectsTo(moved.email), PATIENCE).toContain("Booking moved");
    for (const type of ["CompleteBooking", "ConfirmBooking", "CompleteBooking"] as const) {
      await command(moved.id, { type });
    }
    const invitations = async () =>
      (await subjectsTo(moved.email)).filter((subject) => /visit/.test(subject ?? ""));
    // Both wait for the visit's end, which the move has delayed by a week.
    const waiting = () => world.ownerSql<{ id: string }[]>`
      select id from graphile_worker.jobs
      where key like ${`mail:feedback-invitation:booking-${moved.id}@%`} and run_at > now() and attempts < 1`;
    await expect.poll(async () => (await waiting()).length, PATIENCE).toBe(4);
    expect(await invitations()).toEqual([]);
    const ids = (await waiting()).map(({ id }) => id);
    const over = outcome.ok ? outcome.value.endsAt.getTime() + 60_000 : 0;
    clockAheadMs = over - Date.now();
    await world.ownerSql`select graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now())`;
    try {
      await expect.poll(invitations, PATIENCE).toHaveLength(1);
      await settled();
    } finally {
      clockAheadMs = 0;
    }
    expect(await invitations()).toHaveLength(1);
  });

  it("are not sent for a sample history, nor after a person was erased", async () => {
    const demo = await book({ meta: { ...testMeta, demo: true } });
    await command(demo.id, { type: "ConfirmBooking" });
    const erased = await book();
    await expect.poll(() => subjectsTo(erased.email), PATIENCE).toEqual(["Booking received"]);
    await world.ownerSql`
      update personal_data set email = null, first_name = null, last_name = null, phone = null, free_text = null
      where email = ${erased.email}`;
    await command(erased.id, { type: "ConfirmBooking" });
    const last = await book();
    await expect.poll(() => subjectsTo(last.email), PATIENCE).toEqual(["Booking received"]);
    await settled();
    expect(await subjectsTo(demo.email)).toEqual([]);
    expect(await subjectsTo(erased.email)).toEqual(["Booking received"]);
  });
});

describe("other mails", () => {
  it("bring a contact message to the venue, with its writer as the reply address; the writer gets none", async () => {
    const writer = { firstName: "Ada", lastName: "<b>Byron</b>", email: "ada@example.test", phone: null };
    const message = "Hello\n<script>alert(1)</script>";
    await receiveInquiry(core, { ...writer, interestedRoom: "auditorium", message }, testMeta);
    const subject = "Message from Ada <b>Byron</b> about Auditorium";
    const sent = async () => (await mailsTo("venue@hub.example.test")).find((one) => one.subject === subject);
    await expect.poll(sent, PATIENCE).toBeDefined();
    const { replyTo, html, text } = (await sent()) ?? {};
    expect(replyTo).toMatchObject([{ address: "ada@example.test" }]);
    expect(html).toContain("Hello<br/>&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toContain("<script>");
    expect(text).toContain("> Hello\n> <script>alert(1)</script>");
    expect(await mailsTo("ada@example.test")).toEqual([]);
  });

  it("bring an answer to the writer once, however often it is sent", async () => {
    const writer = { firstName: "Mary", lastName: "Somerville", email: "mary@example.test", phone: null };
    const message = "Is there a <piano>?\nWe are four.";
    const received = await receiveInquiry(core, { ...writer, interestedRoom: null, message }, testMeta);
    if (!received.ok) throw new Error(received.rejection.code);
    const { id } = received.value;
    const text = "Dear Mary,\nthere is: <tuned> weekly.";
    const answers = await Promise.all(
      ["press", "press", "press"].map((idempotencyKey) =>
        answerInquiry(core, { id, text, idempotencyKey }, testMeta),
      ),
    );
    expect(answers.map((answer) => answer.ok && answer.value)).toEqual(
      Array(3).fill({ id, stage: "answered" }),
    );
    await expect.poll(() => subjectsTo(writer.email), PATIENCE).toEqual(["Your message to The Hub"]);
    await settled();
    const [sent, ...more] = await mailsTo(writer.email);
    expect(more).toEqual([]);
    expect(sent?.text).toContain(text);
    expect(sent?.text).toMatch(
      /You wrote on \w+, \w+ \d+, \d{4}:\n\n> Is there a <piano>\?\n> We are four\./,
    );
    expect(sent?.html).toContain("Dear Mary,<br/>there is: &lt;tuned&gt; weekly.");
    // Automatic absence replies are allowed, since a person has written this mail.
    expect(sent?.headers.map(({ key }) => key)).not.toContain("auto-submitted");
    const [answer] = await world.sql<{ about: string; kept: string }[]>`
      select m.person_id as about, p.free_text as kept from mails m join personal_data p on p.id = m.person_id
      where m.mail_id = ${`inquiry-${id}@2/contact-answer`}`;
    expect(answer?.kept).toBe(text);
  });

  it("contain the links of an account", async () => {
    const email = "grace@example.test";
    const account = { email, password: "a password", firstName: "Grace", lastName: "Hopper", phone: null };
    const registered = await registerCustomer(core, account, testMeta);
    if (!registered.ok) throw new Error(registered.rejection.code);
    await requestPasswordReset(core, email, testMeta);
    const subjects = ["Set a new password for The Hub", "Verify your email for The Hub"];
    await expect.poll(() => subjectsTo(email), PATIENCE).toEqual(subjects);
    const texts = (await mailsTo(email)).map(({ text }) => text).join();
    expect(texts).toMatch(/http:\/\/hub\.example\.test\/verify-email\?token=\S{40}/);
    expect(texts).toMatch(/http:\/\/hub\.example\.test\/reset-password\?token=\S{40}/);
  });
});

describe("a rebuild", () => {
  it("sends none, and queues none", async () => {
    await settled();
    const before = await mail.read();
    expect(before.length).toBeGreaterThan(8);
    for (const projection of projections(core)) {
      await rebuildProjection(world.ownerSql, projection, () => undefined);
    }
    expect(await dueJobs()).toBe(0);
    await closeWorker();
    await work();
    const last = await book();
    await expect.poll(() => subjectsTo(last.email), PATIENCE).toEqual(["Booking received"]);
    expect(await mail.read()).toHaveLength(before.length + 1);
  });
});

const dueJobs = async (): Promise<number> => {
  const [row] = await world.sql<{ count: number }[]>`
    select count(*) from graphile_worker.jobs where task_identifier = 'send-mail' and run_at < now() + interval '1 hour'`;
  return row?.count ?? 0;
};
const settled = () => expect.poll(dueJobs, PATIENCE).toBe(0);
