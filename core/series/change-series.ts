/** Cancels or moves dates of a series: one, one and the following, or all to come; all of them change, or none (decision 253). */
import { randomUUID } from "node:crypto";
import type { BookingChange } from "../booking/booking.ts";
import { clearHours } from "../booking/handle.ts";
import { type Changed, handleTogether } from "../booking/handle-together.ts";
import { owedOnceCancelled } from "../booking/payment/on-account.ts";
import type { CancelledBy } from "../booking/rules/refund-policy.ts";
import type { LoadedSeries, SeriesBooking } from "../booking/series/load-series.ts";
import type { SeriesScope } from "../booking/series/repeat.ts";
import { type SeriesEvent, seriesStream } from "../booking/series/series.ts";
import { type Booking, occupies, unpaidIntentId } from "../booking/state/booking-state.ts";
import { refundDue, refuseOwedChanged } from "../booking/visit/own-cancellation.ts";
import type { Core } from "../context.ts";
import type { EventMeta, OtherAppend } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { type Refused, refuse, refuseField } from "../log/rejection.ts";
import { load } from "../log/transact.ts";
import type { PaymentGateway } from "../payment/gateway.ts";
import { recordPayment } from "../payment/record-payment.ts";
import { storePerson, textRow } from "../person/personal-data.ts";
import { isBookableByVisitors, type Room } from "../venue/rooms/rooms.ts";
import { parseVenueTime, type VenueDay, venueClockOf, venueDayOf } from "../venue/time/venue-time.ts";
import { requireVenueUnchanged } from "../venue/venue.ts";

/** Which dates: `bookingId` is the one that was chosen. */
interface Chosen {
  bookingId: number;
  scope: SeriesScope;
}

/** Who asks: the holder by the rules for customers, or staff by theirs. */
type Asking = "holder" | "staff";

/** Dates that have begun never change, and a cancelled one stays cancelled. The chosen date itself is decided by the rules of one booking. */
function targetsOf(
  { bookings }: LoadedSeries,
  { bookingId, scope }: Chosen,
  now: Date,
): SeriesBooking[] | Refused {
  const chosen = bookings.find(({ id }) => id === bookingId);
  if (!chosen) return refuse("BookingNotFound");
  if (scope === "one") return [chosen];
  const from = scope === "following" ? bookings.indexOf(chosen) : 0;
  const targets = bookings
    .slice(from)
    .filter(({ booking }) => occupies(booking) && booking.status !== "completed" && booking.startsAt > now);
  return targets.length > 0 ? targets : refuse("BookingOver");
}

const isRefused = (value: SeriesBooking[] | Refused): value is Refused => !Array.isArray(value);

export interface CancelDates extends Chosen {
  by: Asking;
  /** Staff say who cancels; a holder's cancellation is the customer's. */
  cancelledBy: CancelledBy;
  /** Staff's words; the guest reads them only if `tellReason`. */
  reason: string | null;
  tellReason: boolean;
  /** The refund that was shown, in cents; null if none was. Another one is refused with `RefundChanged`. */
  statedRefundCents: number | null;
  /** What was shown to be owed on account then, in cents; absent or null if nothing was shown. */
  statedOwedCents?: number | null;
}

