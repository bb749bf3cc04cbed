/** Checks the events of each call: an answered write is in the log once, an unanswered one at most once, a refused one not at all. */
import type { Call } from "../history.ts";
import type { Claim, Finding } from "./evidence/claims.ts";
import type { Evidence, LogEvent } from "./evidence/evidence.ts";
import { fieldsOf, numberOf, textOf } from "./evidence/fields.ts";
import { groupedBy } from "./evidence/grouping.ts";
import { OPERATIONS, type Operation } from "./evidence/operations.ts";
import { seriesOf } from "./evidence/series.ts";

/** Actors of events that the product appends by itself, without a call. */
const OWN_ACTORS = new Set(["system", "provider"]);

const isAnonymousFeedback = ({ type, data }: LogEvent): boolean =>
  type === "FeedbackLeft" && data.anonymous === true;
const asksToBeAnonymous = ({ operation, body }: Call): boolean =>
  operation === "POST /api/feedback" && fieldsOf(body).anonymous === true;

/** A dry run only answers what would happen. */
export const isDryRun = ({ path }: Pick<Call, "path">): boolean => /[?&]dryRun=1(&|$)/.test(path);

const isDone = ({ status }: Call): boolean => status !== null && status < 300;
const isRefused = ({ status }: Call): boolean => status !== null && status >= 300 && status < 500;

export function checkAnswers({ calls, log, streams }: Evidence): Finding[] {
  const byRequest = groupedBy(log, ({ requestId }) => requestId);
  const asked = new Map(calls.map((call) => [call.requestId, call]));
  return [
    ...eventsWithoutCall(log, asked),
    ...anonymousFeedback(calls, log),
    ...doubleRequests(calls),
    ...calls.flatMap((call) => refused(call, byRequest.get(call.requestId) ?? [])),
    ...groupsOf(calls).flatMap((group) =>
      written(
        group,
        group.flatMap(({ requestId }) => byRequest.get(requestId) ?? []),
        streams,
      ),
    ),
  ];
}

const at = ({ stream, version, type }: LogEvent): string => `${type} at ${stream} v${version}`;

function eventsWithoutCall(log: readonly LogEvent[], asked: ReadonlyMap<string, Call>): Finding[] {
  return log.flatMap((event) =>
    asked.has(event.requestId) || OWN_ACTORS.has(event.actor) || isAnonymousFeedback(event)
      ? []
      : [
          {
            claim: "answers.without-call",
            subject: `${event.stream} v${event.version}`,
            words: `${event.type} by ${event.actor} was not appended by a call (request ${event.requestId})`,
          },
        ],
  );
}

/**
 * The log does not say which call left anonymous feedback, so the events are counted: at least as many as were answered, at most as many
 * as were requested.
 */
function anonymousFeedback(calls: readonly Call[], log: readonly LogEvent[]): Finding[] {
  const given = calls.filter(asksToBeAnonymous);
  const least = given.filter(isDone).length;
  const most = given.filter((call) => !isRefused(call)).length;
  const found = log.filter(isAnonymousFeedback).length;
  if (found >= least && found <= most) return [];
  const words = `${least} were answered and ${most} may have been carried out; the log has ${found}`;
  return [{ claim: found < least ? "answers.lost" : "answers.twice", subject: "anonymous feedback", words }];
}

function doubleRequests(calls: readonly Call[]): Finding[] {
  const seen = new Set<string>();
  return calls.flatMap(({ requestId, operation }) => {
    if (!seen.has(requestId)) {
      seen.add(requestId);
      return [];
    }
    return [
      { claim: "answers.history", subject: requestId, words: `${operation} has the id of an earlier call` },
    ];
  });
}

/** Each call without a key is a group of its own; calls with one key and one body are one request, however often it was sent. */
function groupsOf(calls: readonly Call[]): Call[][] {
  const requests = groupedBy(calls, ({ client, operation, path, idempotencyKey, requestId, body }) =>
    idempotencyKey === null ? requestId : JSON.stringify([client, operation, path, idempotencyKey, body]),
  );
  return [...requests.values()];
}

function refused(call: Call, events: readonly LogEvent[]): Finding[] {
  if (!isRefused(call)) return [];
  const may = OPERATIONS[call.operation]?.eventsIfRefused ?? [];
  const wrong = events.filter(({ type }) => !may.includes(type));
  if (wrong.length === 0) return [];
  const words = `answered ${call.status}, and appended ${wrong.map(at).join(", ")}`;
  return [{ claim: "answers.refused", subject: subjectOf(call), words }];
}

