/** Shows the subjects and texts of the mails about a booking, and when each is still valid. */
import { describe, expect, it } from "vitest";
import type { BookingEvent } from "../../../core/booking/state/booking-events.ts";
import type { BookingMailKind } from "../../words/mail-kinds.ts";
import { CONFIRMED, core, REQUESTED, streamOf, write } from "./booking-mail-fixture.ts";
import { bookingSummary } from "./booking-summary.ts";
import { isStillValid } from "./mail-validity.ts";

const NOW = new Date("2026-12-01T15:10:00Z");

const PAID: BookingEvent = {
  type: "DownpaymentReceived",
  data: { paymentIntentId: "pi_1", chargeId: "ch_1", amountCents: 6_000 },
};
const cancelled = (cancelledBy: "venue" | "customer"): BookingEvent => ({
  type: "BookingCancelled",
  data: { cancelledBy },
});
const refundRequested = (
  amountCents: number,
  reason: Extract<BookingEvent, { type: "RefundRequested" }>["data"]["reason"] = "cancelled",
): BookingEvent => ({
  type: "RefundRequested",
  data: { refundId: "refund-1", paymentIntentId: "pi_1", amountCents, reason, at: null },
});
const refundIssued = (amountCents: number, via: "stripe" | "venue" = "stripe"): BookingEvent => ({
  type: "RefundIssued",
  data: { refundId: "refund-1", amountCents, via, stripeRefundId: via === "stripe" ? "re_1" : null },
});
const MADE_ELSEWHERE: BookingEvent = {
  type: "RefundRecorded",
  data: { refundId: "re_9", paymentIntentId: "pi_1", amountCents: 1_000, stripeRefundId: "re_9" },
};
const ELSEWHERE_SENT_BACK: BookingEvent = {
  type: "RefundFailed",
  data: { refundId: "re_9", stripeRefundId: "re_9", reasonCode: null, reversedCents: 1_000 },
};
const MOVED: BookingEvent = {
  type: "BookingRescheduled",
  data: { startsAt: "2026-12-14T16:00:00.000Z", endsAt: "2026-12-14T19:00:00.000Z" },
};
const MOVED_BACK: BookingEvent = {
  type: "BookingRescheduled",
  data: { startsAt: REQUESTED.data.startsAt, endsAt: REQUESTED.data.endsAt },
};
const SENT_BACK: BookingEvent = {
  type: "RefundFailed",
  data: { refundId: "refund-1", stripeRefundId: "re_1", reasonCode: null, reversedCents: 6_000 },
};

describe("the subject of a mail", () => {
  it.each<[BookingMailKind, number, BookingEvent[][], string]>([
    ["booking-received", 1, [[REQUESTED]], "Booking received: Rehearsal Room, Sat, Dec 12, 10:00 AM"],
    [
      "booking-confirmed",
      3,
      [[REQUESTED], [PAID, CONFIRMED]],
      "Booking confirmed: Rehearsal Room, Sat, Dec 12, 10:00 AM",
    ],
    [
      "booking-cancelled",
      2,
      [[REQUESTED], [cancelled("venue")]],
      "Booking cancelled: Rehearsal Room, Sat, Dec 12, 10:00 AM",
    ],
    [
      "booking-expired",
      2,
      [[REQUESTED], [{ type: "BookingExpired", data: {} }]],
      "Booking expired: Rehearsal Room, Sat, Dec 12, 10:00 AM",
    ],
    [
      "booking-rescheduled",
      4,
      [[REQUESTED], [PAID, CONFIRMED], [MOVED]],
      "Booking moved: Rehearsal Room, Mon, Dec 14, 11:00 AM",
    ],
    [
      "refund-issued",
      6,
      [
        [REQUESTED],
        [PAID, CONFIRMED],
        [cancelled("customer"), refundRequested(5_400)],
        [refundIssued(5_400)],
      ],
      "Refund of $54.00: Rehearsal Room, Sat, Dec 12, 10:00 AM",
    ],
    ["reminder", 1, [[REQUESTED], [PAID, CONFIRMED]], "Reminder: Rehearsal Room, Sat, Dec 12, 10:00 AM"],
    [
      "feedback-invitation",
      1,
      [[REQUESTED], [PAID, CONFIRMED]],
      "How was your visit? Rehearsal Room, Sat, Dec 12, 10:00 AM",
    ],
  ])("%s", (kind, version, commands, subject) => {
    expect(write(kind, version, ...commands).subject).toBe(subject);
  });
});

