/** Checks the log's streams: no gap, no command twice, the right order, only known types of events, and whole series. */

import type { Finding } from "./evidence/claims.ts";
import type { Evidence, LogEvent } from "./evidence/evidence.ts";
import { groupedBy } from "./evidence/grouping.ts";
import { checkSeries } from "./evidence/series.ts";

const CATEGORIES = new Set([
  "account",
  "block",
  "booking",
  "customer",
  "day",
  "erasure",
  "feed",
  "feedback",
  "house",
  "import",
  "inquiry",
  "invoices",
  "note",
  "room",
  "second-factor-policy",
  "series",
  "session",
  "staff",
  "token",
  "waitlist",
  "webhook",
]);

export function checkStreams(evidence: Evidence): Finding[] {
  const { streams, log } = evidence;
  return [
    ...versions(streams),
    ...commands(log),
    ...order(log),
    ...categories(streams),
    ...checkSeries(evidence),
  ];
}

function versions(streams: Evidence["streams"]): Finding[] {
  return [...streams].flatMap(([subject, events]) => {
    const wrong = events.findIndex(({ version }, i) => version !== i + 1);
    if (wrong < 0) return [];
    const words = `has version ${events[wrong]?.version} instead of ${wrong + 1}`;
    return [{ claim: "streams.versions", subject, words }];
  });
}

/** One command is one append: its events are in one stream and one transaction, numbered from 0. */
function commands(log: readonly LogEvent[]): Finding[] {
  const byCommand = groupedBy(log, ({ commandId }) => commandId);
  return [...byCommand].flatMap(([subject, events]) => {
    const [first] = events;
    const isOne = events.every(
      ({ commandSeq, stream, xid }, i) => commandSeq === i && stream === first?.stream && xid === first.xid,
    );
    if (isOne) return [];
    const at = events.map(({ stream, version, commandSeq }) => `${stream} v${version} as ${commandSeq}`);
    return [{ claim: "streams.commands", subject, words: `it was appended as ${at.join(", ")}` }];
  });
}

/** A stream's later version is of the same or a later transaction, and of a later position within one. */
function order(log: readonly LogEvent[]): Finding[] {
  const last = new Map<string, LogEvent>();
  const positions = new Map<number, LogEvent>();
  const findings: Finding[] = [];
  for (const event of log) {
    const { stream, version, position } = event;
    const before = last.get(stream);
    if (before && before.version >= version) {
      const words = `v${version} comes after v${before.version} in the log`;
      findings.push({ claim: "streams.order", subject: stream, words });
    }
    const other = positions.get(position);
    if (other?.epoch === event.epoch) {
      const words = `position ${position} is also that of ${other.stream} v${other.version}`;
      findings.push({ claim: "streams.order", subject: `${stream} v${version}`, words });
    }
    last.set(stream, event);
    positions.set(position, event);
  }
  return findings;
}

function categories(streams: Evidence["streams"]): Finding[] {
  return [...streams].flatMap(([subject, [first]]) =>
    first && CATEGORIES.has(first.category) && !Number.isNaN(first.id)
      ? []
      : [{ claim: "streams.categories", subject, words: "the checker does not know this kind of stream" }],
  );
}
