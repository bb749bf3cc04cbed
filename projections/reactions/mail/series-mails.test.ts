/** Shows which mails a series causes, with the real worker and a real SMTP server: one an event, with every date in its calendar file. */
import { randomUUID } from "node:crypto";
import ICAL from "ical.js";
import { pino } from "pino";
import type { Email } from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMailService } from "../../../core/adapters/mail/mail-service.ts";
import { createPaymentWorld, type PaymentWorld } from "../../../core/adapters/stripe/payment-fixture.ts";
import { handleBooking } from "../../../core/booking/handle.ts";
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { loadSeries } from "../../../core/booking/series/load-series.ts";
import type { SeriesScope } from "../../../core/booking/series/repeat.ts";
import { keptCents } from "../../../core/booking/state/booking-money.ts";
import type { Core } from "../../../core/context.ts";
import type { EventMeta } from "../../../core/log/append-request.ts";
import { confirmSeriesPayment, openSeriesIntent } from "../../../core/payment/series-payments.ts";
import { storePerson, textRow } from "../../../core/person/personal-data.ts";
import { systemClock } from "../../../core/platform/clock.ts";
import { openPgPool } from "../../../core/platform/database/database.ts";
import { cancelDates, moveDates } from "../../../core/series/change-series.ts";
import { extendSeries } from "../../../core/series/extend-series.ts";
import { type BookedSeries, requestSeries } from "../../../core/series/request-series.ts";
import { seriesRequest } from "../../../core/series/series-fixture.ts";
import { createTestCore, testMeta } from "../../../core/testing/test-core.ts";
import { shortDayAndYear } from "../../../core/venue/time/time-format.ts";
import { addDays, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { createWaker, type Waker } from "../../engine/wake-followers.ts";
import { mailsOfBooking } from "../../views/booking-mails.ts";
import { startWorker } from "../../worker.ts";
import { type MailServer, startMailServer } from "./mail-server-fixture.ts";

const logger = pino({ level: "silent" });
const PATIENCE = { timeout: 20_000, interval: 50 };
const STAFF: EventMeta = { actor: { kind: "staff", id: 1, role: "admin" }, requestId: "test" };

let world: PaymentWorld;
let provider: Awaited<ReturnType<PaymentWorld["start"]>>;
let core: Core;
let waker: Waker;
let server: MailServer;
let closeWorker: () => Promise<void>;

beforeAll(async () => {
  world = await createPaymentWorld();
  provider = await world.start();
  server = await startMailServer();
  waker = createWaker({ sql: world.sql, logger });
  core = { ...(await createTestCore(world)), clock: systemClock, afterAppend: () => waker.wake() };
  const mail = openMailService({
    smtpUrl: server.url,
    dataDir: "unused",
    venueEmail: "venue@hub.example.test",
    graph: undefined,
  });
  const pgPool = openPgPool(world.runtimeUrl);
  const worker = await startWorker({ core, gateway: provider.gateway, mail, pgPool, logger });
  closeWorker = async () => {
    await worker.stop();
    await pgPool.end();
  };
});
afterAll(async () => {
  await closeWorker();
  await waker.stop();
  await server.close();
  await world.close();
});

/** Tuesdays, from the week after next on. */
const tuesday = (): string => {
  const soon = addDays(venueDayOf(new Date(), core.timeZone), 8);
  const weekday = new Date(`${soon}T00:00:00Z`).getUTCDay();
  return addDays(soon, (9 - weekday) % 7);
};

let turn = 0;
/** Each series has hours of its own. */
async function book(count: number, { byStaff = false, holdMs = core.holdMs } = {}) {
  const roomId = 1 + (turn % 7);
  const hour = 10 + 3 * Math.floor(turn / 7);
  turn += 1;
  const staff = { payment: "link", holdUntil: null, priceReason: null } as const;
  const request = await seriesRequest(core, {
    roomId,
    day: tuesday(),
    hour,
    hours: 2,
    repeat: { every: 1, count },
    ...(byStaff ? { byStaff: staff } : {}),
  });
  const outcome = await requestSeries({ ...core, holdMs }, request, byStaff ? STAFF : testMeta);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.rejection));
  return { ...outcome.value, email: request.person.email ?? "" };
}
type Booked = Awaited<ReturnType<typeof book>>;

/** After the mail that asks for the payment, which would not be sent any more. */
async function pay({ id, email }: Booked): Promise<void> {
  await expect.poll(() => subjectsTo(email).length, PATIENCE).toBeGreaterThan(0);
  const asked = { seriesId: id, customerEmail: email, amountCents: undefined };
  const opened = await openSeriesIntent(core, provider.gateway, asked, testMeta);
  if (!opened.ok) throw new Error(JSON.stringify(opened.rejection));
  const { paymentIntentId, clientSecret } = opened.value;
  await provider.browser.pay({ id: paymentIntentId, clientSecret });
  await confirmSeriesPayment(core, provider.gateway, { seriesId: id, paymentIntentId }, testMeta);
}

