/** Shows how many mails a mailbox gets that has neither paid nor been verified. */
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPaymentWorld, type PaymentWorld } from "../../../core/adapters/stripe/payment-fixture.ts";
import { handleBooking } from "../../../core/booking/handle.ts";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import type { Core } from "../../../core/context.ts";
import { registerCustomer, verifyEmail } from "../../../core/customer/handle.ts";
import { verificationLink } from "../../../core/customer/mailed-links.ts";
import type { EventMeta } from "../../../core/log/append-request.ts";
import { readRawStream } from "../../../core/log/read.ts";
import {
  bookingRequest,
  createTestClock,
  createTestCore,
  type TestClock,
  testMeta,
} from "../../../core/testing/test-core.ts";
import { openTestMail, type TestMail } from "../../../core/testing/test-mail.ts";
import { isClosedDay, slotStarts } from "../../../core/venue/time/opening-hours.ts";
import { addDays, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { catchUp } from "../../engine/catch-up-fixture.ts";
import { followers } from "../../followers.ts";
import { MAIL_BUDGET } from "./mail-budget.ts";
import { mailTasks } from "./mail-tasks.ts";
import { mailedEventsOf, mailsFor } from "./mailed-events.ts";

// Uses the task that sends a mail, the database's count and a real outbox; the clock is the test's.
const STAFF: EventMeta = { actor: { kind: "staff", id: 1, role: "staff" }, requestId: "test" };

let world: PaymentWorld;
let core: Core & { clock: TestClock };
let mail: TestMail;
const slots = Array.from({ length: 40 }, (_, n) => addDays("2027-01-11", n))
  .filter((day) => !isClosedDay(day))
  .flatMap((day) => slotStarts(day, "America/New_York").slice(0, 4));

beforeAll(async () => {
  world = await createPaymentWorld();
  core = await createTestCore(world, createTestClock());
});
beforeEach(() => {
  mail = openTestMail();
});
afterEach(async () => {
  core.clock.advanceMinutes(2 * 24 * 60);
  await mail.remove();
});
afterAll(() => world.close());

let strangers = 0;
const someEmail = () => `stranger-${++strangers}@example.test`;

async function book(email: string, meta: EventMeta = testMeta) {
  const startsAt = slots.shift();
  if (!startsAt) throw new Error("no slot is left");
  const asked = bookingRequest(core, { roomId: 5, startsAt });
  const outcome = await requestBooking(core, { ...asked, person: { ...asked.person, email } }, meta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return { id: outcome.value.id, startsAt };
}

const command = (id: number, given: Parameters<typeof handleBooking>[2], meta: EventMeta = testMeta) =>
  handleBooking(core, id, given, { commandId: randomUUID(), meta });

const cancel = (id: number, meta: EventMeta = testMeta) =>
  command(id, { type: "CancelBooking", cancelledBy: "customer", now: core.clock.now() }, meta);

async function reschedule({ id, startsAt }: { id: number; startsAt: Date }, days: number) {
  const startDate = addDays(venueDayOf(startsAt, core.timeZone), days);
  const outcome = await command(id, {
    type: "RescheduleBooking",
    startDate,
    startsAt: slotStarts(startDate, core.timeZone)[8] ?? null,
    room: { bookable: true },
    now: core.clock.now(),
    timeZone: core.timeZone,
    opening: core.settings.schedule(),
  });
  if (!outcome.ok) throw new Error(outcome.rejection.code);
}

/** Sends every mail that the stream has caused and that is due: each `times` times, like a job that is retried. */
async function deliver(stream: string, { from = 0, times = 1 } = {}): Promise<void> {
  await catchUp(core.sql, ...followers(core));
  const task = mailTasks({ core, mail: mail.office, logger: pino({ level: "silent" }) })["send-mail"];
  const due = mailedEventsOf(await readRawStream(core.sql, stream))
    .slice(from)
    .flatMap((event) => mailsFor(event))
    .filter(({ sendAt }) => sendAt === null);
  const helpers = { addJob: async () => undefined, job: { key: null, locked_by: null } };
  for (const one of due) {
    for (let time = 0; time < times; time++) await Reflect.apply(task, undefined, [one.mail, helpers]);
  }
}

const sentTo = async (email: string): Promise<string[]> =>
  (await mail.read())
    .filter(({ to }) => to?.[0]?.address === email)
    .map(({ subject }) => subject?.split(":")[0] ?? "");
const statesOf = async (stream: string): Promise<string[]> => {
  const rows = await core.sql<
    { state: string }[]
  >`select state from mails where mail_id like ${`${stream}@%`}`;
  return rows.map(({ state }) => state);
};

describe("a mailbox that has neither paid nor been verified", () => {
  it("gets a fixed number of mails an hour, however often an unpaid hold is moved; the rest is shown as withheld", async () => {
    const email = someEmail();
    const booking = await book(email);
    for (let n = 0; n < 20; n++) {
      const from = (await readRawStream(core.sql, `booking-${booking.id}`)).length;
      await reschedule(booking, n % 2 === 0 ? 1 : 2).catch(async () => reschedule(booking, 4));
      await deliver(`booking-${booking.id}`, { from });
    }
    expect(await sentTo(email)).toHaveLength(MAIL_BUDGET.perHour);
    const states = await statesOf(`booking-${booking.id}`);
    expect(states.filter((state) => state === "withheld")).toHaveLength(20 - MAIL_BUDGET.perHour);
  });

  it("is one mailbox for every spelling of its address and for every kind of mail", async () => {
    const name = `bombed.${randomUUID()}`;
    const spelled = (n: number) =>
      `${n % 2 ? name : name.replaceAll(".", "")}+${n}@${n % 3 ? "gmail" : "googlemail"}.com`;
    for (let n = 0; n < 5; n++) {
      const account = {
        email: spelled(n),
        password: "a password",
        firstName: "A",
        lastName: "B",
        phone: null,
      };
      const registered = await registerCustomer(core, account, testMeta);
      if (!registered.ok) throw new Error(registered.rejection.code);
      await deliver(`customer-${registered.value.id}`);
    }
    for (let n = 5; n < 10; n++) {
      const { id } = await book(spelled(n));
      await cancel(id);
      await deliver(`booking-${id}`);
    }
    expect(await mail.read()).toHaveLength(MAIL_BUDGET.perHour);
  });

  it("gets a fixed number of mails a day, also if spread over the hours", async () => {
    const email = someEmail();
    for (let hour = 0; hour < 6; hour++) {
      for (let n = 0; n < MAIL_BUDGET.perHour; n++) {
        const { id } = await book(email);
        await cancel(id);
        await deliver(`booking-${id}`, { from: 1 });
      }
      core.clock.advanceMinutes(61);
    }
    expect(await sentTo(email)).toHaveLength(MAIL_BUDGET.perDay);
  });

  it("has each mail counted once, however often its job is tried", async () => {
    const email = someEmail();
    for (let n = 0; n < 4; n++) {
      const { id } = await book(email);
      await cancel(id);
      await deliver(`booking-${id}`, { from: 1, times: 5 });
    }
    expect(await sentTo(email)).toEqual(Array(4).fill("Booking cancelled"));
  });

  it("is counted correctly by workers that send at the same time", async () => {
    const email = someEmail();
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) {
      const { id } = await book(email);
      await cancel(id);
      ids.push(id);
    }
    await Promise.all(ids.map((id) => deliver(`booking-${id}`, { from: 1 })));
    expect(await sentTo(email)).toHaveLength(MAIL_BUDGET.perHour);
  });
});

describe("mails that no stranger can cause", () => {
  it("tell a customer of each of three bookings that they cancel", async () => {
    const email = someEmail();
    for (let n = 0; n < 3; n++) {
      const { id } = await book(email);
      await cancel(id);
      await deliver(`booking-${id}`);
    }
    expect((await sentTo(email)).filter((subject) => subject === "Booking cancelled")).toHaveLength(3);
  });

  it("are sent beyond the budget if money came in or staff caused them", async () => {
    const email = someEmail();
    for (let n = 0; n < 10; n++) {
      const { id } = await book(email);
      await cancel(id);
      await deliver(`booking-${id}`, { from: 1 });
    }
    const [byStaff, paid] = [await book(email), await book(email)];
    await cancel(byStaff.id, STAFF);
    await deliver(`booking-${byStaff.id}`, { from: 1 });
    await command(paid.id, { type: "ReceiveAtDesk", method: "cash", amountCents: 4_000 }, STAFF);
    await cancel(paid.id);
    await deliver(`booking-${paid.id}`, { from: 1 });
    expect(await sentTo(email)).toHaveLength(MAIL_BUDGET.perHour + 2);
  });

  it("are sent to a customer whose email is verified", async () => {
    const email = someEmail();
    const account = { email, password: "a password", firstName: "A", lastName: "B", phone: null };
    const registered = await registerCustomer(core, account, testMeta);
    if (!registered.ok) throw new Error(registered.rejection.code);
    const { id: customerId } = registered.value;
    const link = await verificationLink(core, customerId, core.clock.now());
    await verifyEmail(
      core,
      { token: link?.token ?? "", signedInAs: null, password: "another password" },
      testMeta,
    );
    for (let n = 0; n < MAIL_BUDGET.perHour + 2; n++) {
      const { id } = await book(email);
      await cancel(id);
      await deliver(`booking-${id}`, { from: 1 });
    }
    expect(await sentTo(email)).toHaveLength(MAIL_BUDGET.perHour + 2);
  });
});
