/** Checks the waitlist by the log alone, one transaction after another: its order, its offers, and that no entry is skipped. */
import type { Finding } from "./evidence/claims.ts";
import { createDays } from "./evidence/days.ts";
import type { Evidence } from "./evidence/evidence.ts";
import { isoOf, listOf } from "./evidence/fields.ts";
import { placesOf } from "./fold/hours-replay.ts";
import { type EntryFold, isOpen, overlaps } from "./fold/waitlist-fold.ts";
import { freedRuns, HOUR_MS, replayWaitlist, type WaitlistStep } from "./fold/waitlist-replay.ts";
import { fitsWithin, isOpenFor, suits } from "./fold/wish-fit.ts";
import { checkEnds } from "./waitlist-ends.ts";
import { checkOffers } from "./waitlist-offers.ts";
import { type Days, DECIDED_WITHIN_MS, found } from "./waitlist-step.ts";

/** Nothing is offered that begins sooner. */
const LEAST_LEAD_MS = HOUR_MS;

export function checkWaitlist({ byCommit, timeZone, offerMinutes }: Evidence): Finding[] {
  const days = createDays(timeZone);
  const findings: Finding[] = [];
  const erased = new Set<string>();
  let last: WaitlistStep | null = null;
  // One after another: a step knows the hours as they are until the next one.
  for (const step of replayWaitlist(byCommit)) {
    for (const { type, data } of step.events) {
      if (type === "PersonErased") for (const id of listOf(data.personIds)) erased.add(String(id));
    }
    findings.push(
      ...checkOffers(step, { days, offerMinutes }),
      ...checkEnds(step, { erased, days }),
      ...skipped(step, days),
    );
    last = step;
  }
  return [...findings, ...erasedAndOpen(last, erased)];
}

/** Hours became free, stay free, and an entry waited before that they fit whole. */
function skipped(step: WaitlistStep, days: Days): Finding[] {
  const [event] = step.events;
  if (!event) return [];
  const stillWaiting = [...step.before.values()].filter(
    ({ id, state }) => state === "waiting" && step.after.get(id)?.state === "waiting",
  );
  if (stillWaiting.length === 0) return [];
  return freedRuns(step).flatMap((run) =>
    stillWaiting.flatMap((entry) => {
      const visit = fitsWithin(entry, run, days).find((hours) =>
        mayHave(step, entry, { ...run, hours }, days),
      );
      if (!visit) return [];
      const cause = step.events.find(({ category }) => category !== "waitlist") ?? event;
      const at = `room ${run.roomId} at ${isoOf(visit[0] ?? Number.NaN)} for ${visit.length} h`;
      return [
        found(
          "waitlist.skipped",
          cause,
          `freed ${at}, and entry ${entry.id}, which waits for it, was not offered it`,
        ),
      ];
    }),
  );
}

/** Whether the venue's rules allow the visit beyond doubt. */
function mayHave(
  { events, venue, holders, own }: WaitlistStep,
  entry: EntryFold,
  { roomId, hours }: { roomId: number; hours: readonly number[] },
  days: Days,
): boolean {
  const at = Math.max(...events.map(({ occurredAt }) => occurredAt));
  const [first, end] = [hours[0] ?? 0, (hours.at(-1) ?? 0) + HOUR_MS];
  const room = venue.rooms.get(roomId);
  const isKnown = Math.abs(at - venue.changedAt) > DECIDED_WITHIN_MS;
  if (!room || !isKnown || first < at + LEAST_LEAD_MS + DECIDED_WITHIN_MS) return false;
  const turnaround = room.turnaroundHours * HOUR_MS;
  const isClear = placesOf(roomId, first - turnaround, end + turnaround).every(
    (place) => !holders.has(place),
  );
  const wanted = { roomId, startsAt: first, endsAt: end };
  const hasLetGo = own.some(
    ({ event, list }) =>
      event.type === "OfferLapsed" &&
      event.data.entryId === entry.id &&
      (list.get(entry.id)?.offers ?? []).some((offer) => overlaps(offer, wanted)),
  );
  return isClear && !hasLetGo && suits(entry, room) && isOpenFor(venue, hours, days);
}

/** The entry of an erased person has left. */
const erasedAndOpen = (last: WaitlistStep | null, erased: ReadonlySet<string>): Finding[] =>
  [...(last?.after.values() ?? [])]
    .filter((entry) => isOpen(entry) && erased.has(entry.personId))
    .map(({ id, state }) => ({
      claim: "waitlist.left",
      subject: `entry ${id}`,
      words: `is ${state}, and its person was erased`,
    }));