async function loaded({ id }: Pick<BookedSeries, "id">) {
  const series = await loadSeries(core, id);
  if (!series) throw new Error("no series");
  return series;
}

async function cancel(
  series: Booked,
  at: number,
  scope: SeriesScope,
  tell: string | null = null,
): Promise<void> {
  const outcome = await cancelDates(
    core,
    await loaded(series),
    {
      bookingId: series.bookings[at]?.id ?? 0,
      scope,
      by: tell === null ? "holder" : "staff",
      cancelledBy: tell === null ? "customer" : "venue",
      reason: tell,
      tellReason: tell !== null,
      statedRefundCents: null,
    },
    { meta: testMeta, dryRun: false },
  );
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.rejection));
}

async function move(
  series: Booked,
  at: number,
  scope: SeriesScope,
  startTime: string | null,
  roomId: number | null = null,
): Promise<void> {
  const bookingId = series.bookings[at]?.id ?? 0;
  const asked = { bookingId, scope, by: "staff", startTime, roomId, ourFault: roomId !== null } as const;
  const how = { meta: STAFF, dryRun: false };
  const outcome = await moveDates(core, provider.gateway, await loaded(series), asked, how);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.rejection));
}

const mailsTo = (email: string): Email[] => server.received.filter(({ to }) => to?.[0]?.address === email);
const subjectsTo = (email: string): (string | undefined)[] =>
  mailsTo(email).map(({ subject }) => subject?.split(",")[0]);

/** Waits for these mails, by the beginnings of their subjects, and that no other follows; answers the last. */
async function expectMails({ email }: Booked, ...subjects: string[]): Promise<Email> {
  await expect.poll(() => subjectsTo(email), PATIENCE).toEqual(subjects);
  await expect.poll(dueJobs, PATIENCE).toBe(0);
  expect(subjectsTo(email)).toEqual(subjects);
  const last = mailsTo(email).at(-1);
  if (!last) throw new Error("no mail");
  return last;
}

/** Waits until the reactions have seen all of the log. */
async function followed(): Promise<void> {
  const behind = async () => {
    const [row] = await world.sql<{ behind: boolean }[]>`
      select exists (
        select from events e, projection_cursors c
        where c.name = 'reactions' and (e.epoch, e.xid, e.position) > (c.epoch, c.xid, c.position)) as behind`;
    return row?.behind;
  };
  await expect.poll(behind, PATIENCE).toBe(false);
}

async function dueJobs(): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`
    select count(*) from graphile_worker.jobs
    where task_identifier in ('send-mail', 'issue-refund') and run_at < now() + interval '1 hour'`;
  return row?.count ?? 0;
}

/** The entries of the mail's calendar file, as an independent parser reads it. */
function entriesOf({ attachments }: Email) {
  const file = attachments.find(({ mimeType }) => mimeType === "text/calendar");
  const text = typeof file?.content === "string" ? file.content : new TextDecoder().decode(file?.content);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const entries = calendar.getAllSubcomponents("vevent").map((entry) => ({
    uid: String(entry.getFirstPropertyValue("uid")),
    sequence: Number(entry.getFirstPropertyValue("sequence")),
    status: String(entry.getFirstPropertyValue("status")),
    startsAt: (entry.getFirstPropertyValue("dtstart") as ICAL.Time).toJSDate(), // every entry has a begin
  }));
  return { method: calendar.getFirstPropertyValue("method"), entries };
}

const daysOf = ({ bookings }: BookedSeries): string[] =>
  bookings.map(({ booking }) => shortDayAndYear(venueDayOf(booking.startsAt, core.timeZone)));
const uidsOf = ({ bookings }: BookedSeries): string[] =>
  bookings.map(({ booking }) => `${booking.reference}@hub.example.test`);
/** The days that the text lists, one a line. */
const listedIn = ({ text }: Email): string[] =>
  [...(text ?? "").matchAll(/^(\w+, \w+ \d+, \d{4}), .*\(booking \d+\)$/gm)].map(([, day]) => day ?? "");

const RECEIVED = (n: number) => `Booking received: ${n} dates`;
const CONFIRMED = (n: number) => `Booking confirmed: ${n} dates`;

