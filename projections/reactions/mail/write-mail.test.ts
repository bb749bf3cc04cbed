/** Shows who gets a mail, with what content, and when it is not written. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handleBooking } from "../../../core/booking/handle.ts";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import type { Core } from "../../../core/context.ts";
import { registerCustomer, requestPasswordReset } from "../../../core/customer/handle.ts";
import { answerInquiry, receiveInquiry } from "../../../core/inquiry/handle.ts";
import { readRawStream } from "../../../core/log/read.ts";
import { createTestDatabase, type TestDatabase } from "../../../core/testing/database.ts";
import {
  bookingRequest,
  createTestClock,
  createTestCore,
  type TestClock,
  testMeta,
} from "../../../core/testing/test-core.ts";
import { slotStarts } from "../../../core/venue/time/opening-hours.ts";
import type { MailKind } from "../../words/mail-kinds.ts";
import { mailedEventsOf, mailsFor } from "./mailed-events.ts";
import { writeMail } from "./write-mail.ts";

let database: TestDatabase;
let core: Core & { clock: TestClock };
let slots: Date[];

beforeAll(async () => {
  database = await createTestDatabase();
  core = await createTestCore(database, createTestClock());
  slots = slotStarts("2026-12-12", core.timeZone);
});
afterAll(() => database.drop());
beforeEach(() => core.clock.set("2026-12-01T15:00:00Z"));

async function hold() {
  const startsAt = slots.shift() ?? new Date(0);
  const request = bookingRequest(core, { roomId: 5, startsAt });
  const outcome = await requestBooking(core, request, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return { ...outcome.value, startsAt, request };
}

/** The stream of a confirmed booking on December 12. */
async function book(): Promise<{ id: number; stream: string; email: string; startsAt: Date }> {
  const { id, startsAt, request } = await hold();
  await handleBooking(core, id, { type: "ConfirmBooking" }, { commandId: randomUUID(), meta: testMeta });
  return { id, stream: `booking-${id}`, email: request.person.email, startsAt };
}

/** What becomes of the mail of this kind that the stream's first event of this type has caused. */
async function write(stream: string, kind: MailKind, sender = core.settings.now().email) {
  const scheduled = mailedEventsOf(await readRawStream(core.sql, stream)).flatMap((event) => mailsFor(event));
  const job = scheduled.map(({ mail }) => mail).find((mail) => mail.kind === kind);
  if (!job) throw new Error(`${stream} causes no ${kind}`);
  const written = await writeMail(core, sender, job);
  return written.ok ? written.mail : written.reason;
}

