/** Replays which booking or closure has which hour of which room after each event, by the log alone. Pure; hours count from 1970. */

import type { Finding } from "../evidence/claims.ts";
import type { LogEvent } from "../evidence/evidence.ts";
import { instantOf, isoOf, listOf } from "../evidence/fields.ts";
import { groupedBy } from "../evidence/grouping.ts";
import { nextOf } from "./booking-fold.ts";
import { type BookingFold, heldUntil } from "./booking-state.ts";

const HOUR_MS = 3_600_000;

/** The holder of an hour: a booking, closures, or a booking that was kept under closures. */
export interface Holder {
  booking: number | null;
  /** The deadline of an unpaid hold. */
  heldUntil: number | null;
  blocks: ReadonlySet<number>;
}

const NO_HOLDER: Holder = { booking: null, heldUntil: null, blocks: new Set() };

/** `3 2026-12-01T15:00:00.000Z`. */
const placeOf = (roomId: number, at: number): string => `${roomId} ${isoOf(at)}`;

export function placesOf(roomId: number, startsAt: number, endsAt: number): string[] {
  const places: string[] = [];
  for (let at = startsAt; at < endsAt; at += HOUR_MS) places.push(placeOf(roomId, at));
  return places;
}

const numbersIn = (value: unknown): number[] =>
  listOf(value).filter((one): one is number => typeof one === "number");

/** The holders of places before a transaction: only of places whose holder it changed. */
export type ChangedPlaces = ReadonlyMap<string, Holder>;

/** Replays the events in the given order; `findings` lists bookings and closures that got an hour of another. */
export function replayHours(events: readonly LogEvent[]) {
  const replay = createHoursReplay();
  for (const transaction of transactionsOf(events)) replay.take(transaction);
  return replay;
}

/** Takes one transaction after another, in the order of commits. */
export function createHoursReplay() {
  const holders = new Map<string, Holder>();
  const bookings = new Map<number, BookingFold>();
  const blocks = new Map<number, readonly string[]>();
  /** The first event of each closure, which has its hours. */
  const spans = new Map<number, LogEvent>();
  const findings: Finding[] = [];
  let changed = new Map<string, Holder>();

  const holderOf = (place: string): Holder => holders.get(place) ?? NO_HOLDER;
  function set(place: string, holder: Holder): void {
    if (!changed.has(place)) changed.set(place, holderOf(place));
    if (holder.booking === null && holder.blocks.size === 0) holders.delete(place);
    else holders.set(place, holder);
  }
  const wrong = ({ stream, version, type }: LogEvent, words: string): void => {
    findings.push({ claim: "hours.twice", subject: `${stream} v${version} ${type}`, words });
  };

  function takeBooking(event: LogEvent): void {
    const before = bookings.get(event.id) ?? null;
    const after = nextOf(before, event);
    if (!after) return;
    bookings.set(event.id, after);
    const had = new Set(before ? hoursOf(before) : []);
    const has = hoursOf(after);
    const wanted = new Set(has);
    for (const place of had) {
      const holder = holderOf(place);
      if (!wanted.has(place) && holder.booking === event.id) {
        set(place, { ...holder, booking: null, heldUntil: null });
      }
    }
    for (const place of has) {
      const holder = holderOf(place);
      if (holder.booking !== null && holder.booking !== event.id) {
        wrong(event, `took ${place}, which booking-${holder.booking} has`);
      }
      if (!had.has(place) && holder.blocks.size > 0) {
        wrong(event, `took ${place}, which block-${[...holder.blocks].join(", block-")} has closed`);
      }
      set(place, { ...holder, booking: event.id, heldUntil: heldUntil(after) });
    }
  }

  /** `span`: the event that has the closure's hours, its first one. */
  function placeBlock(event: LogEvent, span: LogEvent): void {
    const { data, id } = event;
    const kept = new Set(numbersIn(data.kept));
    const [from, to] = [instantOf(span.data, "startsAt"), instantOf(span.data, "endsAt")];
    const places = numbersIn(data.roomIds).flatMap((roomId) => placesOf(roomId, from, to));
    spans.set(id, span);
    blocks.set(id, [...(blocks.get(id) ?? []), ...places]);
    for (const place of places) {
      const holder = holderOf(place);
      if (holder.booking !== null && !kept.has(holder.booking)) {
        wrong(event, `closed ${place}, which booking-${holder.booking} has and was not kept`);
      }
      set(place, { ...holder, blocks: new Set([...holder.blocks, id]) });
    }
  }

  function reopenBlock({ id }: LogEvent): void {
    for (const place of blocks.get(id) ?? []) {
      const holder = holderOf(place);
      set(place, { ...holder, blocks: new Set([...holder.blocks].filter((block) => block !== id)) });
    }
    blocks.delete(id);
  }

  /**
   * In one transaction two bookings may take the hours of each other: none of them has an hour any more that it leaves. No one else can
   * see it in between.
   */
  function leaveTogether(transaction: readonly LogEvent[]): void {
    const after = new Map<number, BookingFold>();
    for (const event of transaction) {
      if (event.category !== "booking") continue;
      const next = nextOf(after.get(event.id) ?? bookings.get(event.id) ?? null, event);
      if (next) after.set(event.id, next);
    }
    if (after.size < 2) return;
    for (const [id, booking] of after) {
      const before = bookings.get(id);
      const stays = new Set(hoursOf(booking));
      for (const place of before ? hoursOf(before) : []) {
        const holder = holderOf(place);
        if (!stays.has(place) && holder.booking === id)
          set(place, { ...holder, booking: null, heldUntil: null });
      }
    }
  }

  /** Answers the places whose holder it changed, with the holder before. */
  function take(transaction: readonly LogEvent[]): ChangedPlaces {
    changed = new Map();
    leaveTogether(transaction);
    for (const event of transaction) {
      if (event.category === "booking") takeBooking(event);
      else if (event.type === "BlockPlaced") placeBlock(event, event);
      else if (event.type === "BlockExtended") placeBlock(event, spans.get(event.id) ?? event);
      else if (event.type === "BlockLifted") reopenBlock(event);
    }
    return changed;
  }
  return { holders, bookings, findings, take };
}

/** The events of each transaction together, in the order in which they are given. */
export const transactionsOf = (events: readonly LogEvent[]): LogEvent[][] => [
  ...groupedBy(events, ({ epoch, xid }) => `${epoch} ${xid}`).values(),
];

/** Empty for a cancelled booking, and after a no-show that freed the hours. */
const hoursOf = ({ status, freed, roomId, startsAt, endsAt }: BookingFold): string[] =>
  status === "cancelled" || freed ? [] : placesOf(roomId, startsAt, endsAt);