describe("the mails of a series", () => {
  it("are one for the request and one for the payment, each with all dates, sums and entries", async () => {
    const series = await book(12);
    const asked = await expectMails(series, RECEIVED(12));
    const total = series.bookings.reduce((sum, { booking }) => sum + booking.totalCents, 0);
    expect(listedIn(asked)).toEqual(daysOf(series));
    expect(asked.text).toContain(`Pay ${formatMoney(total / 2)}`);
    expect(asked.text).toMatch(new RegExp(`Total: +\\${formatMoney(total)}`));
    await pay(series);
    const paid = await expectMails(series, RECEIVED(12), CONFIRMED(12));
    expect(listedIn(paid)).toEqual(daysOf(series));
    expect(paid.text).toMatch(new RegExp(`Paid: +\\${formatMoney(total / 2)}`));
    // Staff see at each date that its guest was told.
    const atLast = await mailsOfBooking(world.sql, series.bookings[11]?.id ?? 0);
    expect(atLast.map(({ kind, state }) => [kind, state])).toEqual([
      ["booking-received", "sent"],
      ["booking-confirmed", "sent"],
    ]);
    const before = entriesOf(asked);
    const after = entriesOf(paid);
    expect([before.method, after.method]).toEqual(["PUBLISH", "PUBLISH"]);
    for (const { entries } of [before, after]) {
      expect(entries.map(({ uid }) => uid)).toEqual(uidsOf(series));
      expect(entries.map(({ startsAt }) => startsAt)).toEqual(
        series.bookings.map(({ booking }) => booking.startsAt),
      );
    }
    expect(before.entries.map(({ status }) => status)).toEqual(Array(12).fill("TENTATIVE"));
    expect(after.entries.map(({ status }) => status)).toEqual(Array(12).fill("CONFIRMED"));
    for (const [at, { sequence }] of after.entries.entries()) {
      expect(sequence).toBeGreaterThan(before.entries[at]?.sequence ?? 99);
    }
  });

  it("tell dates that are cancelled together with the sum of their refunds, and those alone", async () => {
    const series = await book(4);
    await pay(series);
    await expectMails(series, RECEIVED(4), CONFIRMED(4));
    await cancel(series, 2, "following");
    const cancelled = await expectMails(series, RECEIVED(4), CONFIRMED(4), "Booking cancelled: 2 dates");
    expect(listedIn(cancelled)).toEqual(daysOf(series).slice(2));
    const two = (await loaded(series)).bookings.slice(2);
    const paid = two.reduce((sum, { booking }) => sum + booking.downpaymentCents, 0);
    const refund = paid - two.reduce((sum, { booking }) => sum + keptCents(booking), 0);
    expect(refund).toBeGreaterThan(0);
    expect(cancelled.text).toContain(`Your refund: ${formatMoney(refund)} will be refunded to your card.`);
    expect(cancelled.text).toMatch(new RegExp(`Paid: +\\${formatMoney(paid)}`));
    expect(cancelled.text).toContain("The other 2 dates to come stay as booked.");
    const { entries } = entriesOf(cancelled);
    expect(entries.map(({ uid, status }) => [uid, status])).toEqual(
      uidsOf(series)
        .slice(2)
        .map((uid) => [uid, "CANCELLED"]),
    );
  });

  it("tell the reason of staff once, if the guest is told", async () => {
    const series = await book(3, { byStaff: true });
    await expectMails(series, RECEIVED(3));
    await cancel(series, 0, "all", "A pipe has burst");
    const mail = await expectMails(series, RECEIVED(3), "Booking cancelled: 3 dates");
    expect(mail.text?.match(/A pipe has burst/g)).toHaveLength(1);
    expect(mail.text).toContain("cancel all 3 dates of your series");
  });

  it("are today's mail for a single date, which says which it is and that the others go on", async () => {
    const series = await book(3);
    await pay(series);
    await expectMails(series, RECEIVED(3), CONFIRMED(3));
    await cancel(series, 1, "one");
    await expect.poll(() => subjectsTo(series.email).length, PATIENCE).toBe(3);
    const mail = mailsTo(series.email)[2];
    expect(mail?.subject).toMatch(/^Booking cancelled: (?!\d)/);
    expect(mail?.text).toContain(
      "This is date 2 of 3 of your series. The other 2 dates to come stay as booked.",
    );
    if (!mail) return;
    const { method, entries } = entriesOf(mail);
    expect([method, entries.map(({ uid }) => uid)]).toEqual(["CANCEL", [uidsOf(series)[1]]]);
  });

  it("tell a move of the following dates with their old hours", async () => {
    const series = await book(4);
    await pay(series);
    await expectMails(series, RECEIVED(4), CONFIRMED(4));
    await move(series, 1, "following", "18:00");
    const mail = await expectMails(series, RECEIVED(4), CONFIRMED(4), "Booking moved: 3 dates");
    expect(listedIn(mail)).toEqual(daysOf(series).slice(1));
    expect(mail.text?.match(/^ {2}was 10:00 AM – 12:00 PM$/gm)).toHaveLength(3);
    const { entries } = entriesOf(mail);
    const now = (await loaded(series)).bookings.slice(1).map(({ booking }) => booking.startsAt);
    expect(entries.map(({ startsAt }) => startsAt)).toEqual(now);
  });

  it("name the room of each date if one was moved elsewhere", async () => {
    const series = await book(2, { byStaff: true });
    await expectMails(series, RECEIVED(2));
    await move(series, 1, "one", null, 7);
    await expect.poll(() => subjectsTo(series.email).length, PATIENCE).toBe(2);
    await cancel(series, 0, "all");
    await expect.poll(() => subjectsTo(series.email).length, PATIENCE).toBe(3);
    const mail = mailsTo(series.email)[2];
    const rooms = series.bookings.map(({ booking }) => core.rooms.byId(booking.roomId)?.name);
    const elsewhere = core.rooms.byId(7)?.name;
    expect(mail?.subject).toMatch(/^Booking cancelled: 2 dates, 2 rooms/);
    expect(mail?.text).toContain(`${rooms[0]}: $`);
    expect(mail?.text).toContain(`${elsewhere}: $`);
  });

  it("do not tell a note of staff", async () => {
    const series = await book(2);
    await expectMails(series, RECEIVED(2));
    const note = textRow("Brings a drum kit");
    const taken = await handleBooking(
      core,
      series.bookings[0]?.id ?? 0,
      { type: "TakeNote", noteId: note.id },
      { commandId: randomUUID(), meta: STAFF, people: [storePerson(note)] },
    );
    expect(taken.ok).toBe(true);
    await followed();
    await expectMails(series, RECEIVED(2));
  });

  it("tell dates that expire together", async () => {
    const series = await book(3, { holdMs: 4_000 });
    const mail = await expectMails(series, RECEIVED(3), "Booking expired: 3 dates");
    expect(listedIn(mail)).toEqual(daysOf(series));
    expect(entriesOf(mail).entries.map(({ status }) => status)).toEqual(Array(3).fill("CANCELLED"));
  });

  it("tell further dates alone, with the link to pay for them", async () => {
    const series = await book(3);
    await pay(series);
    await expectMails(series, RECEIVED(3), CONFIRMED(3));
    const more = await extendSeries(
      core,
      {
        seriesId: series.id,
        end: { count: 2 },
        skip: [],
        byStaff: { payment: "link" },
        caller: null,
        workDone: true,
        idempotencyKey: randomUUID(),
        bodyHash: "body",
      },
      { meta: STAFF, dryRun: false },
    );
    if (!more.ok) throw new Error(JSON.stringify(more.rejection));
    const mail = await expectMails(series, RECEIVED(3), CONFIRMED(3), RECEIVED(2));
    expect(listedIn(mail)).toEqual(daysOf(more.value));
    expect(mail.text).toContain("2 further dates of your series");
    const [first] = more.value.bookings;
    const link = core.links.guestBooking({
      bookingId: first?.id ?? 0,
      personId: first?.booking.personId ?? "",
    });
    expect(mail.text).toContain(link.url);
  });

  it("go to each mailbox: a date with another guest has a mail of its own", async () => {
    const series = await book(3, { byStaff: true });
    await expectMails(series, RECEIVED(3));
    await world.ownerSql`
      update personal_data set email = 'other@example.test'
      where id = ${series.bookings[1]?.booking.personId ?? ""}`;
    await pay(series);
    await expectMails(series, RECEIVED(3), CONFIRMED(2));
    const [mail] = mailsTo("other@example.test");
    expect(mail?.subject).toMatch(/^Booking confirmed: (?!\d)/);
    expect(mail?.text).toContain("This is date 2 of 3 of your series.");
  });

  it("remind of each visit alone", async () => {
    const series = await book(3);
    await pay(series);
    await expectMails(series, RECEIVED(3), CONFIRMED(3));
    const waiting = () => world.ownerSql<{ id: string }[]>`
      select id from graphile_worker.jobs where key like any (${series.bookings.map(({ id }) => `mail:reminder:booking-${id}@%`)})`;
    expect(await waiting()).toHaveLength(3);
    const ids = (await waiting()).map(({ id }) => id);
    await world.ownerSql`select graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now())`;
    await expect
      .poll(() => subjectsTo(series.email).filter((one) => one?.startsWith("Reminder")).length, PATIENCE)
      .toBe(3);
  });
});
