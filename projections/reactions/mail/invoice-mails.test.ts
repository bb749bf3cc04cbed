/** Shows which mails a billing account's holder gets, and what the guests of its bookings read, with the real worker and the outbox. */
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import type { Email } from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPaymentWorld, type PaymentWorld } from "../../../core/adapters/stripe/payment-fixture.ts";
import { createBilling } from "../../../core/billing/billing-fixture.ts";
import { readDocument } from "../../../core/billing/read-document.ts";
import { accountStream, type BillingAccount } from "../../../core/booking/billing/account.ts";
import { balanceOf } from "../../../core/booking/billing/account-money.ts";
import { handleBooking, loadBooking } from "../../../core/booking/handle.ts";
import type { Core } from "../../../core/context.ts";
import { load, requireExisting } from "../../../core/log/transact.ts";
import { confirmInvoicePayment, openInvoiceIntent } from "../../../core/payment/invoice-payments.ts";
import { readPerson } from "../../../core/person/personal-data.ts";
import { openPgPool } from "../../../core/platform/database/database.ts";
import { createTestCore, type TestClock, testMeta } from "../../../core/testing/test-core.ts";
import { openTestMail } from "../../../core/testing/test-mail.ts";
import { changeSettings } from "../../../core/venue/handle.ts";
import { isClosedDay } from "../../../core/venue/time/opening-hours.ts";
import { dayAndYear, shortDayAndYear } from "../../../core/venue/time/time-format.ts";
import { addDays, instantAt, type VenueDay, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { rebuildProjection } from "../../engine/rebuild-one-fixture.ts";
import { createWaker, type Waker } from "../../engine/wake-followers.ts";
import { projections } from "../../followers.ts";
import { startWorker } from "../../worker.ts";

const logger = pino({ level: "silent" });
const PATIENCE = { timeout: 40_000, interval: 50 };
const mail = openTestMail();

let world: PaymentWorld;
let provider: Awaited<ReturnType<PaymentWorld["start"]>>;
let core: Core & { clock: TestClock };
let billing: ReturnType<typeof createBilling>;
let waker: Waker;
/** The day of all visits, and the day after. */
let day: VenueDay;
let dayAfter: VenueDay;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  world = await createPaymentWorld();
  provider = await world.start();
  waker = createWaker({ sql: world.sql, logger });
  core = { ...(await createTestCore(world)), afterAppend: () => waker.wake() };
  billing = createBilling(core);
  // Ahead of the database's own clock, so that no mail around a visit is due.
  day = addDays(venueDayOf(new Date(), core.timeZone), 10);
  while (isClosedDay(day)) day = addDays(day, 1);
  dayAfter = addDays(day, 1);
  await work();
});
afterAll(async () => {
  await stopWork();
  await waker.stop();
  await world.close();
  await mail.remove();
});

async function work(): Promise<void> {
  const pgPool = openPgPool(world.runtimeUrl);
  const worker = await startWorker({ core, gateway: provider.gateway, mail: mail.office, pgPool, logger });
  closing.push(async () => {
    await worker.stop();
    await pgPool.end();
  });
}
async function stopWork(): Promise<void> {
  for (const close of closing.splice(0)) await close();
}

const standOn = (on: VenueDay): void => core.clock.set(instantAt(on, 12, core.timeZone));

let accounts = 0;
let hour = 0;

/** A new account with a mailbox of its own. */
async function open(): Promise<{ id: number; email: string }> {
  accounts += 1;
  const email = `holder-${accounts}@example.test`;
  return { id: await billing.open({ holder: { email } }), email };
}

/** An hour on account. */
async function visit(accountId: number): Promise<number> {
  hour += 1;
  standOn(addDays(day, -1));
  const startsAt = instantAt(day, 9 + Math.floor(hour / 7), core.timeZone);
  return billing.book(accountId, { roomId: 1 + (hour % 7), startsAt });
}

/** An account with an invoice of its visits. */
async function invoiced(visits = 1) {
  const { id, email } = await open();
  const bookings: number[] = [];
  for (let n = 0; n < visits; n++) bookings.push(await visit(id));
  standOn(dayAfter);
  const number = await billing.invoice(id, day);
  const { personId } = (await readDocument(core.sql, number))?.data ?? { personId: "" };
  const { url } = core.links.invoice({ number, personId });
  const total = (await account(id)).invoices[number]?.totalCents ?? 0;
  return { id, email, number, bookings, url, total };
}

const account = async (id: number): Promise<BillingAccount> =>
  requireExisting((await load(core.sql, accountStream, id)).state);
const dueOf = async ({ id, number }: { id: number; number: string }): Promise<number> => {
  const invoice = (await account(id)).invoices[number];
  return invoice ? balanceOf(invoice) : 0;
};

