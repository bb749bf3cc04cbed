/**
 * How the browser calls the API: JSON with cookies, errors as decision 173 words
 * them, and reads that are never older than what the browser has seen.
 */
import {
  IDEMPOTENCY_KEY_HEADER,
  LOG_POSITION_HEADER,
  PROOF_OF_WORK_HEADER,
  READ_AFTER_HEADER,
} from "../../../bff/contract/headers.ts";
import type { FieldError, Problem } from "../../../bff/contract/problem.ts";
import type { FreeHours } from "../../../bff/contract/visitor/waitlist.ts";
import { highestSeenPosition, rememberPosition } from "./log-position.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface RequestOptions {
  /** Calls with the same key and body get the first answer again. */
  idempotencyKey?: string;
  /** The solution of the puzzle that the previous attempt was answered with. */
  proofOfWork?: string;
  signal?: AbortSignal;
  /** A session's token, sent as the bearer token. */
  bearer?: string;
  /** Called with the headers of an answer within 2xx. */
  onHeaders?: (headers: Headers) => void;
}

/** The fields of an error's body that are read. Only the message is always there; the product's own problems have the others as well. */
export type ReceivedProblem = Pick<Problem, "message"> &
  Partial<Pick<Problem, "code" | "errors" | "bookings" | "dates" | "challenge" | "difficulty">> & {
    free?: readonly FreeHours[];
  };

/** An answer outside 2xx. Its message is `"{status}: {body text, or the status text}"` (decision 173). */
export class RequestError extends Error {
  readonly status: number;
  /** The problem in the body; null if the body has no message. */
  readonly problem: ReceivedProblem | null;

  constructor(status: number, text: string, problem: ReceivedProblem | null) {
    super(`${status}: ${text}`);
    this.name = "RequestError";
    this.status = status;
    this.problem = problem;
  }
}

/**
 * No answer came, so the page cannot know whether the call was carried out.
 * `offline`: this device has no connection, and nothing was sent.
 */
export class NoAnswerError extends Error {
  readonly why: "offline" | "slow" | "unreachable";

  constructor(why: NoAnswerError["why"], cause: unknown) {
    super(`No answer: ${why}`, { cause });
    this.name = "NoAnswerError";
    this.why = why;
  }
}

/** Longer than the server takes for any call, payment included. A call must end, so that the visitor can try again. */
const PATIENCE_MS = 20_000;

/**
 * The server refuses a read whose read tables are behind what the browser has seen.
 * The read is retried this often, after the server's `Retry-After`.
 */
const VIEW_BEHIND: Problem["code"] = "ViewBehind";
const ASKED_AGAIN = 5;

export function parseProblem(text: string): ReceivedProblem | null {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null || !("message" in body)) return null;
    if (typeof body.message !== "string" || body.message === "") return null;
    return {
      message: body.message,
      ...("code" in body && typeof body.code === "string" ? { code: body.code } : {}),
      ...("errors" in body && Array.isArray(body.errors) ? { errors: body.errors.filter(isFieldError) } : {}),
      ...("bookings" in body && Array.isArray(body.bookings) ? { bookings: body.bookings } : {}),
      ...("dates" in body && Array.isArray(body.dates) ? { dates: body.dates.filter(isText) } : {}),
      ...("free" in body && Array.isArray(body.free) ? { free: body.free } : {}),
      ...("challenge" in body && typeof body.challenge === "string" ? { challenge: body.challenge } : {}),
      ...("difficulty" in body && typeof body.difficulty === "number" ? { difficulty: body.difficulty } : {}),
    };
  } catch {
    return null;
  }
}

const isText = (value: unknown): value is string => typeof value === "string";

const isFieldError = (error: unknown): error is FieldError =>
  typeof error === "object" &&
  error !== null &&
  "path" in error &&
  typeof error.path === "string" &&
  "message" in error &&
  typeof error.message === "string";

/**
 * Calls the API. The answer is not checked against the contract's type again: the server sends what the contract's schemas describe, and
 * a second check would add the schemas to every page.
 *
 * @throws RequestError for an answer outside 2xx; NoAnswerError without an answer,
 * or without one within 20 s; the reason of `signal` once it aborts.
 */
export async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<T> {
  const headers = new Headers({ "content-type": "application/json", accept: "application/json" });
  if (options.idempotencyKey) headers.set(IDEMPOTENCY_KEY_HEADER, options.idempotencyKey);
  if (options.proofOfWork) headers.set(PROOF_OF_WORK_HEADER, options.proofOfWork);
  if (options.bearer) headers.set("authorization", `Bearer ${options.bearer}`);
  const seen = method === "GET" ? highestSeenPosition() : null;
  if (seen !== null) headers.set(READ_AFTER_HEADER, seen);

  for (let again = 0; ; again++) {
    const { response, text } = await answerTo(path, options.signal, {
      method,
      headers,
      credentials: "include",
      body: body === undefined ? null : JSON.stringify(body),
    });
    rememberPosition(response.headers.get(LOG_POSITION_HEADER));
    if (response.ok) {
      options.onHeaders?.(response.headers);
      return (text === "" ? undefined : JSON.parse(text)) as T;
    }
    const problem = parseProblem(text);
    if (problem?.code !== VIEW_BEHIND || again === ASKED_AGAIN) {
      throw new RequestError(response.status, text || response.statusText, problem);
    }
    const afterSeconds = Number(response.headers.get("retry-after") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, afterSeconds * 1_000));
  }
}

/** A query function that reads a path; `call` is the request of a signed-in person, if the read needs one. */
export const read =
  <T>(path: string, call: typeof request = request) =>
  ({ signal }: { signal: AbortSignal }): Promise<T> =>
    call<T>("GET", path, undefined, { signal });

async function answerTo(path: string, asked: AbortSignal | undefined, init: RequestInit) {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await fetch(path, {
      ...init,
      signal: asked === undefined ? patience : AbortSignal.any([asked, patience]),
    });
    return { response, text: await response.text() };
  } catch (error) {
    if (asked?.aborted) throw error;
    if (patience.aborted) throw new NoAnswerError("slow", error);
    throw new NoAnswerError(globalThis.navigator?.onLine === false ? "offline" : "unreachable", error);
  }
}
