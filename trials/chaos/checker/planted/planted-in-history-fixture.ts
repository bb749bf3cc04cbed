/** Lists faults that are planted in a copy of the history: each alone, with the claims that must find it. */
import { randomUUID } from "node:crypto";
import type { Call, FaultDone, HeadSeen, HistoryEntry, MailArrived } from "../../history.ts";
import type { Claim } from "../evidence/claims.ts";
import { fieldsOf, listOf } from "../evidence/fields.ts";
import type { CleanWorld } from "./clean-world-fixture.ts";

export interface PlantedHistoryFault {
  fault: string;
  /** The first claim is the one that the fault is planted for; the others are broken by it too. */
  finds: readonly [Claim, ...Claim[]];
  plant(history: HistoryEntry[], world: CleanWorld): HistoryEntry[];
}

type Kinds = { call: Call; fault: FaultDone; head: HeadSeen; mail: MailArrived };

export function firstOf<Kind extends keyof Kinds>(
  history: readonly HistoryEntry[],
  kind: Kind,
  is: (entry: Kinds[Kind]) => boolean = () => true,
): Kinds[Kind] {
  const found = history.find((entry) => entry.kind === kind && is(entry as Kinds[Kind])); // the kind decides the type
  if (!found) throw new Error(`the clean run has no such ${kind}`);
  return found as Kinds[Kind];
}

const replaced = <Entry extends HistoryEntry>(
  history: readonly HistoryEntry[],
  entry: Entry,
  changes: Partial<Entry>,
): HistoryEntry[] => history.map((one) => (one === entry ? { ...entry, ...changes } : one));

const isCall = (operation: string, client?: string) => (call: Call) =>
  call.operation === operation && (client === undefined || call.client === client);
const CONTACT = isCall("POST /api/contact", "visitor-6");
const HELD = "GET /api/bookings/held";

/** Changes the answer to the first such call. */
const answered =
  (is: (call: Call) => boolean, changes: (call: Call) => Partial<Call>) => (history: HistoryEntry[]) => {
    const call = firstOf(history, "call", is);
    return replaced(history, call, changes(call));
  };

/** Adds a copy of the first such call, with these changes. */
const oneMore = (is: (call: Call) => boolean, changes: Partial<Call>) => (history: HistoryEntry[]) => [
  ...history,
  { ...firstOf(history, "call", is), requestId: randomUUID(), endedAt: Date.now(), ...changes },
];

const recovered = (changes: Partial<FaultDone>) => (history: HistoryEntry[]) =>
  replaced(history, firstOf(history, "fault"), changes);

/** A booking of the clean run as it was shown after its first event. */
function asRequested(history: readonly HistoryEntry[], id: number): unknown {
  const made = firstOf(
    history,
    "call",
    ({ operation, answer }) =>
      operation === "POST /api/bookings" && JSON.stringify(answer ?? {}).startsWith(`{"id":${id},`),
  );
  return made.answer;
}

