/** Carries out commands on several bookings in one append: all happen, or none. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import {
  type Append,
  type AppendRule,
  COMMAND_REPEATED,
  type EventMeta,
  type OtherAppend,
  SESSION_INVALID,
  STREAM_CHANGED,
  withOthers,
} from "../log/append-request.ts";
import { appendTogether } from "../log/append-statements.ts";
import type { Outcome } from "../log/decision.ts";
import { loadStreams } from "../log/load-streams.ts";
import { type Refused, refuse } from "../log/rejection.ts";
import { requireExisting } from "../log/transact.ts";
import { VENUE_UNCHANGED_CONSTRAINT } from "../venue/venue.ts";
import { afterCharges, chargeAccounts, withCharges } from "./billing/charge-accounts.ts";
import { type BookingChange, decide } from "./booking.ts";
import { loadHolderHash } from "./hold/holder.ts";
import { HOURS_CLAIMED, hourOperations, TURNAROUND_BROKEN } from "./hold/hours.ts";
import type { Booking } from "./state/booking-state.ts";
import { bookingStream } from "./state/booking-stream.ts";
import { waitlistFollowUps, withLastRules } from "./waitlist/follow-ups.ts";
import { offerMissed } from "./waitlist/sweep.ts";

/** A booking of them, before and after; `after` is `before` if nothing changed. */
export interface Changed {
  id: number;
  before: Booking;
  after: Booking;
}

const MAX_ATTEMPTS = 10;
const MAX_CLASHES_OF_OFFERS = 3;
const RETRIED: readonly string[] = [STREAM_CHANGED, COMMAND_REPEATED, VENUE_UNCHANGED_CONSTRAINT];
const CLASHES: readonly string[] = [HOURS_CLAIMED, TURNAROUND_BROKEN];

export interface Together {
  ids: readonly number[];
  /** What is done to a booking with so many events; null leaves it as it is. Asked again if another change was faster. */
  commandOf(
    id: number,
    booking: Booking,
    version: number,
  ): BookingChange | null | Promise<BookingChange | null>;
  /** The id of a command that may come again; a new one by default. */
  commandId?: string;
  kind: string;
  meta: EventMeta;
  /** The append rules of a booking that changes, beside those of its hours. */
  rulesOf?: (id: number, after: Booking) => readonly AppendRule[];
  /** Appends to other streams in the same transaction, after those to the bookings. Asked again if another change was faster. */
  others?(changed: readonly Changed[]): Promise<readonly OtherAppend[]>;
  /** Hours of some of them are taken; what was tried is given. `retry` asks for all commands again. */
  onClash?(changed: readonly Changed[]): Promise<Refused | "retry">;
  /** Only decides, and writes nothing. */
  dryRun?: boolean;
}

/**
 * Answers each booking before and after. The first command that is refused refuses all; so does an unknown booking, with `BookingNotFound`.
 * A clash is `SlotTaken` unless `onClash` says otherwise.
 */
export async function handleTogether(core: Core, asked: Together): Promise<Outcome<Changed[]>> {
  const { ids, kind, meta, dryRun = false } = asked;
  const commandId = asked.commandId ?? `${kind}:${randomUUID()}`;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const loaded = await loadStreams(core.sql, bookingStream, ids);
    const changed: Changed[] = [];
    const appends: Append[] = [];
    const occurredAt = core.clock.now();
    for (const { id, state, version } of loaded) {
      if (!state.exists) return refuse("BookingNotFound");
      const command = await asked.commandOf(id, state, version);
      const decision = command === null ? { ok: true as const, events: [] } : decide(command, state);
      if (!decision.ok) return decision;
      const after = requireExisting(decision.events.reduce(bookingStream.evolve, state));
      changed.push({ id, before: state, after });
      if (decision.events.length === 0 || dryRun) continue;
      // The session is checked once, by the first append.
      const { session: _, ...others } = meta;
      const isFirst = appends.length === 0;
      appends.push({
        stream: { category: bookingStream.category, id },
        expectedVersion: version,
        commandId: `${commandId}/${id}`,
        events: decision.events.map(bookingStream.encode),
        meta: isFirst ? meta : others,
        occurredAt,
        appendRules: [
          ...(await hourOperations(state, after, () => loadHolderHash(core, after))),
          ...(asked.rulesOf?.(id, after) ?? []),
        ],
      });
    }
    if (appends.length === 0) return { ok: true, value: changed, position: loaded.at(-1)?.at ?? null };
    const charged = await chargeAccounts(core, changed);
    if (!charged.ok) return charged;
    const others = (await asked.others?.(changed)) ?? [];
    const waitlist = await waitlistFollowUps(core, { bookings: changed });
    const all = withOthers(withCharges(appends, charged), [...others, ...waitlist.appends]);
    const result = await appendTogether(core.sql, withLastRules(all, waitlist.rules));
    if (result.ok) {
      const position = result.appended.at(-1)?.position ?? null;
      if (position) core.afterAppend(position);
      await offerMissed(core, waitlist.missed);
      const value = changed.map((one) => ({ ...one, after: afterCharges(one.id, one.after, charged) }));
      return { ok: true, value, position };
    }
    const { violated } = result;
    if (violated === SESSION_INVALID) return refuse("SessionEnded");
    // Hours beside the freed ones, which an offer was to have too, may have been taken meanwhile.
    const mayBeOfOffer =
      CLASHES.includes(violated) && waitlist.appends.length > 0 && attempt < MAX_CLASHES_OF_OFFERS;
    if (CLASHES.includes(violated) && !mayBeOfOffer) {
      const answer = (await asked.onClash?.(changed)) ?? refuse("SlotTaken");
      if (answer !== "retry") return answer;
    } else if (violated === VENUE_UNCHANGED_CONSTRAINT && waitlist.appends.length > 0) {
      await core.venue.reload();
    } else if (!RETRIED.includes(violated) && !mayBeOfOffer) {
      throw new Error(`No refusal explains the violation of ${violated} by ${kind}`);
    }
  }
  return refuse("ConcurrentChange");
}
