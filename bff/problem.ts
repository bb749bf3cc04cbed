/** Owns every error answer: which status, title and words each reason has, and how it is written (RFC 9457, DECISIONS Errors). */
import type { TypedResponse } from "hono";
import type { Rejection, RejectionCode } from "../core/rejection.ts";
import {
  type FieldError,
  INVALID_BOOKING_DATA,
  MISSING_BOOKING_INFORMATION,
  type Problem,
  SLOT_TAKEN,
} from "./contract/problem.ts";
import type { BffContext } from "./hono-env.ts";

export type ProblemStatus = 400 | 402 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 426 | 429 | 500 | 503;

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
  AlreadyPaid: { status: 409, title: "Already paid", message: "The downpayment of this booking is already paid" },
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

export function problem(c: BffContext, code: ProblemCode, details: Details = {}): ProblemAnswer {
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
export function refusal(c: BffContext, { code, errors, detail }: Rejection): ProblemAnswer {
  return problem(c, code, { message: detail, errors });
}
