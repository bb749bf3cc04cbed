/** The reasons why a request is refused: the status, title and words of each (RFC 9457, decision 173). */
import type { ClientErrorStatusCode, ServerErrorStatusCode } from "hono/utils/http-status";
import type { RejectionCode } from "../../core/log/rejection.ts";
import {
  HOURS_ARE_FREE,
  INVALID_BOOKING_DATA,
  MISSING_BOOKING_INFORMATION,
  SLOT_TAKEN,
} from "../contract/fixed-messages.ts";

export type ProblemStatus = ClientErrorStatusCode | ServerErrorStatusCode;

/** `404 Room not found`, or with a message that says more than the title: `409 Slot taken: Time slot is already booked`. */
type Written = `${ProblemStatus} ${string}`;

interface Reason {
  status: ProblemStatus;
  title: string;
  message: string;
  /** Seconds after which the same request may succeed. */
  retryAfter: number | undefined;
}

/** The core's refusals in HTTP. A code without an entry does not compile. */
const REJECTIONS: Record<RejectionCode, Written> = {
  RoomNotFound: "404 Room not found",
  RoomNotBookable: "409 Room takes no bookings: This room takes no bookings at the moment",
  InvalidRoom: "400 Invalid room: Some of the room's data is not valid",
  RoomMovedOn:
    "409 Room changed meanwhile: Someone else has changed this room. Check the current settings and save again",
  PhotoNotFound: "404 Photo not found: This room has no such photo",
  InvalidHouse: "400 Invalid settings: Some of the settings are not valid",
  HouseChangeNotFound:
    "404 Scheduled change not found: There is no such scheduled change, or it was withdrawn already",
  HouseChangeBegun:
    "409 Change has begun: This change already applies and can no longer be withdrawn. Change the settings again instead",
  CurrencyFixed:
    "409 Currency is fixed: Something was booked already, so the currency can no longer change. Its way of writing can",
  InvalidBooking: `400 Invalid booking: ${INVALID_BOOKING_DATA}`,
  InvalidBlock: "400 Invalid closure: Some of the data is not valid",
  NoteNotFound: "404 Note not found",
  GuestNotFound: "404 Guest not found",
  BlockNotFound: "404 Closure not found",
  BookingsInTheWay:
    "409 Conflicting bookings: There are bookings in these hours. Choose for each whether to keep, cancel or move it",
  BookingUnreadable:
    "409 Booking not readable: This version of the product cannot read this booking, so it can only be kept. Tell the operator",
  SlotTaken: `409 Slot taken: ${SLOT_TAKEN}`,
  TooManyHolds:
    "429 Too many unpaid bookings: This email has too many unpaid bookings open. Pay or let some expire, then try again",
  ProofOfWorkNeeded:
    "428 Proof of work needed: Many unpaid hours are held by this email or from your network. Solve the challenge and send the booking again",
  IdempotencyKeyReused: "422 Idempotency key reused: This Idempotency-Key was used with another request",
  InvalidWish: "400 Invalid wish: Some of what you wait for is not valid",
  HoursAreFree: `409 Hours are free: ${HOURS_ARE_FREE}`,
  TooManyWaiting:
    "429 Too many entries: This email waits for five visits already. Leave one of those entries first",
  WaitlistEntryNotFound: "404 Waitlist entry not found",
  NotOffered: "409 Nothing is offered: Nothing is offered to this entry now",
  PaymentNeeded: "409 Payment needed: Pay the downpayment to take the offer",
  AlreadyOffered: "409 Already offered: Hours are offered to this entry already",
  NotWaiting: "409 Not waiting: This entry has left the waitlist",
  HoursAreOffered:
    "409 Hours are offered: These hours were offered to you as they are. Take them, or decline the offer and book others",
  NothingFits: "409 Nothing fits: No free hours fit this entry now",
  BookingNotFound: "404 Booking not found",
  SeriesNotFound: "404 Series not found",
  AccountNotFound: "404 Billing account not found",
  AccountSuspended:
    "409 Billing account suspended: This billing account is suspended. Nothing can be booked on it until the venue resumes it",
  AccountOverdue:
    "409 Billing account overdue: An invoice of this billing account is overdue. Nothing can be booked on it until that is paid",
  CreditLimitExceeded:
    "409 Credit limit exceeded: This is more than is left of the billing account's credit limit",
  OnAccount: "409 On account: This booking is on account. The invoices of its account are paid instead",
  NothingToInvoice: "409 Nothing to invoice: Every visit until that day is on an invoice",
  InvoiceNotFound: "404 Invoice not found",
  NotAnInvoice: "409 Not an invoice: This is a credit note, which is neither paid nor credited",
  CreditTooHigh: "409 Credit too high: That is more than is left of the invoice",
  NotTheCustomer: "403 Not this booking's customer: There is no booking of this number with this email",
  HoldExpired: "409 Hold expired: The hold on this booking has expired. Please book the time again",
  BookingCancelled: "409 Booking cancelled: This booking has been cancelled and cannot be paid",
  BookingOver: "409 Booking over: This booking is cancelled, has begun or is over",
  NoLongerHeld:
    "409 No longer an unpaid hold: This booking is paid or confirmed: it can no longer be released or changed here, only cancelled or rescheduled",
  PriceAgreed:
    "409 Price agreed with the venue: The venue agreed a price for this length of visit. Write to us to change the length",
  RescheduleTooLate:
    "409 Too late to reschedule: Rescheduling needs 24 hours' notice before the booking begins",
  RefundChanged:
    "409 Refund changed: The refund has changed since it was shown to you. Please check it again",
  RefundNotFound: "404 Refund not found: This booking has no such refund",
  ReductionTooHigh: "409 Reduction too high: That is more than the price",
  RefundTooHigh: "409 Refund too high: That is more than was paid by card and has not been refunded",
  NothingDue: "409 Nothing due: Nothing is due on this booking",
  MoreThanDue: "409 More than is due: That is more than is due on this booking",
  DayNotBegun: "409 Day not begun: A day can be closed once it has begun",
  DayAlreadyClosed: "409 Day already closed: This day has been closed already",
  DayNotClosed: "409 Day not closed: This day is open",
  TakingsChanged:
    "409 Takings changed: The expected cash has changed since it was shown. Please check it again",
  ReturnTooHigh: "409 Return too high: That is more than was received at the venue and has not been returned",
  VisitNotSo: "409 Visit in another stage: The visit cannot be marked like this in its current stage",
  EmailTaken: "409 Email taken: There is already an account with this email",
  InvalidCredentials: "401 Not signed in: Invalid email or password",
  LinkInvalid: "403 Link not valid: This link is not valid or has expired",
  PasswordNeeded:
    "409 Password needed: You are not signed in to this account here. Choose a password for it to verify the email",
  PasswordTooCommon: "400 Password too common: Please choose another password",
  WrongPassword: "403 Wrong password: This is not your current password",
  EmailAlreadyVerified:
    "409 Email already verified: This email has been verified, so the account stays. A new password signs everyone else out",
  InquiryNotFound: "404 Message not found",
  PersonErased: "409 Person erased: The data about this person has been erased, so it cannot be changed",
  InquirerErased: "409 Sender erased: The sender of this message has been erased and cannot be answered",
  InvalidFeedback: "400 Invalid feedback: Some of the feedback is not valid",
  FeedbackNotOpen: "409 Feedback not open: Feedback can be left for 30 days after a visit",
  FeedbackAlreadyLeft: "409 Feedback already left: You have already left feedback for this booking",
  FeedbackNotFound: "404 Feedback not found",
  ReviewNotPublished:
    "409 Review not shown: Its author does not let us show this review, so no visitor could read an answer",
  AlreadyPaid: "409 Already paid: The downpayment of this booking is already paid",
  DownpaymentDue:
    "409 Downpayment due first: The downpayment of this booking has not been paid, so its balance cannot be either",
  TooLittleForCard:
    "409 Too little for a card: The amount left is below the minimum for a card. Please pay it at the venue",
  AmountMismatch: "400 Wrong amount: The amount is not the one that is due for this booking",
  PaymentMismatch:
    "400 Payment does not match: This payment does not belong to this booking, or is not the amount that was due",
  PaymentNotSucceeded:
    "402 Payment not successful: The payment was not successful. Please try again or use another card",
  PaymentRefunded:
    "409 Payment refunded: This payment came too late: the time is no longer available. The full amount is being refunded to your card",
  UnknownPaymentIntent: "404 Payment not found: The payment provider has no such payment",
  PaymentProviderUnavailable:
    "503 Payment provider unavailable: The payment provider is not available at the moment. Please try again shortly",
  SessionEnded: "401 Session ended: Your session has ended. Please log in again",
  InvalidStaffCredentials: "401 Not signed in: Invalid username or password",
  UsernameTaken: "409 Username taken: This username is already taken",
  StaffNotFound: "404 Staff account not found",
  RoleNotPermitted: "403 Role not permitted: Your role does not allow this",
  InvalidToken: "400 Invalid token: Some of the token's data is not valid",
  TokenNotFound: "404 Token not found",
  InvalidWebhook: "400 Invalid webhook: Some of the data of the webhook is not valid",
  WebhookNotFound: "404 Webhook not found",
  WebhookNotActive: "409 Webhook not active: Make the webhook active first",
  InvalidImport: "400 Invalid import: This file cannot be imported as it is",
  ImportNotFound: "404 Import not found",
  ImportUnderWay: "409 Import under way: Wait until this import has ended",
  InvalidFeed: "400 Invalid feed: Some of the feed's data is not valid",
  FeedNotFound: "404 Calendar feed not found",
  OwnFeedOnly: "403 Your own bookings only: A customer's calendar feed shows their own bookings",
  TooManyFeeds:
    "409 Too many feeds: An account has at most 20 calendar feeds. End one that is not used any more",
  AdminAccountProtected: "403 Admin account: Only an admin can create, change or remove an admin account",
  OwnAccount: "403 Your own account: You cannot deactivate or delete your own account",
  LastActiveAdmin: "409 Last active admin: The last active admin cannot be deactivated or deleted",
  StaffAccountStands:
    "409 Staff account exists: A staff account uses this email. Delete the staff account first",
  SecondFactorCodeNeeded:
    "401 Second factor needed: Enter the code of your authenticator app, or a recovery code",
  /** Five minutes are over, or ten codes were wrong. */
  LoginChallengeEnded: "401 Login ended: Please log in again with your password",
  CodeLoginClosed:
    "403 Login closed: There were too many wrong codes, so this login is closed. A mail to your address has a link that opens it again",
  InvalidSecondFactorCode: "401 Code not accepted: This code is not valid, or was used already",
  /** The same refusal for a user who is logged in, and stays logged in. */
  CodeNotAccepted: "400 Code not accepted: This code is not valid, or was used already",
  SecondFactorAlreadyOn: "409 Second factor already on: Your account has a second factor already",
  SecondFactorOff: "409 No second factor: Your account has no second factor",
  OwnSecondFactor:
    "403 Your own second factor: Turn off your own second factor with a code on the Security page",
  ConcurrentChange:
    "503 Changed at the same time: Someone else is changing this at the same time. Please try again",
};