describe("what a mail says", () => {
  it("asks for the downpayment, with the deadline and the payment link", () => {
    const { text } = write("booking-received", 1, [REQUESTED]);
    expect(text).toContain("until Tue, Dec 1, 10:30 AM EST");
    expect(text).toMatch(/Total: +\$120\.00\nDue now: +\$60\.00\nDue at the venue: +\$60\.00/);
    expect(text).toContain(
      `Pay $60.00:\n${core.links.guestBooking({ bookingId: 42, personId: REQUESTED.data.personId }).url}`,
    );
  });

  it("gives the venue's hours with its zone, and what is paid and due", () => {
    const { text } = write("booking-confirmed", 3, [REQUESTED], [PAID, CONFIRMED]);
    expect(text).toMatch(/Date: +Saturday, December 12, 2026\nTime: +10:00 AM – 1:00 PM EST\nBooking: +42/);
    expect(text).toMatch(/Total: +\$120\.00\nPaid: +\$60\.00\nDue at the venue: +\$60\.00/);
  });

  it("adds to a confirmation: calendars, directions, and this booking's own terms", () => {
    const { text, html } = write("booking-confirmed", 3, [REQUESTED], [PAID, CONFIRMED]);
    expect(text).toMatch(/Cancel until Fri, Dec 11, 10:00 AM EST: +\$54\.00 refund/);
    expect(text).toMatch(/Cancel until Fri, Dec 11, 10:00 PM EST: +\$30\.00 refund/);
    expect(text).toMatch(/After that: +No refund/);
    expect(text).toContain("dates=20261212T150000Z%2F20261212T180000Z");
    expect(text).toContain("startdt=2026-12-12T15%3A00%3A00.000Z");
    expect(text).toContain("freight door on Bogart Street");
    for (const words of ["$54.00 refund", "Google Calendar", "Outlook", "freight door"]) {
      expect(html).toContain(words);
    }
  });

  it("promises no refund if nothing was paid", () => {
    expect(write("booking-confirmed", 2, [REQUESTED], [CONFIRMED]).text).not.toContain("Cancel until");
  });

  it("says that all is paid, with the link to the receipt and the refund rules", () => {
    const balance: BookingEvent = {
      type: "BalanceReceived",
      data: { paymentIntentId: "pi_2", chargeId: "ch_2", amountCents: 6_000, settles: true },
    };
    const { subject, text } = write("balance-received", 4, [REQUESTED], [PAID, CONFIRMED], [balance]);
    expect(subject).toBe("Paid in full: Rehearsal Room, Sat, Dec 12, 10:00 AM");
    expect(text).toContain("We received $60.00 by card");
    expect(text).toMatch(/Due at the venue: +\$0\.00/);
    expect(text).toMatch(/\/guest\/42\.\S+\?receipt=true/);
    expect(text).toMatch(/Cancel until Fri, Dec 11, 10:00 PM EST: +\$60\.00 refund/);
  });

  it.each<[string, BookingEvent[], string]>([
    [
      "customer",
      [cancelled("customer"), refundRequested(5_400)],
      "Your refund: $54.00 will be refunded to your card.",
    ],
    [
      "venue",
      [cancelled("venue"), refundRequested(6_000)],
      "Your refund: $60.00 will be refunded to your card within 5 business days.",
    ],
    ["customer", [cancelled("customer")], "there is no refund this close to the visit"],
    ["venue", [cancelled("venue"), refundIssued(6_000, "venue")], "$60.00 will be returned at the venue"],
  ])("states the refund that the %s's cancellation gave", (_by, events, sentence) => {
    expect(write("booking-cancelled", 4, [REQUESTED], [PAID, CONFIRMED], events).text).toContain(sentence);
  });

  it("states that nothing was paid if nothing was", () => {
    const { text } = write("booking-cancelled", 2, [REQUESTED], [cancelled("customer")]);
    expect(text).toContain("You had not paid anything");
  });

  it("tells why late money is refunded", () => {
    const expired: BookingEvent = { type: "BookingExpired", data: {} };
    const commands = [
      [REQUESTED],
      [expired],
      [PAID, refundRequested(6_000, "late-payment")],
      [refundIssued(6_000)],
    ];
    expect(write("refund-issued", 5, ...commands).text).toContain("arrived after the hold had ended");
  });

  it("tells why a wrong amount is refunded", () => {
    const wrong: BookingEvent = {
      type: "UnexpectedPaymentReceived",
      data: { paymentIntentId: "pi_1", chargeId: "ch_1", amountCents: 5_000, expectedCents: 6_000 },
    };
    const commands = [[REQUESTED], [wrong, refundRequested(5_000, "wrong-amount")], [refundIssued(5_000)]];
    const { text } = write("refund-issued", 4, ...commands);
    expect(text).toContain("was not the requested amount");
    expect(text).toContain("$50.00 is being refunded to your card");
  });

  it("reports a refund made in the provider's dashboard like any other", () => {
    const { subject, text } = write("refund-issued", 4, [REQUESTED], [PAID, CONFIRMED], [MADE_ELSEWHERE]);
    expect(subject).toBe("Refund of $10.00: Rehearsal Room, Sat, Dec 12, 10:00 AM");
    expect(text).toContain("$10.00 is being refunded to your card");
  });

  it("tells the old and new times of a visit that was moved", () => {
    const { text } = write("booking-rescheduled", 4, [REQUESTED], [PAID, CONFIRMED], [MOVED]);
    expect(text).toContain("It was Sat, Dec 12, 10:00 AM EST");
    expect(text).toContain("Monday, December 14, 2026");
    expect(text).toContain("What you have paid counts for it");
  });

  it("says of a visit that only ends later that it is extended", () => {
    const { startsAt } = REQUESTED.data;
    const endsAt = new Date(Date.parse(REQUESTED.data.endsAt) + 3_600_000).toISOString();
    const longer: BookingEvent = { type: "BookingRescheduled", data: { startsAt, endsAt } };
    const { text } = write("booking-rescheduled", 4, [REQUESTED], [PAID, CONFIRMED], [longer]);
    expect(text).toContain("Your booking is extended");
    expect(text).not.toContain("moved");
  });

  it("says the same in both parts, in the room's inks", () => {
    const { text, html } = write("reminder", 1, [REQUESTED], [PAID, CONFIRMED]);
    for (const words of ["Saturday, December 12, 2026", "10:00 AM – 1:00 PM EST", "balance of $60.00"]) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(html).toContain("#ffe800");
    expect(html).toContain("prefers-color-scheme: dark");
    expect(text).not.toMatch(/undefined|null|NaN|\u202f/);
  });
});

