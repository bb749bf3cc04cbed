/** Owns what must be so of what each client was shown: what it wrote, or something later; and never again what it has seen overtaken. */

import type { Call } from "../history.ts";
import { type BookingFold, statesOf } from "./booking-fold.ts";
import type { Claim, Finding } from "./claims.ts";
import { type Evidence, streamsIn } from "./evidence.ts";
import { type Fields, fieldsOf, instantOf, isFields, listOf, numberOf, textOf } from "./fields.ts";

/** A booking as an answer shows it. */
interface Shown {
  id: number;
  status: string;
  paymentStatus: string;
  startsAt: number;
  endsAt: number;
  roomId: number;
}

/** The lists in which a client's own bookings stand, all of them. */
const OWN_LISTS = new Set(["GET /api/auth/bookings", "GET /api/user/bookings"]);
const HELD_LIST = "GET /api/bookings/held";
const TAKEN_HOURS = "GET /api/rooms/{id}/bookings";

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
  const clients = new Map<string, Call[]>();
  for (const call of evidence.calls) clients.set(call.client, [...(clients.get(call.client) ?? []), call]);
  return [...clients].flatMap(([client, calls]) => checkClient(client, calls, { histories, written }));
}

/** The newest version that each call appended, of each booking. */
function writtenBy({ log }: Evidence): Map<string, Map<number, number>> {
  const written = new Map<string, Map<number, number>>();
  for (const { category, id, version, requestId } of log) {
    if (category !== "booking") continue;
    const versions = written.get(requestId) ?? new Map<number, number>();
    versions.set(id, Math.max(version, versions.get(id) ?? 0));
    written.set(requestId, versions);
  }
  return written;
}

interface Truth {
  histories: ReadonlyMap<number, readonly BookingFold[]>;
  written: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

/** From which version on a client must be shown a booking, and why. */
interface Floor {
  version: number;
  by: "wrote" | "saw";
}

function checkClient(client: string, calls: readonly Call[], { histories, written }: Truth): Finding[] {
  const floors = new Map<number, Floor>();
  const own = new Set<number>();
  const findings: Finding[] = [];
  const raise = (id: number, version: number, by: Floor["by"]): void => {
    if (version > (floors.get(id)?.version ?? 0)) floors.set(id, { version, by });
  };
  for (const call of [...calls].sort((a, b) => a.endedAt - b.endedAt)) {
    if (!isDone(call)) continue;
    const { operation, requestId, answer } = call;
    const subject = `${client} ${operation} ${requestId}`;
    const found = (claim: Claim, words: string): void => {
      findings.push({ claim, subject, words });
    };
    const isRead = operation.startsWith("GET ");
    if (!isRead) {
      for (const [id, version] of written.get(requestId) ?? []) raise(id, version, "wrote");
      const id = operation === "POST /api/bookings" ? numberOf(fieldsOf(answer), "id") : null;
      if (id !== null) own.add(id);
    }
    const shown = shownIn(answer);
    for (const one of shown) {
      const states = histories.get(one.id);
      if (!states) {
        found("reads.true", `shows booking ${one.id}, which is not in the log`);
        continue;
      }
      const versions = states.filter((state) => isSame(one, state)).map(({ version }) => version);
      const floor = floors.get(one.id);
      const first = versions.find((version) => version >= (floor?.version ?? 0));
      if (versions.length === 0) found("reads.true", `shows ${wordsOf(one)}, which it never was`);
      else if (first === undefined) {
        const claim = floor?.by === "wrote" ? "reads.own-writes" : "reads.monotonic";
        found(
          claim,
          `shows ${wordsOf(one)} of v${versions.at(-1)}, where this client ${floor?.by} v${floor?.version}`,
        );
      } else raise(one.id, first, "saw");
    }
    if (!isRead) continue;
    const missing = missingIn(call, shown, { own, floors, histories });
    for (const id of missing)
      found("reads.own-writes", `does not have booking-${id}, which this client made`);
  }
  return findings;
}

const wordsOf = ({ id, status, paymentStatus, startsAt, roomId }: Shown): string =>
  `booking-${id} as ${status}, ${paymentStatus}, room ${roomId} at ${new Date(startsAt).toISOString()}`;

const isSame = (shown: Shown, state: BookingFold): boolean =>
  shown.status === state.status &&
  shown.paymentStatus === state.paymentStatus &&
  shown.roomId === state.roomId &&
  shown.startsAt === state.startsAt &&
  shown.endsAt === state.endsAt;

/** Every booking that stands in an answer, by whatever member: an object with these six fields is one. */
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

/** Bookings of the client's own that a list of all of them lacks, or whose hours are told to be free. */
function missingIn(
  { operation, path, answer }: Call,
  shown: readonly Shown[],
  {
    own,
    floors,
    histories,
  }: { own: ReadonlySet<number>; floors: ReadonlyMap<number, Floor>; histories: Truth["histories"] },
): number[] {
  const has = new Set(shown.map(({ id }) => id));
  /** Whether it may by then be in a state in which the answer says nothing of it. */
  const mayBe = (id: number, is: (state: BookingFold) => boolean): boolean =>
    (histories.get(id) ?? []).some((state) => state.version >= (floors.get(id)?.version ?? 0) && is(state));
  if (OWN_LISTS.has(operation)) {
    return [...own].filter((id) => !has.has(id) && histories.get(id)?.[0]?.userId !== null);
  }
  if (operation === HELD_LIST) {
    return [...own].filter(
      (id) =>
        !has.has(id) &&
        !mayBe(
          id,
          ({ status, paymentStatus }) => status !== "pending" || !/pending|failed/.test(paymentStatus),
        ),
    );
  }
  if (operation !== TAKEN_HOURS) return [];
  const asked = new URL(path, "http://asked");
  const roomId = Number(/\/rooms\/(\d+)\//.exec(asked.pathname)?.[1]);
  const [from, to] = [askedDay(asked, "startDate", 0), askedDay(asked, "endDate", 1)];
  const taken = listOf(answer).map(fieldsOf);
  return [...own].filter((id) => {
    // It is shown as long as it cannot have moved or ended since: then its hours must be among the taken.
    const stayed = (histories.get(id) ?? []).filter(
      ({ version }) => version >= (floors.get(id)?.version ?? 0),
    );
    const [state] = stayed;
    if (!state || state.roomId !== roomId || state.startsAt < from || state.endsAt > to) return false;
    const isElsewhere = stayed.some(
      (one) =>
        one.status === "cancelled" ||
        one.roomId !== roomId ||
        one.startsAt !== state.startsAt ||
        one.endsAt !== state.endsAt,
    );
    if (isElsewhere) return false;
    return !taken.some(
      (span) => instantOf(span, "startTime") <= state.startsAt && instantOf(span, "endTime") >= state.endsAt,
    );
  });
}

/** Days are the house's; a day to either side is left out, so that no zone matters. */
function askedDay(asked: URL, name: string, after: 0 | 1): number {
  const text = asked.searchParams.get(name) ?? "";
  const at = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return at;
  return at + (after === 1 ? 0 : 86_400_000);
}