const subjectOf = ({ operation, requestId }: Call): string => `${operation} ${requestId}`;

function written(
  group: readonly Call[],
  events: readonly LogEvent[],
  streams: Evidence["streams"],
): Finding[] {
  const [first] = group;
  if (!first) return [];
  const subject = subjectOf(first);
  const found = (claim: Claim, words: string): Finding => ({ claim, subject, words });
  if (first.operation.startsWith("GET ") || isDryRun(first)) {
    return events.length === 0
      ? []
      : [found("answers.reads", `a read appended ${events.map(at).join(", ")}`)];
  }
  const operation = OPERATIONS[first.operation];
  if (!operation)
    return [found("answers.operations", "the checker does not know which events this call may append")];
  return [
    ...lost(group, operation, events).map((words) => found("answers.lost", words)),
    ...twice(operation, events, streams).map((words) => found("answers.twice", words)),
    ...unexpected(group, operation, events).map((words) => found("answers.unexpected", words)),
    ...sameAnswer(group).map((words) => found("answers.repeated-key", words)),
  ];
}

function lost(
  group: readonly Call[],
  { alwaysAppends, mainEvents, followingEvents }: Operation,
  events: readonly LogEvent[],
): string[] {
  const done = group.find(isDone);
  if (!done || !alwaysAppends || asksToBeAnonymous(done)) return [];
  const expected = mainEvents.length > 0 ? mainEvents : followingEvents;
  return events.some(({ type }) => expected.includes(type))
    ? []
    : [`answered ${done.status}, and the log has no ${expected.join(" or ")} for it`];
}

/** A command is one transaction: events that came twice, or in two transactions, were appended by two commands. */
function twice(
  { mainEvents, followingEvents, severalStreams }: Operation,
  events: readonly LogEvent[],
  streams: Evidence["streams"],
): string[] {
  const made = events.filter(({ type }) => mainEvents.includes(type));
  const isSame = (a: LogEvent, b: LogEvent): boolean =>
    a.type === b.type && (a.stream === b.stream || !belongTogether(severalStreams, made, streams));
  const doubled = made.filter((event, i) => made.findIndex((other) => isSame(other, event)) !== i);
  if (doubled.length > 0) return [`appended ${made.map(at).join(", ")}`];
  if (new Set(made.map(({ xid }) => xid)).size > 1) {
    return [`appended in several transactions: ${made.map(at).join(", ")}`];
  }
  const alone = mainEvents.length === 0 && new Set(events.map(({ commandId }) => commandId)).size > 1;
  return alone && followingEvents.length > 0
    ? [`appended by several commands: ${events.map(at).join(", ")}`]
    : [];
}

/** Whether the bookings are dates of one series, or two that are swapped, so that one call may change all of them. */
function belongTogether(
  may: Operation["severalStreams"],
  events: readonly LogEvent[],
  streams: Evidence["streams"],
): boolean {
  const names = new Set(events.filter(({ category }) => category === "booking").map(({ stream }) => stream));
  if (may === "swap") return names.size === 2;
  const series = new Set([...names].map((name) => seriesOf(streams.get(name))?.id ?? null));
  return may === "series" && series.size === 1 && !series.has(null);
}

function unexpected(
  group: readonly Call[],
  { mainEvents, followingEvents, eventsIfRefused }: Operation,
  events: readonly LogEvent[],
): string[] {
  const refusals = group.some(isRefused) ? eventsIfRefused : [];
  const inDoubt = group.some((call) => !isDone(call) && !isRefused(call)) ? eventsIfRefused : [];
  const may = [...mainEvents, ...followingEvents, ...refusals, ...inDoubt];
  const others = events.filter(({ type }) => !may.includes(type));
  return others.length === 0 ? [] : [`appended ${others.map(at).join(", ")}`];
}

/** A repeated key gets the first answer. */
function sameAnswer(group: readonly Call[]): string[] {
  const ids = new Set(
    group.filter(isDone).flatMap(({ answer }) => {
      const fields = fieldsOf(answer);
      return numberOf(fields, "id") ?? textOf(fields, "number") ?? [];
    }),
  );
  return ids.size <= 1 ? [] : [`one key was answered with ${[...ids].join(" and ")}`];
}
