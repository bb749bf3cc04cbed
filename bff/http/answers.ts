/** Writes the answers of calls: refusals and errors (RFC 9457, decision 173), and what a command has written. */
import type { TypedResponse } from "hono";
import type { Outcome } from "../../core/log/decision.ts";
import { formatPosition, type LogPosition } from "../../core/log/position.ts";
import type { Rejection } from "../../core/log/rejection.ts";
import { LOG_POSITION_HEADER } from "../contract/headers.ts";
import type { FieldError, Problem } from "../contract/problem.ts";
import type { RespondingContext } from "./hono-env.ts";
import { type ProblemCode, type ProblemStatus, REASONS } from "./problem-reasons.ts";

/** The page of a problem's `type`: its entry on the documentation page. */
const problemPage = (code: ProblemCode): string => `/api/docs#${code}`;

interface Details {
  /** Replaces the reason's own words. */
  message?: string | undefined;
  errors?: readonly FieldError[] | undefined;
  /** The bookings that conflict with a closure. */
  bookings?: Problem["bookings"];
  /** The days of a series that are lost. */
  dates?: readonly string[] | undefined;
  /** Hours that can be booked now. */
  free?: Problem["free"];
  /** The value that the next step of a login, or the repeat of a booking, sends back. */
  challenge?: string | undefined;
  /** How many zero bits the solution of the challenge needs. */
  difficulty?: number | undefined;
  headers?: Record<string, string>;
}

export type ProblemResponse = Response & TypedResponse<Problem, ProblemStatus, "json">;

export function problem(c: RespondingContext, code: ProblemCode, details: Details = {}): ProblemResponse {
  const { status, title, retryAfter, ...reason } = REASONS[code];
  const message = details.message ?? reason.message;
  c.set("problem", code);
  const body: Problem = {
    type: problemPage(code),
    title,
    status,
    detail: message,
    message,
    code,
    requestId: c.get("requestId"),
    ...(details.challenge === undefined ? {} : { challenge: details.challenge }),
    ...(details.difficulty === undefined ? {} : { difficulty: details.difficulty }),
    ...(details.bookings === undefined ? {} : { bookings: details.bookings }),
    ...(details.dates === undefined ? {} : { dates: [...details.dates] }),
    ...(details.free === undefined ? {} : { free: details.free }),
    ...(details.errors && details.errors.length > 0 ? { errors: [...details.errors] } : {}),
  };
  return c.json(body, status, {
    "Content-Type": "application/problem+json",
    "Cache-Control": "no-store",
    // RFC 9110 requires that every 401 says how to sign in.
    ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
    ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
    ...details.headers,
  });
}

/** The core's refusal as an answer; it includes the payment provider's own words for the customer, if there are any. */
export function refusal(
  c: RespondingContext,
  { code, errors, detail, dates, free }: Rejection,
): ProblemResponse {
  return problem(c, code, { message: detail, errors, dates, free: free?.map(spanJson) });
}

const spanJson = ({ roomId, startsAt, endsAt }: NonNullable<Rejection["free"]>[number]) => ({
  roomId,
  startTime: startsAt.toISOString(),
  endTime: endsAt.toISOString(),
});

/** 429 with `Retry-After`: `ms` milliseconds as whole seconds, at least one. */
export function tooMany(c: RespondingContext, ms: number, message?: string): ProblemResponse {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return problem(c, "TooManyRequests", { message, headers: { "Retry-After": String(seconds) } });
}

/** The header `Log-Position` of a write's answer; none when nothing was written. */
export function logPositionHeader(position: LogPosition | null): Record<string, string> {
  return position ? { [LOG_POSITION_HEADER]: formatPosition(position) } : {};
}

const answering =
  <Status extends 200 | 201>(status: Status) =>
  async <Value, Body extends object>(
    c: RespondingContext,
    outcome: Outcome<Value>,
    body: (value: Value, position: LogPosition | null) => Body | Promise<Body>,
  ) => {
    if (!outcome.ok) return refusal(c, outcome.rejection);
    const { value, position } = outcome;
    return c.json(await body(value, position), status, logPositionHeader(position));
  };

/** The answer to a command: what `body` makes of its result, with the log position after it; or the refusal. */
export const answerWritten = answering(200);

/** The same with status 201. */
export const answerCreated = answering(201);
