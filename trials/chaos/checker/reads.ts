/** Checks what each client was shown: its own writes or a later state, and never an older state than it has seen before. */

import type { Call } from "../history.ts";
import { isDryRun } from "./answers.ts";
import type { Claim, Finding } from "./evidence/claims.ts";
import { type Evidence, streamsIn } from "./evidence/evidence.ts";
import { type Fields, fieldsOf, instantOf, isFields, listOf, numberOf, textOf } from "./evidence/fields.ts";
import { groupedBy } from "./evidence/grouping.ts";
import { statesOf } from "./fold/booking-fold.ts";
import { type BookingFold, heldUntil } from "./fold/booking-state.ts";

/** A booking as an answer shows it. */
interface Shown {
  id: number;
  status: string;
  paymentStatus: string;
  startsAt: number;
  endsAt: number;
  roomId: number;
}

const isDone = ({ status }: Call): boolean => status !== null && status >= 200 && status < 300;

export function checkReads(evidence: Evidence): Finding[] {
  const histories = new Map(
    streamsIn(evidence, "booking").flatMap((events) => {
      const states = statesOf(events);
      const [first] = states;
      return first ? [[first.id, states] as const] : [];
    }),
  );
  const written = writtenBy(evidence);
  const clients = groupedBy(evidence.calls, ({ client }) => client);
  return [...clients].flatMap(([client, calls]) => checkClient(client, calls, { histories, written }));
}

/** The versions of a booking that a call appended. */
interface Written {
  first: number;
  last: number;
}

function writtenBy({ log }: Evidence): Truth["written"] {
  const written = new Map<string, Map<number, Written>>();
  for (const { category, id, version, requestId } of log) {
    if (category !== "booking") continue;
    const versions = written.get(requestId) ?? new Map<number, Written>();
    const { first, last } = versions.get(id) ?? { first: version, last: version };
    versions.set(id, { first: Math.min(first, version), last: Math.max(last, version) });
    written.set(requestId, versions);
  }
  return written;
}

interface Truth {
  histories: ReadonlyMap<number, readonly BookingFold[]>;
  /** By the call's id and the booking's number. */
  written: ReadonlyMap<string, ReadonlyMap<number, Written>>;
}

/** The lowest version of a booking that a client may be shown, and why. */
interface Floor {
  version: number;
  by: "wrote" | "saw";
}

function checkClient(client: string, calls: readonly Call[], { histories, written }: Truth): Finding[] {
  const floors = new Map<number, Floor>();
  const own = new Map<number, Made>();
  const findings: Finding[] = [];
  const raise = (id: number, version: number, by: Floor["by"]): void => {
    if (version > (floors.get(id)?.version ?? 0)) floors.set(id, { version, by });
  };
  const inOrder = [...calls].sort((a, b) => a.endedAt - b.endedAt);
  const writes = writesOf(inOrder, written);
  for (const [n, call] of inOrder.entries()) {
    if (!isDone(call)) continue;
    const { operation, requestId, answer } = call;
    const subject = `${client} ${operation} ${requestId}`;
    const found = (claim: Claim, words: string): void => {
      findings.push({ claim, subject, words });
    };
    const isRead = operation.startsWith("GET ");
    if (!isRead) {
      for (const [id, { last }] of written.get(requestId) ?? []) raise(id, last, "wrote");
      for (const made of madeBy(call)) own.set(made.id, made);
    }
    const shown = isOfThePast(operation) || isDryRun(call) ? [] : shownIn(answer);
    for (const one of shown) {
      const states = histories.get(one.id);
      if (!states) {
        found("reads.true", `shows booking ${one.id}, which is not in the log`);
        continue;
      }
      const versions = states.filter((state) => isSame(one, state)).map(({ version }) => version);
      const floor = floors.get(one.id);
      const first = versions.find((version) => version >= (floor?.version ?? 0));
      // A repeated key gets the first answer, whatever has happened to the booking since.
      const isRepeatable = call.idempotencyKey !== null;
      if (versions.length > 0 && isRepeatable) continue;
      if (versions.length === 0) found("reads.true", `shows ${describe(one)}, a state that it never had`);
      else if (first === undefined) {
        const claim = floor?.by === "wrote" ? "reads.own-writes" : "reads.monotonic";
        found(
          claim,
          `shows ${describe(one)} of v${versions.at(-1)}, but this client ${floor?.by} v${floor?.version}`,
        );
      } else raise(one.id, first, "saw");
    }
    if (!isRead) continue;
    const possible = (id: number): BookingFold[] => {
      const next = writes.get(id)?.find((write) => write.n > n)?.version ?? Number.POSITIVE_INFINITY;
      const least = floors.get(id)?.version ?? 0;
      return (histories.get(id) ?? []).filter(({ version }) => version >= least && version < next);
    };
    const missing = missingIn(call, shown, own, possible);
    for (const id of missing)
      found("reads.own-writes", `does not have booking-${id}, which this client made`);
  }
  return findings;
}

