/** Checks what was answered about the waitlist, and its table of figures: joins are in the log, and staff's lists are the list as it was. */
import type { Call } from "../history.ts";
import type { Finding } from "./evidence/claims.ts";
import { createDays } from "./evidence/days.ts";
import { type Evidence, type LogEvent, streamsIn } from "./evidence/evidence.ts";
import { fieldsOf, listOf, numberOf, textOf } from "./evidence/fields.ts";
import { compareTable } from "./evidence/tables.ts";
import { lapsedOf, MOST_LAPSES, nextWaitlist, openOf, type WaitlistFold } from "./fold/waitlist-fold.ts";

const isDone = ({ status }: Call): boolean => status !== null && status < 300;

export async function checkWaitlistAnswers(evidence: Evidence): Promise<Finding[]> {
  const events = streamsIn(evidence, "waitlist").flat();
  const joins = new Map(
    events.flatMap((event) =>
      event.type === "WaitlistJoined" ? [[numberOf(event.data, "entryId"), event] as const] : [],
    ),
  );
  const { dayOf } = createDays(evidence.timeZone);
  const ends = new Map(
    events
      .filter(({ type }) => ["OfferClaimed", "OfferDeclined", "WaitlistLeft"].includes(type))
      .map(({ data, occurredAt }) => [numberOf(data, "entryId"), dayOf(occurredAt)] as const)
      .reverse(),
  );
  return [
    ...evidence.calls.flatMap((call) => lostJoin(call, joins)),
    ...wrongLists(evidence, events),
    ...(await compareTable(evidence, {
      table: "analytics_waitlist",
      key: ["entry_id"],
      expected: [...joins].map(([entry_id, { occurredAt }]) => ({
        entry_id,
        joined_on: dayOf(occurredAt),
        ended_on: ends.get(entry_id) ?? null,
      })),
    })),
  ];
}

/** An answered join is in the log under the answered number, with the wish that was asked for. */
function lostJoin(call: Call, joins: ReadonlyMap<number | null, LogEvent>): Finding[] {
  if (call.operation !== "POST /api/waitlist" || !isDone(call)) return [];
  const id = numberOf(fieldsOf(call.answer), "id");
  const data = joins.get(id)?.data ?? {};
  const asked = fieldsOf(call.body);
  const hourOf = (name: string): number => Number((textOf(asked, name) ?? "").slice(0, 2));
  const wish = [listOf(asked.roomIds), asked.day, hourOf("from"), hourOf("to"), asked.hours];
  const joined = [listOf(data.roomIds), data.day, data.from, data.to, data.hours];
  if (JSON.stringify(wish) === JSON.stringify(joined)) return [];
  const words = `answered entry ${id}, and the log has no such entry`;
  return [{ claim: "waitlist.joins", subject: `${call.operation} ${call.requestId}`, words }];
}

/** The whole list as staff read it is the list after some event, not before the last one that they had written. */
function wrongLists({ calls }: Evidence, events: readonly LogEvent[]): Finding[] {
  let list: WaitlistFold = new Map();
  const lists = [{ version: 0, list }];
  for (const event of events) {
    list = nextWaitlist(list, event);
    lists.push({ version: event.version, list });
  }
  const written = new Map(events.map(({ requestId, version }) => [requestId, version]));
  const known = new Map<string, number>();
  return [...calls]
    .sort((a, b) => a.endedAt - b.endedAt)
    .flatMap((call): Finding[] => {
      const { client, operation, path, requestId, answer } = call;
      const least = known.get(client) ?? 0;
      if (isDone(call)) known.set(client, Math.max(least, written.get(requestId) ?? 0));
      if (operation !== "GET /api/waitlist" || path.includes("?") || !isDone(call)) return [];
      const shown = listOf(answer)
        .map(fieldsOf)
        .map(({ id, state, lapses }) => `${id} ${state} ${lapses}`);
      const at = lists.findLast((one) => mayBeShown(one.list, shown));
      if (at && at.version >= least) return [];
      const words = at ? `it was until v${at.version}, and this client wrote v${least}` : "it never was";
      return [
        {
          claim: "waitlist.shown",
          subject: `${client} ${operation} ${requestId}`,
          words: `shows a list that ${words}`,
        },
      ];
    });
}

/** Whether the list may have been shown so. An offer whose time is over may be shown as lapsed before the log says so. */
function mayBeShown(list: WaitlistFold, shown: readonly string[]): boolean {
  let at = 0;
  for (const entry of openOf(list)) {
    const lapses = lapsedOf(entry).length;
    const isLapsed = entry.state === "offered" && shown[at] === `${entry.id} waiting ${lapses + 1}`;
    if (isLapsed || shown[at] === `${entry.id} ${entry.state} ${lapses}`) at += 1;
    else if (entry.state !== "offered" || lapses + 1 < MOST_LAPSES) return false;
  }
  return at === shown.length;
}