/** The BFF's own refusals. */
const REFUSALS = {
  MissingInformation: "400 Missing information: Required information is missing",
  InvalidData: "400 Invalid data: Some of the data is not valid",
  MissingBookingInformation: `400 Missing booking information: ${MISSING_BOOKING_INFORMATION}`,
  AmbiguousHost: "400 Ambiguous host: The request names more than one host",
  MalformedJson: "400 Malformed JSON: The body is not valid JSON",
  InvalidIdempotencyKey:
    "400 Invalid Idempotency-Key: Idempotency-Key must be 1 to 255 printable ASCII characters",
  InvalidSignature: "400 Invalid signature: The webhook's signature is not valid",
  TestPaymentsOff:
    "403 Test payments are off: Payments with a test token are refused while real cards are charged",
  SessionRequired: "401 Not signed in: Please log in first",
  AccountDeactivated: "401 Account deactivated: This account has been deactivated",
  SecondFactorRequired:
    "403 Second factor required: Your role needs a second factor. Set it up on the Security page to continue",
  EnrolmentEnded:
    "400 Enrolment took too long: Setting up took too long. Please begin again with a new QR code",
  TokenNotValid: "401 Token not valid: This token is mistyped, or it has expired or ended",
  TokenScopeMissing: "403 Scope missing: This token lacks the scope of this call",
  TokenNotPermitted: "403 Not for tokens: No token opens this call",
  StaffOnly: "403 Staff only: This is for staff only",
  CustomersOnly: "403 Customers only: This is for signed-in customers only",
  NotYourRecord: "403 Not your own: You can see your own loyalty record only",
  ForeignOrigin: "403 Request from another site: This request did not come from our own pages",
  AccountNotYours:
    "403 Not your billing account: You have no billing account on which you can book. Sign in with the account's email, or pay by card",
  NotTheHolder:
    "403 Not this booking's holder: Only the person who made this booking can open it. Please use the link in the booking's mail",
  NothingToPayByCard:
    "409 Nothing to pay by card: Nothing can be paid for this booking by card now: it is paid or over, or the rest is paid at the venue. The link in its mail shows the details",
  MalformedCheckpoint: "400 Malformed checkpoint: The body is not a signed checkpoint",
  UnreadableHistory: "409 Unreadable history: This version of the product cannot read one of the events",
  /** Not 503: a retry cannot help until the product runs another version. */
  StreamUnreadable:
    "409 Not readable by this version: This cannot be read by this version of the product. Tell the operator",
  NothingSealed: "404 Nothing sealed: The log has not been sealed yet",
  UnknownCheckpoint: "404 Unknown checkpoint: This log has not signed this checkpoint",
  UnknownWitness:
    "403 Unknown witness: No known witness has signed this checkpoint, or a signature is not valid",
  FeedEnded: "410 Feed ended: This calendar feed has ended. Remove it from the calendar",
  NotFound: "404 Not found: There is nothing at this address",
  MethodNotAllowed: "405 Method not allowed: This address does not accept this method",
  LengthRequired: "411 Length required: State the length of the body in Content-Length",
  BodyTooSlow: "408 Body too slow: The body did not arrive within 15 seconds. Please try again",
  BodyTooLarge: "413 Body too large: The body is larger than 64 KiB",
  UnsupportedMediaType: "415 Unsupported media type: Send the body as application/json",
  UpgradeRequired: "426 Upgrade required: This address speaks WebSocket only",
  TooManyRequests: "429 Too many requests: Too many requests. Please wait a moment and try again",
  InternalError: "500 Internal error: Something went wrong on our side. Please try again later",
  DatabaseUnavailable:
    "503 Database unavailable: The service is not available at the moment. Please try again shortly",
  LockedTooLong: "503 Busy: Someone else is changing this right now. Please try again in a few seconds",
  ViewBehind:
    "503 Not shown yet: The latest change is saved, but cannot be shown yet. Please try again in a moment",
  PasswordsBusy: "503 Busy: Many people are logging in right now. Please try again in a few seconds",
  BodiesBusy: "503 Busy: The service is receiving too much data right now. Please try again in a few seconds",
  PhotosBusy: "503 Busy: Several photos are being prepared right now. Please try again in a few seconds",
  UploadsBusy: "503 Busy: Several files are being uploaded right now. Please try again in a few seconds",
  NotReady: "503 Not ready: The service is not ready",
} satisfies Record<string, Written>;

export type ProblemCode = RejectionCode | keyof typeof REFUSALS;

const RETRY_AFTER: Partial<Record<ProblemCode, number>> = {
  TooManyHolds: 60,
  PaymentProviderUnavailable: 5,
  ConcurrentChange: 1,
  TooManyRequests: 60,
  DatabaseUnavailable: 2,
  LockedTooLong: 3,
  ViewBehind: 1,
  PasswordsBusy: 3,
  BodiesBusy: 3,
  PhotosBusy: 5,
  UploadsBusy: 5,
  NotReady: 2,
};

const readReason = ([code, written]: [string, Written]): [string, Reason] => {
  const [, status, title = "", message = title] = /^(\d+) ([^:]+)(?:: (.+))?$/.exec(written) ?? [];
  const retryAfter = RETRY_AFTER[code as ProblemCode];
  return [code, { status: Number(status) as ProblemStatus, title, message, retryAfter }];
};

/** Every reason by its code, for answers and for the page that explains them. */
export const REASONS = Object.fromEntries(
  Object.entries({ ...REJECTIONS, ...REFUSALS }).map(readReason),
) as Record<ProblemCode, Reason>; // the keys of both objects are exactly these codes
