/** Defines the history of a run for the checker: plain data, one JSON object a line, in the order in which calls and faults ended. */

/** One call of one client, with its answer. A client's calls never overlap. */
export interface Call {
  kind: "call";
  /** A UUID that the client made, sent as `X-Request-Id`: it is `meta.requestId` of every event that this call appended. */
  requestId: string;
  /** The session that called: `visitor-3`, `customer-2`, `staff-1`. */
  client: string;
  /** The name in the API's document: `POST /api/bookings/{id}/payment`; `GET …` of a page has its pattern. */
  operation: string;
  /** With its parameters and its query. */
  path: string;
  body: unknown;
  /** The `Idempotency-Key` that was sent. */
  idempotencyKey: string | null;
  /** Milliseconds since 1970 by the tool's own clock, which no fault shifts. */
  askedAt: number;
  /** When the whole answer had arrived, or the client gave up. */
  endedAt: number;
  /** Null if no whole answer came; the call may have been carried out or not. */
  status: number | null;
  retryAfter: string | null;
  answer: unknown;
}

/** A fault that happened to the product. */
export interface FaultDone {
  kind: "fault";
  /** Counts from 1 over the run. */
  number: number;
  /** The kind of fault: `kill-worker`, `provider-slow`. */
  fault: string;
  /** The target: `bff-1`, `postgres`. */
  target: string;
  /** Milliseconds since 1970, as in `Call`. */
  beganAt: number;
  /** When every part of the product was back. */
  partsBackAt: number;
  /** When the product first took a booking after that; null if that took longer than the tool waits. */
  servingAt: number | null;
  /** When the read tables first showed that booking; null if that took longer than the tool waits. */
  currentAt: number | null;
}

/** A signed head of the log, as the product publishes it. */
export interface HeadSeen {
  kind: "head";
  seenAt: number;
  checkpoint: string;
}

/** A mail that arrived in the outbox; two arrivals of one file count as two. */
export interface MailArrived {
  kind: "mail";
  arrivedAt: number;
  /** The file's name: `booking-42.1.booking-received.….eml`. */
  file: string;
}

/** An operator's command that was run beside the product, or after it. */
export interface CommandRun {
  kind: "command";
  /** `verify`, `check-guard`, `diff all`. */
  command: string;
  endedAt: number;
  exitCode: number;
  output: string;
}

export type HistoryEntry = Call | FaultDone | HeadSeen | MailArrived | CommandRun;

/** Accepts entries as they end. */
export interface HistoryWriter {
  add(entry: HistoryEntry): void;
}