describe("a mail about a booking is still true", () => {
  const isTrue = (kind: BookingMailKind, version: number, now: Date, ...commands: BookingEvent[][]) =>
    isStillValid(kind, bookingSummary(42, streamOf(...commands), version), now);
  const dayBefore = new Date("2026-12-11T15:00:00Z");
  const after = new Date("2026-12-12T20:00:00Z");
  const paid = [[REQUESTED], [PAID, CONFIRMED]];
  const refunded = [...paid, [cancelled("venue"), refundRequested(6_000)], [refundIssued(6_000)]];

  it.each<[boolean, string, BookingMailKind, number, Date, BookingEvent[][]]>([
    [true, "while it is held", "booking-received", 1, NOW, [[REQUESTED]]],
    [false, "once it is paid", "booking-received", 1, NOW, paid],
    [false, "when the hold has ended", "booking-received", 1, dayBefore, [[REQUESTED]]],
    [true, "at once", "booking-confirmed", 3, NOW, paid],
    [false, "once cancelled", "booking-confirmed", 3, NOW, [...paid, [cancelled("venue")]]],
    [
      false,
      "when staff took it back",
      "booking-cancelled",
      4,
      NOW,
      [...paid, [cancelled("venue")], [CONFIRMED]],
    ],
    [true, "a day ahead of a paid visit", "reminder", 1, dayBefore, paid],
    [false, "of a cancelled one", "reminder", 1, dayBefore, [...paid, [cancelled("customer")]]],
    [false, "of one that has moved since", "reminder", 1, dayBefore, [...paid, [MOVED]]],
    [true, "of the time it was moved to", "reminder", 4, dayBefore, [...paid, [MOVED]]],
    [
      false,
      "of a time it was moved away from and back to",
      "reminder",
      1,
      dayBefore,
      [...paid, [MOVED], [MOVED_BACK]],
    ],
    [false, "of one that has begun", "reminder", 1, after, paid],
    [false, "of one that was never paid", "reminder", 1, dayBefore, [[REQUESTED]]],
    [true, "after the visit", "feedback-invitation", 1, after, paid],
    [false, "after a cancelled one", "feedback-invitation", 1, after, [...paid, [cancelled("venue")]]],
    [false, "31 days later", "feedback-invitation", 1, new Date("2027-01-12T20:00:00Z"), paid],
    [false, "when the bank sent it back", "refund-issued", 6, NOW, [...refunded, [SENT_BACK]]],
    [true, "made in the dashboard", "refund-issued", 4, NOW, [...paid, [MADE_ELSEWHERE]]],
    [
      false,
      "made in the dashboard and sent back, reported at once",
      "refund-issued",
      4,
      NOW,
      [...paid, [MADE_ELSEWHERE, ELSEWHERE_SENT_BACK]],
    ],
  ])("%s: %s (%s)", (expected, _when, kind, version, now, commands) => {
    expect(isTrue(kind, version, now, ...commands)).toBe(expected);
  });
});