export const HISTORY_FAULTS: readonly PlantedHistoryFault[] = [
  {
    fault: "an answer of 500",
    finds: ["answers.failed"],
    plant: oneMore(isCall(HELD), { status: 500, answer: {} }),
  },
  {
    fault: "a 503 without Retry-After",
    finds: ["answers.retry-after"],
    plant: oneMore(isCall(HELD), { status: 503, retryAfter: null, answer: {} }),
  },
  {
    fault: "an answered write that is not in the log",
    finds: ["answers.lost"],
    plant: oneMore(CONTACT, { status: 201, answer: { id: 999 } }),
  },
  {
    fault: "answered anonymous feedback that is not in the log",
    finds: ["answers.lost"],
    plant: oneMore(isCall("POST /api/feedback"), { body: { anonymous: true } }),
  },
  {
    fault: "a request under one key that was carried out twice",
    finds: ["answers.twice"],
    plant(history) {
      const unanswered = firstOf(history, "call", isCall("POST /api/bookings", "visitor-6"));
      const again = firstOf(history, "call", isCall("POST /api/bookings", "visitor-8"));
      const one = { client: "visitor-6", idempotencyKey: "one", body: unanswered.body };
      return replaced(replaced(history, unanswered, one), again, one);
    },
  },
  {
    fault: "a key that was answered with another booking the second time",
    finds: ["answers.repeated-key"],
    plant: answered(
      ({ idempotencyKey }) => idempotencyKey === "once",
      () => ({ answer: { id: 998 } }),
    ),
  },
  {
    fault: "a refused call that appended",
    finds: ["answers.refused"],
    plant: answered(CONTACT, () => ({ status: 409 })),
  },
  {
    fault: "a call that appended an event of another call",
    finds: ["answers.unexpected"],
    plant: answered(CONTACT, () => ({ operation: "POST /api/auth/user-logout" })),
  },
  {
    fault: "a call that the checker does not know",
    finds: ["answers.operations"],
    plant: answered(CONTACT, () => ({ operation: "POST /api/something-new" })),
  },
  {
    fault: "a read that appended",
    finds: ["answers.reads"],
    plant: answered(CONTACT, () => ({ operation: "GET /api/house" })),
  },
  {
    fault: "events without a call",
    finds: ["answers.without-call"],
    plant: (history) => history.filter((entry) => entry !== firstOf(history, "call", CONTACT)),
  },
  {
    fault: "two calls with one id",
    finds: ["answers.history"],
    plant: (history) => [...history, firstOf(history, "call", isCall(HELD))],
  },
  {
    fault: "a command of the operator that failed",
    finds: ["commands.clean"],
    plant: (history) => [
      ...history,
      { kind: "command", command: "check-guard", endedAt: Date.now(), exitCode: 1, output: "fault: guard" },
    ],
  },
  {
    fault: "no service after a fault",
    finds: ["recovery.serving"],
    plant: recovered({ servingAt: null, currentAt: null }),
  },
  {
    fault: "service that returned too late",
    finds: ["recovery.serving"],
    plant: (history) => {
      const { partsBackAt } = firstOf(history, "fault");
      return recovered({ servingAt: partsBackAt + 5_001, currentAt: partsBackAt + 5_100 })(history);
    },
  },
  {
    fault: "read tables that never became current",
    finds: ["recovery.current"],
    plant: recovered({ currentAt: null }),
  },
  {
    fault: "read tables that took too long to be current",
    finds: ["recovery.current"],
    plant: (history) => {
      const { servingAt } = firstOf(history, "fault");
      return recovered({ currentAt: (servingAt ?? 0) + 2_001 })(history);
    },
  },
  {
    fault: "a booking that was shown in a state that it never had",
    finds: ["reads.true"],
    plant: answered(isCall("GET /api/bookings/{id}/own", "visitor-1"), ({ answer }) => ({
      answer: { ...Object(answer), status: "completed" },
    })),
  },
  {
    fault: "a booking that was shown and is not in the log",
    finds: ["reads.true"],
    plant: answered(isCall("GET /api/bookings/{id}/own", "visitor-1"), ({ answer }) => ({
      answer: { ...Object(answer), id: 99_999 },
    })),
  },
  {
    fault: "a booking that was shown as before after its client had cancelled it",
    finds: ["reads.own-writes"],
    plant: (history, { bookings }) =>
      oneMore(isCall("GET /api/bookings/{id}/own", "visitor-2"), {
        answer: asRequested(history, bookings.cancelled),
      })(history),
  },
  {
    fault: "a booking that was missing in the list of its client",
    finds: ["reads.own-writes"],
    plant: answered(isCall("GET /api/auth/bookings"), () => ({ answer: [] })),
  },
  {
    fault: "a hold that was missing in the list of its client",
    finds: ["reads.own-writes"],
    plant: answered(isCall(HELD), () => ({ answer: [] })),
  },
  {
    fault: "hours that were shown as free to the client that had booked them",
    finds: ["reads.own-writes"],
    plant: answered(isCall("GET /api/rooms/{id}/bookings", "visitor-1"), () => ({ answer: [] })),
  },
  {
    fault: "a booking that was shown as before after the client had seen it cancelled",
    finds: ["reads.monotonic"],
    plant(history, { bookings }) {
      const seen = history.findLast(
        (entry): entry is Call =>
          entry.kind === "call" && isCall("GET /api/bookings/{id}/own", "visitor-2")(entry),
      );
      const look = (answer: unknown, endedAt: number) =>
        oneMore(isCall("GET /api/bookings"), { client: "staff-9", answer: [answer], endedAt });
      const now = Date.now();
      return look(asRequested(history, bookings.cancelled), now + 1)(look(seen?.answer, now)(history));
    },
  },
  {
    fault: "an event that a program was not told of",
    finds: ["reads.cursor"],
    plant: answered(isCall("GET /api/events"), ({ answer }) => ({
      answer: { events: listOf(fieldsOf(answer).events).slice(1) },
    })),
  },
  {
    fault: "a head that is not a checkpoint",
    finds: ["heads.form"],
    plant: (history) => [
      ...history,
      { kind: "head", seenAt: Date.now(), checkpoint: "hub.example/log\nmany\n" },
    ],
  },
  {
    fault: "a head with an invalid signature",
    finds: ["heads.signature"],
    plant(history) {
      const { checkpoint } = firstOf(history, "head");
      const at = checkpoint.length - 20;
      const other = checkpoint[at] === "A" ? "B" : "A";
      return [...history, headOf(`${checkpoint.slice(0, at)}${other}${checkpoint.slice(at + 1)}`)];
    },
  },
  {
    fault: "a head without a signature by a key of the log",
    finds: ["heads.signature"],
    plant: (history) => [
      ...history,
      headOf(firstOf(history, "head").checkpoint.replace(/^— \S+/m, "— someone.else/log")),
    ],
  },
  {
    fault: "an answered entry of the waitlist that is not in the log",
    finds: ["waitlist.joins"],
    plant: answered(isCall("POST /api/waitlist"), ({ answer }) => ({
      answer: { ...Object(answer), id: 999 },
    })),
  },
  {
    fault: "a list of who waits that lacks the first",
    finds: ["waitlist.shown"],
    plant: answered(isCall("GET /api/waitlist"), ({ answer }) => ({ answer: listOf(answer).slice(1) })),
  },
];

export const headOf = (checkpoint: string): HeadSeen => ({ kind: "head", seenAt: Date.now(), checkpoint });
