/** Makes the waitlist of the sample history: entries, offers and their answers, each by its real command. */
import { loadBooking } from "../../core/booking/handle.ts";
import { loadWaitlist } from "../../core/booking/waitlist/load-waitlist.ts";
import { openEntries, runningOffer } from "../../core/booking/waitlist/waitlist.ts";
import { requireExisting } from "../../core/log/transact.ts";
import { HOUR_MS } from "../../core/venue/time/venue-time.ts";
import { joinWaitlist } from "../../core/waitlist/join.ts";
import { declineOffer, withdrawEntry } from "../../core/waitlist/leave.ts";
import { at, bookSample, cancel, carryOut, complete, type DemoContext, metaOf, pay } from "./history.ts";
import { after } from "./plan.ts";
import type { PlannedAnswer, PlannedEntry, WaitedDay } from "./waiting.ts";

/** In the order of the plan. Answers how many entries were made; what a rule of this venue refuses is left out. */
export async function makeWaiting(context: DemoContext, planned: readonly WaitedDay[]): Promise<number> {
  let entries = 0;
  for (const day of planned) entries += (await makeDay(context, day)).length;
  return entries;
}

async function makeDay(context: DemoContext, planned: WaitedDay): Promise<number[]> {
  const { core } = context;
  const visits: (number | null)[] = [];
  for (const visit of planned.visits) visits.push(await bookSample(context, visit));
  const joined: number[] = [];
  for (const entry of planned.entries) joined.push(...(await join(context, entry)));
  const [first = null] = visits;
  if (planned.freedAt && first !== null) {
    await cancel(context, first, { cancelledBy: "customer", at: planned.freedAt });
  }
  for (const answer of planned.answers) await answerOffer(context, joined, answer);
  if (planned.leftAt) {
    // Whose entry has ended is refused.
    for (const id of joined) await withdrawEntry(at(core, planned.leftAt), id, metaOf({ kind: "visitor" }));
  }
  return joined;
}

async function join(
  { core }: DemoContext,
  { at: instant, person, roomIds, day, from, to, hours }: PlannedEntry,
): Promise<number[]> {
  const outcome = await joinWaitlist(
    at(core, instant),
    {
      wish: {
        ...{ roomIds, day, until: day, from, to, hours },
        ...{ duration: "hourly", attendees: null, engineerRequired: false },
      },
      userId: null,
      heldBy: "mailbox",
      eventType: "Rehearsal",
      person: { ...person, freeText: null },
      idempotencyKey: null,
      bodyHash: null,
    },
    metaOf({ kind: "visitor" }),
  );
  return outcome.ok ? [outcome.value.entry.id] : [];
}

/** The answer to the offer that one of these entries has. */
async function answerOffer(
  context: DemoContext,
  entries: readonly number[],
  answer: PlannedAnswer,
): Promise<void> {
  const { core } = context;
  const { state: list } = await loadWaitlist(core.sql);
  const entry = openEntries(list).find((one) => entries.includes(one.id) && runningOffer(one));
  const offer = entry && runningOffer(entry);
  if (!offer) return;
  const { bookingId, until, startsAt, endsAt } = offer;
  switch (answer.kind) {
    case "lapses": {
      const now = after(until, 1);
      await carryOut(context, bookingId, { type: "ExpireBooking", now }, now, { kind: "system" });
      return;
    }
    case "declines":
      await declineOffer(at(core, answer.at), entry.id, metaOf({ kind: "visitor" }));
      return;
    case "pays": {
      const { state } = await loadBooking(core, bookingId);
      await pay(context, bookingId, requireExisting(state), answer.at);
      await complete(context, bookingId, { startsAt, at: new Date(endsAt.getTime() + HOUR_MS) });
    }
  }
}
