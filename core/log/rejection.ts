/** Lists the reasons for which the core refuses a command: values, never exceptions. The BFF gives each its status and text. */

export const REJECTION_CODES = [
  "RoomNotFound",
  "RoomNotBookable",
  "InvalidRoom",
  "RoomMovedOn",
  "PhotoNotFound",
  "InvalidHouse",
  "HouseChangeNotFound",
  "HouseChangeBegun",
  "CurrencyFixed",
  "InvalidBlock",
  "BlockNotFound",
  "NoteNotFound",
  "GuestNotFound",
  "BookingsInTheWay",
  "BookingUnreadable",
  "InvalidBooking",
  "SlotTaken",
  "TooManyHolds",
  "ProofOfWorkNeeded",
  "IdempotencyKeyReused",
  "InvalidWish",
  "HoursAreFree",
  "TooManyWaiting",
  "WaitlistEntryNotFound",
  "NotOffered",
  "PaymentNeeded",
  "AlreadyOffered",
  "NotWaiting",
  "NothingFits",
  "HoursAreOffered",
  "BookingNotFound",
  "SeriesNotFound",
  "AccountNotFound",
  "AccountSuspended",
  "AccountOverdue",
  "CreditLimitExceeded",
  "OnAccount",
  "NothingToInvoice",
  "InvoiceNotFound",
  "NotAnInvoice",
  "CreditTooHigh",
  "NotTheCustomer",
  "HoldExpired",
  "BookingCancelled",
  "BookingOver",
  "NoLongerHeld",
  "PriceAgreed",
  "RescheduleTooLate",
  "RefundChanged",
  "RefundNotFound",
  "RefundTooHigh",
  "ReductionTooHigh",
  "NothingDue",
  "MoreThanDue",
  "ReturnTooHigh",
  "VisitNotSo",
  "DayNotBegun",
  "DayAlreadyClosed",
  "DayNotClosed",
  "TakingsChanged",
  "AlreadyPaid",
  "DownpaymentDue",
  "TooLittleForCard",
  "AmountMismatch",
  "PaymentMismatch",
  "PaymentNotSucceeded",
  "PaymentRefunded",
  "UnknownPaymentIntent",
  "PaymentProviderUnavailable",
  "EmailTaken",
  "InvalidCredentials",
  "LinkInvalid",
  "PasswordNeeded",
  "PasswordTooCommon",
  "WrongPassword",
  "EmailAlreadyVerified",
  "InquiryNotFound",
  "InquirerErased",
  "PersonErased",
  "InvalidFeedback",
  "FeedbackNotOpen",
  "FeedbackAlreadyLeft",
  "FeedbackNotFound",
  "ReviewNotPublished",
  "SessionEnded",
  "InvalidStaffCredentials",
  "UsernameTaken",
  "StaffNotFound",
  "RoleNotPermitted",
  "InvalidToken",
  "TokenNotFound",
  "InvalidWebhook",
  "WebhookNotFound",
  "WebhookNotActive",
  "InvalidImport",
  "ImportNotFound",
  "ImportUnderWay",
  "InvalidFeed",
  "FeedNotFound",
  "OwnFeedOnly",
  "TooManyFeeds",
  "AdminAccountProtected",
  "OwnAccount",
  "LastActiveAdmin",
  "StaffAccountStands",
  "SecondFactorCodeNeeded",
  "InvalidSecondFactorCode",
  "LoginChallengeEnded",
  "CodeLoginClosed",
  "CodeNotAccepted",
  "SecondFactorAlreadyOn",
  "SecondFactorOff",
  "OwnSecondFactor",
  "ConcurrentChange",
] as const;
export type RejectionCode = (typeof REJECTION_CODES)[number];

export interface FieldError {
  /** The field of the request, for example `hourCount`. */
  path: string;
  message: string;
}

export interface Rejection {
  code: RejectionCode;
  errors?: FieldError[];
  /** A text for the customer, if the code's own does not fit: for example the payment provider's about a refused card. */
  detail?: string;
  /** The venue days of a series that are the reason. */
  dates?: readonly string[];
  /** Hours of rooms that are free, UTC instants: no one needs to wait for them. */
  free?: readonly { roomId: number; startsAt: Date; endsAt: Date }[];
}

export type Refused = { ok: false; rejection: Rejection };

export function refuse(code: RejectionCode, rest: Omit<Rejection, "code"> = {}): Refused {
  return { ok: false, rejection: { code, ...rest } };
}

/** A refusal because of one field of the request. */
export const refuseField = (code: RejectionCode, path: string, message: string): Refused =>
  refuse(code, { errors: [{ path, message }] });
