/** Matches free hours to those who wait: the first entry, in the order of the log, whose wish fits whole (decision 274). Pure. */
import type { RoomHour } from "../../calendar/room-hours.ts";
import { HOUR_MS, hoursBetween, type VenueDay } from "../../venue/time/venue-time.ts";
import { type Entry, openEntries, type Waitlist } from "./waitlist.ts";
import type { HoursOffered } from "./waitlist-events.ts";
import type { PassedReason } from "./waitlist-words.ts";
import { asksFor, type Fit, type FreeDay, fitsOn, type OfferedRoom, suits } from "./wish.ts";

export interface Matching {
  now: Date;
  /** Those whose hours are free, by number. */
  rooms: ReadonlyMap<number, OfferedRoom & { turnaroundHours: number }>;
  /** Hours that an entry is not offered, because it let an offer of them go: by the entry's number. */
  refused: ReadonlyMap<number, readonly Pick<Fit, "roomId" | "startsAt" | "endsAt">[]>;
  /** Whether the venue's rules allow the booking. */
  accepts(entry: Entry, fit: Fit): boolean;
}

export interface Match {
  entry: Entry;
  fit: Fit;
  open: HoursOffered["open"];
}

/** Who is offered what, and what of the days is left that an entry asks for which was offered nothing. */
export interface Matched {
  matches: Match[];
  missed: FreeDay[];
}

/**
 * Who is offered which of these hours, in the order of the offers. An entry is offered one visit at most; what it leaves of the free hours
 * goes to those behind it.
 */
export function match(list: Waitlist, days: readonly FreeDay[], matching: Matching): Matched {
  const free = new FreeHours(days, matching);
  const entries = openEntries(list);
  const served = new Set<number>();
  const matches: Match[] = [];
  for (const entry of entries) {
    if (free.isUsedUp()) break;
    if (entry.state !== "waiting") continue;
    const fit = firstFit(entry, free, matching);
    if (!fit) continue;
    const whyPassed = (before: Entry): PassedReason =>
      before.state === "offered" || served.has(before.id) || hasRefused(before.id, fit, matching)
        ? "already offered"
        : "does not fit";
    matches.push({ entry, fit, open: openAt(entries, entry, fit, whyPassed) });
    served.add(entry.id);
    free.take(fit);
  }
  const unserved = entries.filter(({ id, state }) => state === "waiting" && !served.has(id));
  const missed = free.left().filter((on) => unserved.some(({ wish }) => asksFor(wish, on)));
  return { matches, missed };
}

/** The free hours that fit the wish, by start, then in the order of the wish's rooms. */
export function fitsOf(
  entry: Entry,
  days: readonly FreeDay[],
  { now, rooms }: Pick<Matching, "now" | "rooms">,
): Fit[] {
  const { wish } = entry;
  const place = ({ roomId }: Fit) => {
    const at = wish.roomIds.indexOf(roomId);
    return at < 0 ? roomId + wish.roomIds.length : at;
  };
  return days
    .filter((on) => {
      const room = rooms.get(on.roomId);
      return room && asksFor(wish, on) && suits(wish, room);
    })
    .flatMap((on) => fitsOn(wish, on, now))
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || place(a) - place(b));
}

function firstFit(entry: Entry, free: FreeHours, matching: Matching): Fit | undefined {
  const days = free.daysOf(entry.wish);
  if (days.length === 0) return undefined;
  return fitsOf(entry, days, matching).find(
    (fit) => !hasRefused(entry.id, fit, matching) && matching.accepts(entry, fit),
  );
}

const hasRefused = (entryId: number, fit: Fit, { refused }: Pick<Matching, "refused">): boolean =>
  (refused.get(entryId) ?? []).some(
    ({ roomId, startsAt, endsAt }) => roomId === fit.roomId && startsAt < fit.endsAt && fit.startsAt < endsAt,
  );

/** An event lists so many entries; a leaf of the log has room for no more. */
const MOST_LISTED = 1_500;

/**
 * Every open entry in order; each before the one that is served has the reason why it was passed. If more are open than an event can list,
 * those are left out that wish for no hour of that day in that room, and those behind.
 */
function openAt(
  entries: readonly Entry[],
  served: Entry,
  fit: Fit,
  whyPassed: (entry: Entry) => PassedReason | undefined,
): HoursOffered["open"] {
  const listed =
    entries.length <= MOST_LISTED
      ? entries
      : entries.filter(({ id, wish }) => id === served.id || (id < served.id && asksFor(wish, fit)));
  return listed.map((entry) => {
    const why = entry.id < served.id ? whyPassed(entry) : undefined;
    return why === undefined ? { id: entry.id } : { id: entry.id, why };
  });
}

/** The list of an offer out of turn: the reason of staff is why those before are passed who wait for the hours too. */
export const openForOverride = (list: Waitlist, served: Entry, fit: Fit): HoursOffered["open"] =>
  openAt(openEntries(list), served, fit, (entry) => {
    if (entry.state === "offered") return "already offered";
    return asksFor(entry.wish, fit) ? undefined : "does not fit";
  });

/** What is still free while the entries are served one after another. */
class FreeHours {
  readonly #days = new Map<VenueDay, FreeDay[]>();
  readonly #rooms: Matching["rooms"];

  constructor(days: readonly FreeDay[], { rooms }: Pick<Matching, "rooms">) {
    this.#rooms = rooms;
    for (const on of days) this.#days.set(on.day, [...(this.#days.get(on.day) ?? []), on]);
  }

  daysOf(wish: Parameters<typeof asksFor>[0]): FreeDay[] {
    if (wish.day === wish.until) return (this.#days.get(wish.day) ?? []).filter((on) => asksFor(wish, on));
    return [...this.#days.values()].flat().filter((on) => asksFor(wish, on));
  }

  left = (): FreeDay[] => [...this.#days.values()].flat();

  isUsedUp = (): boolean => this.#days.size === 0;

  /** The hours are taken, with the turnaround of the room beside them. */
  take({ roomId, day, startsAt, endsAt }: Fit): void {
    const turnaround = HOUR_MS * (this.#rooms.get(roomId)?.turnaroundHours ?? 0);
    const taken = new Set(
      hoursBetween(new Date(startsAt.getTime() - turnaround), new Date(endsAt.getTime() + turnaround)).map(
        (hour) => hour.getTime(),
      ),
    );
    const left = (this.#days.get(day) ?? []).flatMap((on) =>
      on.roomId === roomId ? without(on, taken) : on,
    );
    if (left.length > 0) this.#days.set(day, left);
    else this.#days.delete(day);
  }
}

/** None if nothing of the day can be offered any more. */
function without(on: FreeDay, taken: ReadonlySet<number>): FreeDay[] {
  const hours = on.hours.map(
    (hour): RoomHour => (taken.has(hour.startsAt.getTime()) ? { ...hour, state: "held" } : hour),
  );
  const freed = on.freed && new Set([...on.freed].filter((hour) => !taken.has(hour)));
  if (freed?.size === 0 || !hours.some(({ state }) => state === "free")) return [];
  return [{ ...on, hours, freed }];
}
