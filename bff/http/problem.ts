/** Owns every error answer: which status, title and words each reason has, and how it is written (RFC 9457, DECISIONS Errors). */
import type { TypedResponse } from "hono";
import type { Rejection, RejectionCode } from "../../core/rejection.ts";
import {
  type FieldError,
  INVALID_BOOKING_DATA,
  MISSING_BOOKING_INFORMATION,
  type Problem,
  SLOT_TAKEN,
} from "../contract/problem.ts";
import type { AnsweringContext } from "./hono-env.ts";

export type ProblemStatus = 400 | 401 | 402 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 426 | 429 | 500 | 503;

interface Reason {
  status: ProblemStatus;
  title: string;
  message: string;
  /** Seconds after which the same request may fare better. */
  retryAfter?: number;
}

/** Why the core refused, in the words of the wire. A code without an entry does not compile. */
const REJECTIONS: Record<RejectionCode, Reason> = {
  RoomNotFound: { status: 404, title: "Room not found", message: "Room not found" },
  RoomNotBookable: {
    status: 409,
    title: "Room takes no bookings",
    message: "This room takes no bookings at the moment",
  },
  InvalidBooking: { status: 400, title: "Invalid booking", message: INVALID_BOOKING_DATA },
  SlotTaken: { status: 409, title: "Slot taken", message: SLOT_TAKEN },
  TooManyHolds: {
    status: 429,
    title: "Too many unpaid bookings",
    message: "This email has too many unpaid bookings open. Pay or let some expire, then try again",
    retryAfter: 60,
  },
  IdempotencyKeyReused: {
    status: 422,
    title: "Idempotency key reused",
    message: "This Idempotency-Key was used with another request",
  },
  BookingNotFound: { status: 404, title: "Booking not found", message: "Booking not found" },
  NotTheCustomer: {
    status: 403,
    title: "Not this booking's customer",
    message: "This is not the email the booking was made with",
  },
  HoldExpired: {
    status: 409,
    title: "Hold expired",
    message: "The hold on this booking has expired. Please book the time again",
  },
  BookingCancelled: {
    status: 409,
    title: "Booking cancelled",
    message: "This booking has been cancelled and cannot be paid",
  },
  BookingOver: {
    status: 409,
    title: "Booking over",
    message: "This booking is cancelled, has begun or is over",
  },
  RescheduleTooLate: {
    status: 409,
    title: "Too late to reschedule",
    message: "Rescheduling needs 24 hours' notice before the booking begins",
  },
  RefundChanged: {
    status: 409,
    title: "Refund changed",
    message: "The refund is no longer the one you were shown. Please look at it again",
  },
  RefundNotFound: {
    status: 404,
    title: "Refund not found",
    message: "This booking has no such refund",
  },
  EmailTaken: { status: 409, title: "Email taken", message: "There is already an account with this email" },
  InvalidCredentials: { status: 401, title: "Not signed in", message: "Invalid email or password" },
  LinkInvalid: { status: 403, title: "Link not valid", message: "This link is not valid or has expired" },
  InvalidFeedback: { status: 400, title: "Invalid feedback", message: "Some of the feedback is not valid" },
  FeedbackNotOpen: {
    status: 409,
    title: "Feedback not open",
    message: "Feedback can be left for 30 days after a visit",
  },
  FeedbackAlreadyLeft: {
    status: 409,
    title: "Feedback already left",
    message: "You have already left feedback for this booking",
  },
  AlreadyPaid: {
    status: 409,
    title: "Already paid",
    message: "The downpayment of this booking is already paid",
  },
  AmountMismatch: {
    status: 400,
    title: "Wrong amount",
    message: "The amount is not the downpayment of this booking",
  },
  PaymentMismatch: {
    status: 400,
    title: "Payment of something else",
    message: "This payment does not belong to this booking, or is not its downpayment",
  },
  PaymentNotSucceeded: {
    status: 402,
    title: "Payment not successful",
    message: "The payment was not successful. Please try again or use another card",
  },
  PaymentRefunded: {
    status: 409,
    title: "Payment refunded",
    message:
      "This payment came too late: the time is no longer available. The full amount is being refunded to your card",
  },
  UnknownPaymentIntent: {
    status: 404,
    title: "Payment not found",
    message: "The payment provider knows no such payment",
  },
  PaymentProviderUnavailable: {
    status: 503,
    title: "Payment provider unavailable",
    message: "The payment provider is not available at the moment. Please try again shortly",
    retryAfter: 5,
  },
  InvalidStaffCredentials: {
    status: 401,
    title: "Not signed in",
    message: "Invalid username or password",
  },
  UsernameTaken: { status: 409, title: "Username taken", message: "This username is already taken" },
  StaffNotFound: { status: 404, title: "Staff account not found", message: "Staff account not found" },
  RoleNotPermitted: {
    status: 403,
    title: "Role not permitted",
    message: "Your role does not allow this",
  },
  AdminAccountProtected: {
    status: 403,
    title: "Admin account",
    message: "Only an admin can create, change or remove an admin account",
  },
  OwnAccount: {
    status: 403,
    title: "Your own account",
    message: "You cannot deactivate or delete your own account",
  },
  LastActiveAdmin: {
    status: 409,
    title: "Last active admin",
    message: "The last active admin cannot be deactivated or deleted",
  },
  ConcurrentChange: {
    status: 503,
    title: "Changed at the same time",
    message: "Somebody else is changing this at the same time. Please try again",
    retryAfter: 1,
  },
};