/** Cancels by the policy of each date. With `dryRun` nothing is written. */
export async function cancelDates(
  core: Core,
  loaded: LoadedSeries,
  asked: CancelDates,
  { meta, dryRun }: { meta: EventMeta; dryRun: boolean },
): Promise<Outcome<Changed[]>> {
  const now = core.clock.now();
  const targets = targetsOf(loaded, asked, now);
  if (isRefused(targets)) return targets;
  const { by, cancelledBy, reason, tellReason } = asked;
  const refunds = new Map(
    targets.map(({ id, booking }) => [id, occupies(booking) ? refundDue(booking, cancelledBy, now) : 0]),
  );
  const sum = [...refunds.values()].reduce((all, cents) => all + cents, 0);
  if (asked.statedRefundCents !== null && asked.statedRefundCents !== sum) return refuse("RefundChanged");
  const owed = targets.reduce(
    (all, { booking }) => all + (owedOnceCancelled(booking, cancelledBy, now) ?? 0),
    0,
  );
  const { statedOwedCents = null } = asked;
  if (statedOwedCents !== null && statedOwedCents !== owed) return refuseOwedChanged();
  const words = new Map(targets.map(({ id }) => [id, reason === null ? null : textRow(reason)]));
  const commandOf = (id: number): BookingChange =>
    by === "holder"
      ? { type: "CancelOwnBooking", statedRefundCents: refunds.get(id) ?? null, now }
      : {
          type: "CancelBooking",
          cancelledBy,
          reasonId: words.get(id)?.id,
          ...(words.get(id) && tellReason ? { reasonTold: true } : {}),
          now,
        };
  return handleTogether(core, {
    ids: targets.map(({ id }) => id),
    kind: "cancel-series",
    meta,
    commandOf,
    rulesOf: (id) => {
      const row = words.get(id);
      return row ? [storePerson(row)] : [];
    },
    dryRun,
  });
}

export interface MoveDates extends Chosen {
  by: Asking;
  /** Venue-local `HH:mm`; null: every date keeps its own start. */
  startTime: string | null;
  /** Null: every date stays in its room. Only staff move to another room. */
  roomId: number | null;
  /** The venue is the cause, so that no price rises. */
  ourFault: boolean;
}

const MAX_ATTEMPTS = 5;

/**
 * Moves dates within their days, by the rules of a move by staff or of a customer's rescheduling. Answers `SlotTaken` with the days of all
 * dates that cannot move, and then none has moved. An open payment at an older price is withdrawn first; throws `GatewayUnavailable` if the
 * provider does not answer. With `dryRun` nothing is written.
 */
export async function moveDates(
  core: Core,
  gateway: PaymentGateway,
  loaded: LoadedSeries,
  asked: MoveDates,
  { meta, dryRun }: { meta: EventMeta; dryRun: boolean },
): Promise<Outcome<Changed[]>> {
  await core.venue.reload();
  const now = core.clock.now();
  const targets = targetsOf(loaded, asked, now);
  if (isRefused(targets)) return targets;
  const room = asked.roomId === null ? null : core.rooms.byId(asked.roomId);
  if (room === undefined) return refuse("RoomNotFound");
  if (asked.by === "holder" && targets.some(({ booking }) => room && room.id !== booking.roomId)) {
    return refuseField(
      "InvalidBooking",
      "roomId",
      "Only the venue can move a booking to another room. Write to us",
    );
  }
  if (asked.startTime === null && room === null) {
    return refuseField("InvalidBooking", "startTime", "Say the new start or another room");
  }
  const [first] = targets;
  if (first && asked.startTime !== null && startOf(core, first.booking, asked.startTime) === null) {
    return refuseField("InvalidBooking", "startTime", "Enter the start as HH:mm");
  }
  /** Intents that can no longer be paid. */
  const withdrawn = new Set<string>();
  const together = (dry: boolean): Promise<Outcome<Changed[]>> =>
    handleTogether(core, {
      ids: targets.map(({ id }) => id),
      kind: "move-series",
      meta,
      commandOf: (_, booking) => moveCommand(core, asked, booking, { now, withdrawn, planning: dry }),
      rulesOf: (_, { roomId }) => {
        const into = core.rooms.byId(roomId);
        return into ? [requireVenueUnchanged(into, core.settings)] : [];
      },
      others: (changed) => seriesMoved(core, loaded.id, asked, changed),
      onClash: (changed) => whyNotFree(core, changed).then((lost) => lost ?? "retry"),
      dryRun: dry,
    });
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const planned = await together(true);
    if (!planned.ok) return planned;
    const taken = await whyNotFree(core, planned.value);
    if (taken) return taken;
    if (dryRun) return planned;
    const refused = await withdrawOldPrices(core, gateway, planned.value, { withdrawn, meta });
    if (refused) return refused;
    const outcome = await together(false);
    if (outcome.ok || outcome.rejection.code !== "ConcurrentChange") return outcome;
  }
  return refuse("ConcurrentChange");
}

