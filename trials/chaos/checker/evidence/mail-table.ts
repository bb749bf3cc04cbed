/** Lists which mail each event causes, and which mails must have been sent by now. The checker does not share this table with the product. */
import type { LogEvent } from "./evidence.ts";
import { listOf, numberOf, textOf } from "./fields.ts";
import { holderOf, INVOICE_MAILS, isInvoiceMailRequired } from "./invoice-mails.ts";
import { entrysPersonOf, isWaitlistMailRequired, WAITLIST_MAILS } from "./waitlist-mails.ts";

/** Kinds by the event that causes them at once. */
const AT_ONCE: Readonly<Record<string, string>> = {
  ...INVOICE_MAILS,
  ...WAITLIST_MAILS,
  BookingRequested: "booking-received",
  BookingRescheduled: "booking-rescheduled",
  BookingMoved: "booking-rescheduled",
  BookingConfirmed: "booking-confirmed",
  BalanceReceived: "balance-received",
  BookingCancelled: "booking-cancelled",
  BookingExpired: "booking-expired",
  RefundIssued: "refund-issued",
  RefundRecorded: "refund-issued",
  ReceiptRequested: "receipt",
  CustomerRegistered: "email-verification",
  EmailVerificationRequested: "email-verification",
  PasswordResetRequested: "password-reset",
  ErasureRequested: "erasure-requested",
  InquiryReceived: "contact-message",
  InquiryAnswered: "contact-answer",
  SecondFactorEnrolled: "own-login",
  SecondFactorRemoved: "own-login",
  CodeLoginChallengeSpent: "own-login",
  CodeLoginClosed: "own-login",
  CodeLoginOpened: "own-login",
  StaffPasswordLinkRequested: "own-login",
  StaffPasswordSet: "own-login",
  TokenUsedFromNewNetwork: "token-network",
  WebhookDisabled: "webhook-trouble",
  WebhookDeliveryFailed: "webhook-trouble",
};

/** Events that set the visit's time, and with it a reminder and an invitation to leave feedback. */
const TIMED = new Set(["BookingRequested", "BookingRescheduled", "BookingMoved", "HoldChanged"]);

export const INVITATION = "feedback-invitation";

/** Whether this event may cause a mail of this kind. */
export function mayCauseMail({ type, data, meta }: LogEvent, kind: string): boolean {
  if (meta.demo === true) return false;
  if (kind === "reminder") return TIMED.has(type);
  if (kind === INVITATION) return TIMED.has(type) || type === "BookingCompleted";
  if (type === "BalanceReceived" && data.settles !== true) return false;
  if (type === "WaitlistLeft" && data.why !== "lapses") return false;
  // The mail of the waitlist tells of hours that are offered.
  if (type === "BookingRequested" && numberOf(data, "waitlistEntryId") !== null) return false;
  if (type === "DetailsChanged") return kind === "booking-received" && changesEmail({ type, data });
  return AT_ONCE[type] === kind;
}

/** The new mailbox is told what was told to the mistaken one. */
const changesEmail = ({ type, data }: Pick<LogEvent, "type" | "data">): boolean =>
  type === "DetailsChanged" && listOf(data.changed).includes("email");

/** Whether its hours are only offered to an entry of the waitlist, after these events of it. */
const isOnlyOffered = (events: readonly LogEvent[]): boolean =>
  numberOf(events[0]?.data ?? {}, "waitlistEntryId") !== null &&
  !events.some(({ type }) => type === "BookingConfirmed" || type === "BookingCompleted");

const ENDS = ["BookingCancelled", "BookingExpired", "HoldReleased"];
const STATUS = ["BookingConfirmed", "BookingCompleted", ...ENDS];
const MOVES = ["BookingRescheduled", "BookingMoved"];
const VERIFIED = ["CustomerEmailVerified", "CustomerAccountDisowned"];