async function emailOf(bookingId: number): Promise<string> {
  const { state } = await loadBooking(core, bookingId);
  return (state.exists && (await readPerson(core.sql, state.personId))?.email) || "";
}
const cancel = (bookingId: number) =>
  handleBooking(
    core,
    bookingId,
    { type: "CancelBooking", cancelledBy: "venue", now: core.clock.now() },
    { commandId: randomUUID(), meta: testMeta },
  );

async function mailsTo(email: string): Promise<Email[]> {
  const mails = (await mail.read()).filter(({ to }) => to?.[0]?.address === email);
  return mails.sort((a, b) => (a.subject ?? "").localeCompare(b.subject ?? ""));
}
const subjectsTo = async (email: string): Promise<(string | undefined)[]> =>
  (await mailsTo(email)).map(({ subject }) => subject);

/** Waits for so many mails to a mailbox, and answers the one whose subject begins so. */
async function mailTo(email: string, count: number, subject: string): Promise<Email> {
  await expect.poll(() => subjectsTo(email).then(({ length }) => length), PATIENCE).toBe(count);
  const found = (await mailsTo(email)).find((one) => one.subject?.startsWith(subject));
  if (!found) throw new Error(`${email} got no ${subject}`);
  return found;
}

/** The guest's mail with this subject. Whether their earlier mails are sent depends on how far the clock was set on meanwhile. */
async function guestMail(bookingId: number, subject: string): Promise<Email> {
  const email = await emailOf(bookingId);
  const find = async () => (await mailsTo(email)).find((one) => one.subject?.startsWith(subject));
  await expect.poll(find, PATIENCE).toBeDefined();
  const found = await find();
  if (!found) throw new Error(`${email} got no ${subject}`);
  return found;
}

const dueJobs = async (): Promise<number> => {
  const [row] = await world.sql<{ count: number }[]>`
    select count(*) from graphile_worker.jobs
    where task_identifier in ('send-mail', 'issue-invoices', 'remind-of-invoices') and run_at < now() + interval '1 hour'`;
  return row?.count ?? 0;
};
const settled = () => expect.poll(dueJobs, PATIENCE).toBe(0);

const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