/** The new start on the booking's own day; null if the text is no time. */
function startOf({ timeZone }: Core, { startsAt }: Booking, startTime: string | null): Date | null {
  return startTime === null ? startsAt : parseVenueTime(venueDayOf(startsAt, timeZone), startTime, timeZone);
}

function moveCommand(
  core: Core,
  asked: MoveDates,
  booking: Booking,
  { now, withdrawn, planning }: { now: Date; withdrawn: ReadonlySet<string>; planning: boolean },
): BookingChange | null {
  const room: Room | undefined = core.rooms.byId(asked.roomId ?? booking.roomId);
  const startsAt = startOf(core, booking, asked.startTime);
  if (!room || !startsAt) return null;
  const { timeZone } = core;
  const at = { now, timeZone, opening: core.settings.schedule() };
  if (asked.by === "holder") {
    const startDate = venueDayOf(booking.startsAt, timeZone);
    return {
      type: "RescheduleBooking",
      startDate,
      startsAt,
      room: { bookable: isBookableByVisitors(room) },
      ...at,
    };
  }
  const intentId = unpaidIntentId(booking);
  const isGone = planning || (intentId !== null && withdrawn.has(intentId));
  return {
    type: "MoveBooking",
    startsAt,
    endsAt: null,
    room,
    ourFault: asked.ourFault,
    withdrawnIntentId: isGone ? intentId : null,
    ...at,
  };
}

/** `SlotTaken` with the days of those whose new hours others have; overdue holds are expired. */
async function whyNotFree(core: Core, changed: readonly Changed[]): Promise<Refused | null> {
  const dates: VenueDay[] = [];
  for (const { id, before, after } of changed) {
    if (before === after || (await clearHours(core, id, after))) continue;
    dates.push(venueDayOf(after.startsAt, core.timeZone));
  }
  return dates.length === 0 ? null : refuse("SlotTaken", { dates });
}

/** Null once no older price can be paid any more. Money that had come is recorded, and the move is planned again. */
async function withdrawOldPrices(
  core: Core,
  gateway: PaymentGateway,
  changed: readonly Changed[],
  { withdrawn, meta }: { withdrawn: Set<string>; meta: EventMeta },
): Promise<Refused | null> {
  for (const { id, before, after } of changed) {
    const intentId = unpaidIntentId(before);
    if (before.totalCents === after.totalCents || intentId === null || withdrawn.has(intentId)) continue;
    const report = await gateway.cancelIntent(intentId);
    if (report === null || report.status === "canceled") withdrawn.add(intentId);
    else if (report.status !== "succeeded") {
      return refuse("NoLongerHeld", {
        detail: "The bank has not confirmed a payment of this series yet. Please wait a moment",
      });
    } else {
      const commandId = `move-series:${randomUUID()}`;
      const recorded = await recordPayment(core, id, report, { commandId, meta });
      if (!recorded.ok && recorded.rejection.code !== "PaymentMismatch") return recorded;
    }
  }
  return null;
}

/** The series' own event if further dates go elsewhere from now on: not for a single date. */
async function seriesMoved(
  core: Core,
  id: number,
  { scope, startTime, roomId }: MoveDates,
  changed: readonly Changed[],
): Promise<OtherAppend[]> {
  const last = changed.at(-1);
  if (scope === "one" || !last) return [];
  const { state: series, version } = await load(core.sql, seriesStream, id);
  if (!series.exists) return [];
  const length = series.hours.end - series.hours.start;
  const start =
    startTime === null ? series.hours.start : venueClockOf(last.after.startsAt, core.timeZone).hour;
  const event: SeriesEvent = {
    type: "SeriesMoved",
    data: { roomId: roomId ?? series.roomId, hours: { start, end: start + length } },
  };
  return [
    {
      stream: { category: seriesStream.category, id },
      expectedVersion: version,
      events: [seriesStream.encode(event)],
    },
  ];
}
