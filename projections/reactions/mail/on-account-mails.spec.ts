/** Shows what the mails about bookings on account say: never that money is asked for, paid or given back, but that the invoice lists it. */
import { describe, expect, it } from "vitest";
import type { BookingEvent } from "../../../core/booking/state/booking-events.ts";
import type { BookingMailKind } from "../../words/mail-kinds.ts";
import { bookingMailContent } from "./booking-mail-content.ts";
import { CONFIRMED, core, REQUESTED, streamOf, withParts, write } from "./booking-mail-fixture.ts";
import { bookingSummary } from "./booking-summary.ts";
import { isStillValid } from "./mail-validity.ts";
import { seriesMailContent } from "./series-mail-content.ts";

const MONEY = /downpayment|balance|\bpay|\bpaid|refund|due/i;
const ON_ACCOUNT = /Charged: +On account: your invoice lists it/;

const ASKED: BookingEvent = { ...REQUESTED, data: { ...REQUESTED.data, accountId: 7 } };
const BOOKED = [ASKED, CONFIRMED];
const cancelledBy = (by: "venue" | "customer", owedCents: number): BookingEvent => ({
  type: "BookingCancelled",
  data: { cancelledBy: by, owedCents },
});
const MOVED: BookingEvent = {
  type: "BookingRescheduled",
  data: { startsAt: "2026-12-14T16:00:00.000Z", endsAt: "2026-12-14T19:00:00.000Z" },
};
const PAID: BookingEvent = { type: "AccountPaymentChanged", data: { paymentStatus: "paid" } };

const cancellation = (event: BookingEvent, isCredited: boolean) =>
  withParts(
    bookingMailContent(core, "booking-cancelled", bookingSummary(42, streamOf(BOOKED, [event]), 3), {
      isCredited,
    }),
  ).text;

describe("a mail about a booking on account", () => {
  it.each<[BookingMailKind, number, BookingEvent[][]]>([
    ["booking-confirmed", 2, [BOOKED]],
    ["booking-rescheduled", 3, [BOOKED, [MOVED]]],
    ["reminder", 1, [BOOKED]],
    ["reminder", 1, [BOOKED, [PAID]]],
    ["receipt", 3, [BOOKED, [{ type: "ReceiptRequested", data: {} }]]],
  ])("%s says that the invoice lists it", (kind, version, commands) => {
    const { subject, text, html } = write(kind, version, ...commands);
    expect(text).toMatch(/Total: +\$120\.00/);
    expect(text).toMatch(ON_ACCOUNT);
    expect(html).toContain("On account: your invoice lists it");
    expect(subject + text).not.toMatch(MONEY);
  });

  it("tells with the confirmation what a late cancellation keeps", () => {
    const { text } = write("booking-confirmed", 2, BOOKED);
    expect(text).toMatch(/Cancel until Fri, Dec 11, 10:00 AM EST: +\$6\.00 is kept/);
    expect(text).toMatch(/Cancel until Fri, Dec 11, 10:00 PM EST: +\$30\.00 is kept/);
    expect(text).toMatch(/After that: +\$60\.00 is kept/);
  });

  it("counts what staff let off, when it tells the same after a move", () => {
    const letOff: BookingEvent = { type: "AccountCredited", data: { cents: 1_000 } };
    const { text } = write("booking-rescheduled", 4, BOOKED, [letOff], [MOVED]);
    expect(text).toMatch(/Cancel until Sun, Dec 13, 11:00 AM EST: +Nothing is kept/);
    expect(text).toMatch(/Cancel until Sun, Dec 13, 11:00 PM EST: +\$20\.00 is kept/);
    expect(text).toMatch(/After that: +\$50\.00 is kept/);
  });

  it.each<[string, BookingEvent, boolean, string]>([
    ["in time", cancelledBy("customer", 0), false, "On account: your invoice will not list it."],
    ["by the venue", cancelledBy("venue", 0), false, "On account: your invoice will not list it."],
    [
      "late",
      cancelledBy("customer", 3_000),
      false,
      "Under the cancellation policy, $30.00 is kept, and your invoice lists it.",
    ],
    ["once invoiced", cancelledBy("venue", 0), true, "It was on an invoice, so a credit note follows."],
    [
      "late and once invoiced",
      cancelledBy("customer", 3_000),
      true,
      "Under the cancellation policy, $30.00 is kept, and your invoice lists it. A credit note for the rest follows.",
    ],
  ])("tells what a cancellation %s leaves", (_when, event, isCredited, sentence) => {
    const text = cancellation(event, isCredited);
    expect(text).toContain(`${sentence}\n`);
    expect(text).not.toMatch(MONEY);
  });

  it("gives as the total of a receipt what a late cancellation left", () => {
    const commands = [
      BOOKED,
      [cancelledBy("customer", 3_000)],
      [{ type: "ReceiptRequested" as const, data: {} }],
    ];
    const { text } = write("receipt", 4, ...commands);
    expect(text).toMatch(/Total: +\$30\.00/);
    expect(text).not.toMatch(MONEY);
  });

  it("never asks for money when it is booked", () => {
    const now = new Date("2026-12-01T15:10:00Z");
    expect(isStillValid("booking-received", bookingSummary(42, streamOf(BOOKED), 1), now)).toBe(false);
  });
});

describe("a mail about dates on account", () => {
  const about = { series: { id: 1, dates: 2, others: 0 }, toldReason: null, isCredited: false };
  const tell = (kind: BookingMailKind, version: number, ...commands: BookingEvent[][]) => {
    const summary = bookingSummary(42, streamOf(...commands), version);
    return withParts(seriesMailContent(core, kind, [summary, { ...summary, bookingId: 43 }], about)).text;
  };

  it.each<[BookingMailKind, number, BookingEvent[][]]>([
    ["booking-confirmed", 2, [BOOKED]],
    ["booking-rescheduled", 3, [BOOKED, [MOVED]]],
  ])("%s says that the invoice lists them", (kind, version, commands) => {
    const text = tell(kind, version, ...commands);
    expect(text).toMatch(ON_ACCOUNT);
    expect(text).toMatch(/24 hours before: +5%\n12 hours before: +25%\nAfter that: +50%/);
    expect(text).not.toMatch(MONEY);
  });

  it("sums up what a cancellation leaves", () => {
    const text = tell("booking-cancelled", 3, BOOKED, [cancelledBy("customer", 3_000)]);
    expect(text).toContain("Under the cancellation policy, $60.00 is kept, and your invoice lists it.");
    expect(text).not.toMatch(MONEY);
  });

  it("keeps apart what other dates of the series are due", () => {
    const [own, other] = [
      bookingSummary(42, streamOf(BOOKED), 2),
      bookingSummary(43, streamOf([REQUESTED, CONFIRMED]), 2),
    ];
    const { text } = withParts(seriesMailContent(core, "booking-confirmed", [own, other], about));
    expect(text).toMatch(/Due at the venue: +\$120\.00, a part at each visit/);
    expect(text).toMatch(/Charged: +\$120\.00 on account: your invoice lists it/);
  });
});