describe("the holder of an account", () => {
  it("gets an invoice with its lines, its total, its due day and the links to pay it and to its file", async () => {
    const { email, number, bookings, url, total } = await invoiced(12);
    const dueOn = addDays(dayAfter, 14);
    const { subject, text = "", html = "" } = await mailTo(email, 1, "Invoice");
    expect(subject).toBe(`Invoice ${number} of ${money(total)}, due on ${shortDayAndYear(dueOn)}`);
    expect(text).toContain(`Please pay ${money(total)} by ${dayAndYear(dueOn)}.`);
    expect(text).toContain(`See and pay:\n${url}\n`);
    expect(text).toContain(`Open it as a PDF:\n${url}.pdf\n`);
    for (const id of bookings.slice(0, 10)) {
      expect(text).toContain(`(booking ${id}): `);
      expect(html).toContain(`No. ${id}`);
    }
    expect(text).toMatch(/\n2 more visits: \$\d+\.\d\d\n/);
    expect(text).toContain(`With a transfer, please give the number ${number}.`);
    expect(html).toContain(`href="${url}"`);
    expect(text).not.toMatch(/undefined|null|NaN/);
  });

  it("reads where a transfer goes, once the venue has set it", async () => {
    const set = async (bankDetails: string) => {
      const changed = await changeSettings(
        core,
        { from: undefined, changes: { bankDetails } },
        { meta: testMeta },
      );
      expect(changed.ok).toBe(true);
    };
    standOn(addDays(day, -1));
    await set("First Bank\nAccount 4417");
    const { email, number } = await invoiced();
    const { text, html } = await mailTo(email, 1, "Invoice");
    expect(text).toContain(`with ${number} as the reference:\n\nFirst Bank\nAccount 4417\n`);
    expect(html).toContain("First Bank<br/>Account 4417");
    await set("");
  });

  it("gets a credit note with staff's reason, and what is still due", async () => {
    const { email, number, bookings, total, url } = await invoiced();
    await billing.credit(number, bookings[0] ?? 0, 1_000);
    const { text } = await mailTo(email, 2, "Credit note");
    expect(text).toContain(`Please pay the rest of ${money(total - 1_000)} by `);
    expect(text).toContain(`See and pay invoice ${number}:\n${url}\n`);
    expect(text).toContain(`We have lowered invoice ${number} by $10.00.`);
    expect(text).toContain("The reason: The heating failed");
    expect(text).toMatch(new RegExp(`Still due: +\\${money(total - 1_000)}`));
  });

  it("gets a credit note for a visit that was cancelled, which its guest's mail announces", async () => {
    const { email, number, bookings, total } = await invoiced();
    const [bookingId = 0] = bookings;
    await cancel(bookingId);
    const { text, subject } = await mailTo(email, 2, "Credit note");
    expect(subject).toContain(`of ${money(total)} for invoice ${number}`);
    expect(text).toContain(`A visit on invoice ${number} was cancelled or costs less now.`);
    expect(text).toContain(`: cancelled (booking ${bookingId}): ${money(total)}`);
    expect(text).toMatch(/Still due: +\$0\.00/);
    expect(text).not.toContain("See and pay");
    const guest = await guestMail(bookingId, "Booking cancelled");
    expect(guest.text).toContain("It was on an invoice, so a credit note follows.");
    const unbilled = await visit((await open()).id);
    await cancel(unbilled);
    const other = await guestMail(unbilled, "Booking cancelled");
    expect(other.text).toContain("On account: your invoice will not list it.");
  });

  it("is thanked once an invoice is paid in full, and not for a part of it", async () => {
    const invoice = await invoiced();
    await billing.receive(invoice.number, 500);
    await mailTo(invoice.email, 1, "Invoice");
    await settled();
    expect(await subjectsTo(invoice.email)).toHaveLength(1);
    await billing.receive(invoice.number, invoice.total - 500);
    const { text, subject } = await mailTo(invoice.email, 2, "Paid");
    expect(subject).toBe(`Paid: invoice ${invoice.number}`);
    expect(text).toContain(`We received ${money(invoice.total - 500)} (transfer) for invoice`);
    expect(text).toMatch(new RegExp(`Received: +\\${money(invoice.total)}`));
  });

  it("is told when a card paid what was paid meanwhile, and the worker refunds it", async () => {
    const invoice = await invoiced();
    const { id, number, email, total } = invoice;
    const opened = await openInvoiceIntent(
      core,
      provider.gateway,
      { number, amountCents: undefined },
      testMeta,
    );
    if (!opened.ok) throw new Error(opened.rejection.code);
    await billing.receive(number, total);
    const { paymentIntentId, clientSecret } = opened.value;
    await provider.browser.pay({ id: paymentIntentId, clientSecret });
    await confirmInvoicePayment(core, provider.gateway, { number, paymentIntentId }, testMeta);
    const { text } = await mailTo(email, 3, "Paid twice");
    expect(text).toContain("It was paid already, so your card gets the money back.");
    const refunds = async () => Object.values((await account(id)).invoices[number]?.refunds ?? {});
    await expect.poll(refunds, PATIENCE).toMatchObject([{ state: "issued", amountCents: total }]);
    expect(await world.imbalance()).toEqual([]);
    expect(await dueOf(invoice)).toBe(0);
  });

  it("gets no mail once erased, nor for an account of a sample history", async () => {
    const erased = await open();
    await visit(erased.id);
    const { personId } = await account(erased.id);
    await world.ownerSql`
      update personal_data set email = null, first_name = null, free_text = null where id = ${personId}`;
    const demo = createBilling(core, { ...testMeta, demo: true });
    const sample = await demo.open({ holder: { email: "sample@example.test" } });
    await visit(sample);
    standOn(dayAfter);
    await billing.invoice(erased.id, day);
    await billing.invoice(sample, day);
    const last = await invoiced();
    await mailTo(last.email, 1, "Invoice");
    await settled();
    expect(await subjectsTo("sample@example.test")).toEqual([]);
    expect(await subjectsTo(erased.email)).toEqual([]);
  });
});

describe("a worker that starts", () => {
  it("issues the invoices of a month that it missed, once for two workers, and reminds of those that are overdue", async () => {
    await stopWork();
    const missed: { id: number; email: string }[] = [];
    for (let n = 0; n < 5; n++) {
      const one = await open();
      await visit(one.id);
      missed.push(one);
    }
    const month = addDays(`${day.slice(0, 7)}-01`, 35).slice(0, 7);
    standOn(`${month}-03`);
    await Promise.all([work(), work()]);
    for (const { email } of missed) await mailTo(email, 1, `Invoice ${month.slice(0, 4)}-`);
    const dueOn = addDays(`${month}-03`, 14);
    for (const [days, subject] of [
      [3, `Reminder: invoice`],
      [14, "Overdue: invoice"],
    ] as const) {
      await stopWork();
      standOn(addDays(dueOn, days));
      await Promise.all([work(), work()]);
      // All of them, before the workers stop: a reminder that is still to come gives way to the next one.
      for (const { email } of missed) {
        const reminder = await mailTo(email, days === 3 ? 2 : 3, subject);
        expect(reminder.text).toContain(`was due on ${dayAndYear(dueOn)}`);
        const saysWhatFollows = reminder.text?.includes("Nothing can be booked on account until it is paid.");
        expect(saysWhatFollows).toBe(days === 14);
      }
    }
    await settled();
    for (const { email } of missed) expect(await subjectsTo(email)).toHaveLength(3);
  });

  it("sends nothing again after a rebuild", async () => {
    await settled();
    const before = (await mail.read()).length;
    for (const projection of projections(core)) {
      await rebuildProjection(world.ownerSql, projection, () => undefined);
    }
    await stopWork();
    await work();
    await settled();
    expect(await mail.read()).toHaveLength(before);
  });
});
