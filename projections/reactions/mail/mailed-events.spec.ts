/** Shows which mails follow from which events, and when. */
import { describe, expect, it } from "vitest";
import type { Recorded, RecordedEvent } from "../../../core/log/stream.ts";
import { type MailedEvent, mailIdOf, mailLaneOf, mailsFor } from "./mailed-events.ts";

const happened = (
  type: string,
  data: object = {},
  changes: Partial<Recorded> = {},
): RecordedEvent<MailedEvent> => ({
  stream: "booking-42",
  id: 42,
  version: 3,
  ...({ type, data } as MailedEvent), // built by name from a table, with only the data that is needed
  meta: { actor: { kind: "visitor" }, requestId: "test" },
  commandId: "command",
  occurredAt: new Date("2026-12-01T15:00:00Z"),
  at: { epoch: 1, xid: 1n, position: 1 },
  ...changes,
});
const VISIT = { startsAt: "2026-12-12T15:00:00.000Z", endsAt: "2026-12-12T18:00:00.000Z" };

describe("the mails that follow from an event", () => {
  it.each([
    ["BookingConfirmed", ["booking-confirmed"]],
    ["BookingCancelled", ["booking-cancelled"]],
    ["BookingExpired", ["booking-expired"]],
    ["BookingCompleted", ["feedback-invitation"]],
    ["RefundIssued", ["refund-issued"]],
    ["RefundRecorded", ["refund-issued"]],
    ["CustomerRegistered", ["email-verification"]],
    ["EmailVerificationRequested", ["email-verification"]],
    ["PasswordResetRequested", ["password-reset"]],
    ["InquiryReceived", ["contact-message"]],
    ["ReceiptRequested", ["receipt"]],
    ["InquiryAnswered", ["contact-answer"]],
    ["InquiryDone", []],
    ["PaymentFailed", []],
    ["UnexpectedPaymentReceived", []],
    ["DisputeOpened", []],
    ["DisputeClosed", []],
    ["PaymentMarked", []],
    ["RefundRequested", []],
    ["HoldReleased", []],
    ["FeedbackLeft", []],
    ["StaffAccountCreated", []],
    ["WaitlistJoined", ["waitlist-joined"]],
    ["OfferLapsed", ["waitlist-lapsed"]],
    ["OfferClaimed", []],
    ["OfferDeclined", ["waitlist-ended"]],
  ])("%s: %j", (type, kinds) => {
    const mails = mailsFor(happened(type));
    expect(mails.map(({ mail }) => mail.kind)).toEqual(kinds);
    expect(mails.every(({ sendAt }) => sendAt === null)).toBe(true);
  });

  it("report a balance unless it is refunded", () => {
    const kindsOf = (settles: boolean) =>
      mailsFor(happened("BalanceReceived", { settles })).map(({ mail }) => mail.kind);
    expect([kindsOf(true), kindsOf(false)]).toEqual([["balance-received"], []]);
  });

  it.each([
    ["BookingRequested", "booking-received"],
    ["BookingRescheduled", "booking-rescheduled"],
    ["HoldChanged", null],
  ])("%s sets when the reminder and the invitation are due", (type, kind) => {
    expect(
      mailsFor(happened(type, VISIT)).map(({ mail, sendAt }) => [mail.kind, sendAt?.toISOString()]),
    ).toEqual([
      ...(kind === null ? [] : [[kind, undefined]]),
      ["reminder", "2026-12-11T15:00:00.000Z"],
      ["feedback-invitation", "2026-12-12T20:00:00.000Z"],
    ]);
  });

  it("include no reminder for a booking made less than a day ahead", () => {
    const occurredAt = new Date("2026-12-11T15:00:00Z");
    const kinds = mailsFor(happened("BookingRequested", VISIT, { occurredAt })).map(({ mail }) => mail.kind);
    expect(kinds).toEqual(["booking-received", "feedback-invitation"]);
  });

  it("are none for an event of a sample history", () => {
    const meta = { actor: { kind: "visitor" }, requestId: "test", demo: true } as const;
    expect(mailsFor(happened("BookingRequested", VISIT, { meta }))).toEqual([]);
  });
});

describe("a mail's name", () => {
  it("is made from its event, except that of the feedback invitation, which is made from the booking", () => {
    const cause = { stream: "booking-42", version: 3 };
    expect(mailIdOf({ ...cause, kind: "booking-confirmed" })).toBe("booking-42@3/booking-confirmed");
    expect(mailIdOf({ ...cause, kind: "feedback-invitation" })).toBe("booking-42/feedback-invitation");
  });

  it("puts the mails about one booking into one lane", () => {
    expect(mailLaneOf({ stream: "booking-42" })).toBe(mailLaneOf({ stream: "booking-42" }));
    expect(
      new Set(["booking-1", "booking-2", "inquiry-3", "customer-4"].map((stream) => mailLaneOf({ stream })))
        .size,
    ).toBe(2);
  });
});