/** Later events that make a mail outdated; mails of other kinds never become outdated. */
const OUTDATED_BY: Readonly<Record<string, readonly string[]>> = {
  "booking-received": [...STATUS, ...MOVES, "DownpaymentReceived", "DeskMoneyReceived", "PaymentMarked"],
  "booking-confirmed": ["BookingConfirmed", ...ENDS],
  "booking-rescheduled": [...MOVES, ...ENDS],
  "booking-cancelled": STATUS,
  "booking-expired": STATUS,
  "balance-received": ENDS,
  "email-verification": [...VERIFIED, "EmailVerificationRequested", "CustomerPasswordChanged"],
  "password-reset": ["PasswordResetRequested", "CustomerPasswordChanged", "CustomerAccountDisowned"],
  "own-login": [
    "StaffAccountDeleted",
    "CodeLoginOpened",
    "SecondFactorRemoved",
    "StaffPasswordLinkRequested",
    "StaffPasswordSet",
  ],
  "token-network": ["TokenEnded"],
  "webhook-trouble": ["WebhookChanged", "WebhookEnded"],
};

/** The event that requested this refund; undefined if the product did not request it. */
export function requestOfRefund(refund: LogEvent, stream: readonly LogEvent[]): LogEvent | undefined {
  const name = textOf(refund.data, "refundId");
  return stream.find(({ type, data }) => type === "RefundRequested" && textOf(data, "refundId") === name);
}

/** A refund that was requested together with a cancellation: the cancellation's mail tells it. */
function isToldByCancellation(refund: LogEvent, earlier: readonly LogEvent[]): boolean {
  const { commandId } = requestOfRefund(refund, earlier) ?? refund;
  return earlier.some((event) => event.type === "BookingCancelled" && event.commandId === commandId);
}

/** The kind of mail that must have been sent for this event, given the other events of its stream; null if none must. */
export function requiredMailKind(
  event: LogEvent,
  { earlier, later }: { earlier: readonly LogEvent[]; later: readonly LogEvent[] },
  now: number,
): string | null {
  const kind = AT_ONCE[event.type];
  if (kind === undefined || !mayCauseMail(event, kind)) return null;
  if (event.type in INVOICE_MAILS) return isInvoiceMailRequired(event, { earlier, later }) ? kind : null;
  if (event.type in WAITLIST_MAILS) return isWaitlistMailRequired(event, later, now) ? kind : null;
  const isOfHold = kind === "booking-cancelled" || kind === "booking-expired";
  if (isOfHold && isOnlyOffered(earlier)) return null;
  const outdating = OUTDATED_BY[kind] ?? [];
  if (later.some(({ type }) => outdating.includes(type))) return null;
  if (kind === "booking-received" && later.some(changesEmail)) return null;
  switch (kind) {
    case "booking-received":
      // It requests money while the hold runs; without a hold it has no purpose.
      return Date.parse(textOf(event.data, "holdUntil") ?? "") > now ? kind : null;
    case "refund-issued": {
      const name = textOf(event.data, "refundId");
      if (isToldByCancellation(event, earlier)) return null;
      const failed = later.some(
        ({ type, data }) => type === "RefundFailed" && textOf(data, "refundId") === name,
      );
      return failed ? null : kind;
    }
    default:
      return kind;
  }
}

/** The row of personal data with the mail's address: of the answer, or of the person that the stream names now. */
export function addresseeOf(event: LogEvent, stream: readonly LogEvent[]): string | null {
  const own = textOf(event.data, "answerId");
  if (own !== null) return own;
  if (event.type in INVOICE_MAILS) return holderOf(event, stream);
  if (event.type in WAITLIST_MAILS) return entrysPersonOf(event, stream);
  // A mistaken email was corrected: the person who comes now gets the mails of earlier events too.
  const named = stream.filter(({ data }) => textOf(data, "personId") !== null);
  return textOf(named.at(-1)?.data ?? {}, "personId");
}