/** By booking: the calls in which a client wrote it, and the first version that each appended. Earlier reads cannot show that version. */
function writesOf(
  calls: readonly Call[],
  written: Truth["written"],
): Map<number, { n: number; version: number }[]> {
  const writes = new Map<number, { n: number; version: number }[]>();
  for (const [n, { requestId }] of calls.entries()) {
    for (const [id, { first }] of written.get(requestId) ?? []) {
      writes.set(id, [...(writes.get(id) ?? []), { n, version: first }]);
    }
  }
  return writes;
}

/** A booking that a client has made. */
interface Made {
  id: number;
  /** Its browser has a cookie for this booking. That of a series is for its first date, and opens the others. */
  hasCookie: boolean;
}

function madeBy({ operation, path, answer }: Call): Made[] {
  const fields = fieldsOf(answer);
  const idOf = (of: Fields): number[] => [numberOf(of, "id") ?? []].flat();
  if (operation === "POST /api/bookings") return idOf(fields).map((id) => ({ id, hasCookie: true }));
  const isSeries = operation === "POST /api/series";
  if (!isSeries && (operation !== "POST /api/series/{id}/extend" || isDryRun({ path }))) return [];
  return listOf(fields.bookings)
    .flatMap((one) => idOf(fieldsOf(one)))
    .map((id, at) => ({ id, hasCookie: isSeries && at === 0 }));
}

/** Auditors' calls show the past on request. */
const isOfThePast = (operation: string): boolean => operation.startsWith("GET /api/audit/");

const describe = ({ id, status, paymentStatus, startsAt, roomId }: Shown): string =>
  `booking-${id} as ${status}, ${paymentStatus}, room ${roomId} at ${new Date(startsAt).toISOString()}`;

const isSame = (shown: Shown, state: BookingFold): boolean =>
  shown.status === state.status &&
  shown.paymentStatus === state.paymentStatus &&
  shown.roomId === state.roomId &&
  shown.startsAt === state.startsAt &&
  shown.endsAt === state.endsAt;

/** Every booking in an answer, in any member: any object with these six fields. */
function shownIn(answer: unknown): Shown[] {
  if (Array.isArray(answer)) return answer.flatMap(shownIn);
  if (!isFields(answer)) return [];
  const shown = bookingOf(answer);
  return shown ? [shown] : Object.values(answer).flatMap(shownIn);
}

function bookingOf(fields: Fields): Shown | null {
  const [id, roomId] = [numberOf(fields, "id"), numberOf(fields, "roomId")];
  const [status, paymentStatus] = [textOf(fields, "status"), textOf(fields, "paymentStatus")];
  const [startsAt, endsAt] = [instantOf(fields, "startTime"), instantOf(fields, "endTime")];
  const isWhole = id !== null && roomId !== null && status !== null && paymentStatus !== null;
  if (!isWhole || Number.isNaN(startsAt) || Number.isNaN(endsAt)) return null;
  return { id, roomId, status, paymentStatus, startsAt, endsAt };
}

/**
 * The client's own bookings that a list of all of them lacks, or whose hours are answered as free, if that is wrong for each of their
 * possible states.
 */
function missingIn(
  { operation, path, answer }: Call,
  shown: readonly Shown[],
  own: ReadonlyMap<number, Made>,
  possible: (id: number) => readonly BookingFold[],
): number[] {
  const has = new Set(shown.map(({ id }) => id));
  const always = (is: (state: BookingFold) => boolean): number[] =>
    [...own.keys()].filter((id) => {
      const states = possible(id);
      return states.length > 0 && states.every(is);
    });
  switch (operation) {
    case "GET /api/auth/bookings":
    case "GET /api/user/bookings":
      return always(({ userId }) => userId !== null).filter((id) => !has.has(id));
    case "GET /api/bookings/held":
      return always(
        (state) =>
          heldUntil(state) !== null && (state.userId !== null || own.get(state.id)?.hasCookie === true),
      ).filter((id) => !has.has(id));
    case "GET /api/rooms/{id}/bookings": {
      const { isAsked, isTaken } = takenHours(path, answer);
      return always((state) => state.status !== "cancelled" && isAsked(state) && !isTaken(state));
    }
    default:
      return [];
  }
}

function takenHours(path: string, answer: unknown) {
  const asked = new URL(path, "http://asked");
  const roomId = Number(/\/rooms\/(\d+)\//.exec(asked.pathname)?.[1]);
  const [from, to] = [askedDay(asked, "startDate", 0), askedDay(asked, "endDate", 1)];
  const taken = listOf(answer).map(fieldsOf);
  return {
    isAsked: (state: BookingFold): boolean =>
      state.roomId === roomId && state.startsAt >= from && state.endsAt <= to,
    isTaken: (state: BookingFold): boolean =>
      taken.some(
        (span) =>
          instantOf(span, "startTime") <= state.startsAt && instantOf(span, "endTime") >= state.endsAt,
      ),
  };
}

/** Days are venue days; a day to either side is left out, so that the zone does not matter. */
function askedDay(asked: URL, name: string, after: 0 | 1): number {
  const text = asked.searchParams.get(name) ?? "";
  const at = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return at;
  return at + (after === 1 ? 0 : 86_400_000);
}
