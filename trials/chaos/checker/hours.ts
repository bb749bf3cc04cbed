/** Checks the hours of rooms: no hour has two holders at any instant, and the log, the hour claims and the answered availability agree. */

import type { Claim, Finding } from "./evidence/claims.ts";
import type { Evidence } from "./evidence/evidence.ts";
import { fieldsOf, instantOf, isoOf, listOf } from "./evidence/fields.ts";
import { type Holder, placesOf, replayHours } from "./fold/hours-replay.ts";

/** The job of a hold ends it within seconds; a sweep each minute ends what that job has missed. */
const EXPIRED_WITHIN_MS = 120_000;
/** The greatest difference between the database's clock and the checker's own. */
const CLOCKS_APART_MS = 1_000;
/** The most days that a call answers. */
const DAYS_ASKED = 400;
const DAY_MS = 86_400_000;

export async function checkHours(evidence: Evidence): Promise<Finding[]> {
  const { byCommit, now } = evidence;
  const { holders, bookings, findings } = replayHours(byCommit);
  const overdue = new Set(
    [...holders.values()].flatMap(({ booking, heldUntil }) =>
      booking !== null && heldUntil !== null && heldUntil + EXPIRED_WITHIN_MS < now ? [booking] : [],
    ),
  );
  const expected: Hours = new Map([...holders].map(([place, holder]) => [place, textOfHolder(holder)]));
  return [
    ...findings,
    ...[...overdue].map(
      (id): Finding => ({
        claim: "hours.released",
        subject: `booking-${id}`,
        words: `its hold expired at ${isoOf(bookings.get(id)?.holdUntil ?? Number.NaN)}, and its hours are still held`,
      }),
    ),
    ...differences("hours.claims", expected, await claimedHours(evidence)),
    ...differences("hours.availability", expected, await viewHours(evidence)),
    ...(await answeredHours(evidence, holders)),
  ];
}

type Hours = Map<string, string>;

const held = ({ heldUntil }: Pick<Holder, "heldUntil">): string =>
  heldUntil === null ? "" : ` held until ${isoOf(heldUntil)}`;
const blocksIn = ({ blocks }: Pick<Holder, "blocks">): string =>
  [...blocks]
    .sort((a, b) => a - b)
    .map((id) => ` block-${id}`)
    .join("");
const textOfHolder = (holder: Holder): string =>
  `${holder.booking === null ? "no booking" : `booking-${holder.booking}`}${held(holder)}${blocksIn(holder)}`;

function differences(claim: Claim, expected: Hours, found: Hours): Finding[] {
  const places = [...new Set([...expected.keys(), ...found.keys()])].sort();
  return places.flatMap((subject) => {
    const [by, is] = [expected.get(subject) ?? "free", found.get(subject) ?? "free"];
    return by === is ? [] : [{ claim, subject, words: `by the log: ${by}; found: ${is}` }];
  });
}

interface Span {
  roomId: number;
  bookingId: number | null;
  startsAt: number;
  endsAt: number;
  heldUntil: number | null;
  blocks: number[];
}

/** Each row is one hour. */
async function claimedHours({ db }: Evidence): Promise<Hours> {
  const rows = await db<Span[]>`
    select room_id as "roomId", booking_id::float8 as "bookingId", block_ids::float8[]::text[]::int[] as blocks,
      (extract(epoch from starts_at) * 1000)::float8 as "startsAt",
      (extract(epoch from starts_at) * 1000 + 1)::float8 as "endsAt",
      (extract(epoch from held_until) * 1000)::float8 as "heldUntil"
    from room_hours`;
  return hoursOfSpans(rows);
}

async function viewHours({ db }: Evidence): Promise<Hours> {
  const rows = await db<Span[]>`
    select room_id as "roomId", booking_id::float8 as "bookingId", '{}'::int[] as blocks,
      (extract(epoch from starts_at) * 1000)::float8 as "startsAt",
      (extract(epoch from ends_at) * 1000)::float8 as "endsAt",
      (extract(epoch from held_until) * 1000)::float8 as "heldUntil"
    from availability where status <> 'cancelled' and not freed
    union all
    select room_id, null, array[block_id::int], (extract(epoch from starts_at) * 1000)::float8,
      (extract(epoch from ends_at) * 1000)::float8, null
    from room_blocks, unnest(room_ids) room_id where not lifted`;
  return hoursOfSpans(rows);
}

/** Spans of one place are merged; two bookings on one hour are both named. */
function hoursOfSpans(spans: readonly Span[]): Hours {
  const at = new Map<string, { bookings: string[]; blocks: Set<number> }>();
  for (const span of spans) {
    for (const place of placesOf(span.roomId, span.startsAt, span.endsAt)) {
      const here = at.get(place) ?? { bookings: [], blocks: new Set() };
      if (span.bookingId !== null) here.bookings.push(`booking-${span.bookingId}${held(span)}`);
      for (const block of span.blocks) here.blocks.add(block);
      at.set(place, here);
    }
  }
  return new Map(
    [...at].map(([place, { bookings, blocks }]) => [
      place,
      `${bookings.length === 0 ? "no booking" : bookings.sort().join(" and ")}${blocksIn({ blocks })}`,
    ]),
  );
}

/** The hours ahead as the API answers them: taken or free. */
async function answeredHours(
  { baseUrl, db, now }: Evidence,
  holders: ReadonlyMap<string, Holder>,
): Promise<Finding[]> {
  if (baseUrl === null) return [];
  const rooms = await db<{ id: number }[]>`select id from rooms order by id`;
  const from = new Date(now).toISOString();
  const to = new Date(now + DAYS_ASKED * DAY_MS).toISOString();
  const findings: Finding[] = [];
  for (const { id } of rooms) {
    const asked = new URL(`/api/rooms/${id}/bookings`, baseUrl);
    asked.search = new URLSearchParams({ startDate: from, endDate: to }).toString();
    const response = await fetch(asked);
    if (!response.ok) {
      findings.push({ claim: "hours.answered", subject: `room ${id}`, words: `answered ${response.status}` });
      continue;
    }
    const answered: Hours = new Map();
    for (const span of listOf(await response.json()).map(fieldsOf)) {
      if (span.turnaround === true) continue;
      for (const place of placesOf(id, instantOf(span, "startTime"), instantOf(span, "endTime"))) {
        answered.set(place, "taken");
      }
    }
    const ahead = (place: string): boolean => {
      const at = Date.parse(place.slice(place.indexOf(" ") + 1));
      return at >= now && at < now + DAYS_ASKED * DAY_MS && place.startsWith(`${id} `);
    };
    // An expired hold blocks no booking, though its expiry may not be appended yet.
    const taken = [...holders].filter(
      ([place, { heldUntil, blocks }]) =>
        ahead(place) && (heldUntil === null || heldUntil > now || blocks.size > 0),
    );
    // A hold that expires during this call may be answered as taken or as free.
    const answeredAt = Date.now() + CLOCKS_APART_MS;
    const isUnsure = (place: string): boolean => {
      const { heldUntil, blocks } = holders.get(place) ?? { heldUntil: null, blocks: new Set() };
      return (
        heldUntil !== null && blocks.size === 0 && heldUntil > now - CLOCKS_APART_MS && heldUntil < answeredAt
      );
    };
    const isJudged = (place: string): boolean => ahead(place) && !isUnsure(place);
    const expected: Hours = new Map(
      taken.filter(([place]) => isJudged(place)).map(([place]) => [place, "taken"]),
    );
    const found: Hours = new Map([...answered].filter(([place]) => isJudged(place)));
    findings.push(...differences("hours.answered", expected, found));
  }
  return findings;
}