/** Why the BFF itself does not carry a request out. */
const REFUSALS = {
  MissingInformation: {
    status: 400,
    title: "Missing information",
    message: "Required information is missing",
  },
  InvalidData: { status: 400, title: "Invalid data", message: "Some of the data is not valid" },
  MissingBookingInformation: {
    status: 400,
    title: "Missing booking information",
    message: MISSING_BOOKING_INFORMATION,
  },
  MalformedJson: { status: 400, title: "Malformed JSON", message: "The body is not valid JSON" },
  InvalidIdempotencyKey: {
    status: 400,
    title: "Invalid Idempotency-Key",
    message: "Idempotency-Key must be 1 to 255 printable ASCII characters",
  },
  InvalidSignature: {
    status: 400,
    title: "Invalid signature",
    message: "The webhook's signature does not hold",
  },
  TestPaymentsOff: {
    status: 403,
    title: "Test payments are off",
    message: "Payments with a test token are refused while real cards are charged",
  },
  SessionRequired: { status: 401, title: "Not signed in", message: "Please log in first" },
  SessionEnded: {
    status: 401,
    title: "Session ended",
    message: "Your session has ended. Please log in again",
  },
  AccountDeactivated: {
    status: 401,
    title: "Account deactivated",
    message: "This account has been deactivated",
  },
  StaffOnly: { status: 403, title: "Staff only", message: "This is for staff only" },
  CustomersOnly: { status: 403, title: "Customers only", message: "This is for signed-in customers only" },
  NotYourRecord: {
    status: 403,
    title: "Not your own",
    message: "You can see your own loyalty record only",
  },
  ForeignOrigin: {
    status: 403,
    title: "Request from elsewhere",
    message: "This request did not come from our own pages",
  },
  NotFound: { status: 404, title: "Not found", message: "There is nothing at this address" },
  MethodNotAllowed: {
    status: 405,
    title: "Method not allowed",
    message: "This address does not take this method",
  },
  BodyTooLarge: { status: 413, title: "Body too large", message: "The body is larger than 64 KiB" },
  UnsupportedMediaType: {
    status: 415,
    title: "Unsupported media type",
    message: "Send the body as application/json",
  },
  UpgradeRequired: {
    status: 426,
    title: "Upgrade required",
    message: "This address speaks WebSocket only",
  },
  TooManyRequests: {
    status: 429,
    title: "Too many requests",
    message: "Too many requests. Please wait a moment and try again",
    retryAfter: 60,
  },
  InternalError: {
    status: 500,
    title: "Internal error",
    message: "Something went wrong on our side. Please try again later",
  },
  DatabaseUnavailable: {
    status: 503,
    title: "Database unavailable",
    message: "The service is not available at the moment. Please try again shortly",
    retryAfter: 2,
  },
  NotReady: { status: 503, title: "Not ready", message: "The service is not ready", retryAfter: 2 },
} satisfies Record<string, Reason>;

export type ProblemCode = RejectionCode | keyof typeof REFUSALS;

/** Every reason by its code, for answers and for the page that explains them. */
export const REASONS: Record<ProblemCode, Reason> = { ...REJECTIONS, ...REFUSALS };

/** Where a problem's `type` leads: its entry on the documentation page. */
export const problemPage = (code: ProblemCode): string => `/api/docs#${code}`;

interface Details {
  /** Instead of the reason's own words. */
  message?: string | undefined;
  errors?: readonly FieldError[] | undefined;
  headers?: Record<string, string>;
}

export type ProblemAnswer = Response & TypedResponse<Problem, ProblemStatus, "json">;

export function problem(c: AnsweringContext, code: ProblemCode, details: Details = {}): ProblemAnswer {
  const { status, title, retryAfter, ...reason } = REASONS[code];
  const message = details.message ?? reason.message;
  const body: Problem = {
    type: problemPage(code),
    title,
    status,
    detail: message,
    message,
    code,
    requestId: c.get("requestId"),
    ...(details.errors && details.errors.length > 0 ? { errors: [...details.errors] } : {}),
  };
  return c.json(body, status, {
    "Content-Type": "application/problem+json",
    "Cache-Control": "no-store",
    ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
    ...details.headers,
  });
}

/** The core's refusal as an answer; the payment provider's own words, where it has some, reach the customer. */
export function refusal(c: AnsweringContext, { code, errors, detail }: Rejection): ProblemAnswer {
  return problem(c, code, { message: detail, errors });
}