describe("a mail", () => {
  it("goes to the person who booked, under one Message-ID however often it is written", async () => {
    const { stream, email, id } = await book();
    const [first, again] = [
      await write(stream, "booking-confirmed"),
      await write(stream, "booking-confirmed"),
    ];
    expect(first).toMatchObject({
      to: { name: "Ada Byron", address: email },
      from: { name: "The Hub", address: "venue@hub.example.test" },
      messageId: expect.stringMatching(
        new RegExp(`^<booking-${id}\\.2\\.booking-confirmed\\.[0-9a-f]{16}@hub\\.example\\.test>$`),
      ),
    });
    expect(again).toMatchObject({ messageId: Object(first).messageId });
  });

  it("with staff's answer to a message also has the venue as its reply address", async () => {
    const writer = { firstName: "Ada", lastName: "Byron", email: "ada@example.test", phone: null };
    const received = await receiveInquiry(
      core,
      { ...writer, interestedRoom: null, message: "Hello" },
      testMeta,
    );
    if (!received.ok) throw new Error(received.rejection.code);
    const { id } = received.value;
    await answerInquiry(core, { id, text: "Good day", idempotencyKey: null }, testMeta);
    expect(await write(`inquiry-${id}`, "contact-answer", "noreply@hub.example.test")).toMatchObject({
      from: { address: "noreply@hub.example.test" },
      to: { name: "Ada Byron", address: "ada@example.test" },
      replyTo: { address: "venue@hub.example.test" },
      subject: "Your message to The Hub",
    });
    await database.ownerSql`
      update personal_data set email = null, first_name = null, last_name = null, free_text = null
      where email = 'ada@example.test'`;
    expect(await write(`inquiry-${id}`, "contact-answer")).toBe("no-address");
  });

  it("asks for replies to the venue if another mailbox sends it", async () => {
    const { stream } = await book();
    const from = "noreply@hub.example.test";
    expect(await write(stream, "booking-confirmed", from)).toMatchObject({
      from: { address: from },
      replyTo: { address: "venue@hub.example.test" },
    });
  });

  it("is written up to two days late, and not later", async () => {
    const { stream } = await book();
    core.clock.set("2026-12-03T15:00:00Z");
    expect(await write(stream, "booking-confirmed")).toMatchObject({ subject: expect.any(String) });
    core.clock.set("2026-12-03T15:00:01Z");
    expect(await write(stream, "booking-confirmed")).toBe("too-late");
  });

  it("counts a reminder's two days from when it was due, which is weeks after its cause", async () => {
    const { stream, startsAt } = await book();
    core.clock.set(new Date(startsAt.getTime() - 24 * 3_600_000));
    const reminder = await write(stream, "reminder");
    expect(reminder).toMatchObject({ subject: expect.stringMatching(/^Reminder: /) });
    // The current calendar entry: confirmed, and not older than that of the confirmation.
    const { content } = Object(reminder).calendar;
    expect(content).toContain("SEQUENCE:2");
    expect(content).toContain("STATUS:CONFIRMED");
    core.clock.set(startsAt);
    expect(await write(stream, "reminder")).toBe("overtaken");
  });

  it("is not written to a person whose data is erased", async () => {
    const { stream, email } = await book();
    await database.ownerSql`update personal_data set email = null where email = ${email}`;
    expect(await write(stream, "booking-confirmed")).toBe("no-address");
  });

  it("asks for feedback on a visit that was completed early only after its end, and only if it is still completed", async () => {
    const { stream, id, startsAt } = await book();
    const command = (type: "CompleteBooking" | "ConfirmBooking") =>
      handleBooking(core, id, { type }, { commandId: randomUUID(), meta: testMeta });
    await command("CompleteBooking");
    const job = { kind: "feedback-invitation", stream, version: 3 } as const;
    const endsAt = new Date(startsAt.getTime() + 3_600_000);
    const invite = () => writeMail(core, core.settings.now().email, job);
    core.clock.set(new Date(endsAt.getTime() - 1));
    expect(await invite()).toEqual({ ok: false, reason: "too-early", until: endsAt });
    core.clock.set(endsAt);
    expect(await invite()).toMatchObject({ ok: true });
    await command("ConfirmBooking");
    expect(await invite()).toEqual({ ok: false, reason: "overtaken" });
    await command("CompleteBooking");
    core.clock.set(new Date(endsAt.getTime() + 2 * 24 * 3_600_000 + 1));
    expect(await invite()).toEqual({ ok: false, reason: "too-late" });
  });

  it("asks to pay for the hours that are held now, and reminds only of those", async () => {
    const { id, booking, startsAt } = await hold();
    slots.shift();
    const stream = `booking-${id}`;
    const hours = {
      startDate: "2026-12-12",
      startsAt,
      endsAt: new Date(startsAt.getTime() + 2 * 3_600_000),
      duration: "hourly",
      hourCount: 2,
      quoted: { totalCents: 8_000, downpaymentCents: 4_000, remainingCents: 4_000 },
    } as const;
    const room = core.rooms.byId(booking.roomId);
    if (!room) throw new Error("no room");
    const change = {
      type: "ChangeHold",
      hours,
      room,
      withdrawnIntentId: null,
      timeZone: core.timeZone,
      opening: core.settings.schedule(),
    } as const;
    const context = { commandId: randomUUID(), meta: testMeta };
    const changed = await handleBooking(core, id, { ...change, now: core.clock.now() }, context);
    expect(changed.ok).toBe(true);
    const received = await write(stream, "booking-received");
    expect(received).toMatchObject({ text: expect.stringContaining("downpayment of $40.00") });
    await handleBooking(core, id, { type: "ConfirmBooking" }, { commandId: randomUUID(), meta: testMeta });
    core.clock.set(new Date(startsAt.getTime() - 24 * 3_600_000));
    const reminders = mailedEventsOf(await readRawStream(core.sql, stream))
      .flatMap((event) => mailsFor(event))
      .filter(({ mail }) => mail.kind === "reminder");
    const written = await Promise.all(
      reminders.map(({ mail }) => writeMail(core, core.settings.now().email, mail)),
    );
    expect(written.map((one) => (one.ok ? "sent" : one.reason))).toEqual(["overtaken", "sent"]);
  });

  it("does not ask for feedback that was left already", async () => {
    const { stream, id, startsAt } = await book();
    core.clock.set(new Date(startsAt.getTime() + 4 * 3_600_000));
    expect(await write(stream, "feedback-invitation")).toMatchObject({
      subject: expect.stringMatching(/visit/),
    });
    await database.ownerSql`
      insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
      select 'feedback-900000', 1, type, schema_version, data, meta, ${`feedback:booking-${id}`}, 0, occurred_at
      from events limit 1`;
    expect(await write(stream, "feedback-invitation")).toBe("feedback-already-left");
  });

  it("contains no link that would have expired, and none of an account that is gone", async () => {
    const email = "grace@example.test";
    const account = { email, password: "a password", firstName: "Grace", lastName: "Hopper", phone: null };
    const registered = await registerCustomer(core, account, testMeta);
    if (!registered.ok) throw new Error(registered.rejection.code);
    await requestPasswordReset(core, email, testMeta);
    const stream = `customer-${registered.value.id}`;
    expect(await write(stream, "password-reset")).toMatchObject({ to: { address: email } });
    core.clock.advanceMinutes(61);
    expect(await write(stream, "password-reset")).toBe("overtaken");
    expect(await write(stream, "email-verification")).toMatchObject({
      to: { address: email },
      text: expect.stringMatching(
        /An account at .+ was created with this email[\s\S]+\/verify-email\?token=[\s\S]+This wasn't me:\n\S+\/not-my-account\?token=/,
      ),
    });
    await database.ownerSql`delete from customer_credentials where email = ${email}`;
    expect(await write(stream, "email-verification")).toBe("overtaken");
  });
});
