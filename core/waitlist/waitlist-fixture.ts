/** Joins and reads the waitlist in tests. */
import { randomUUID } from "node:crypto";
import { loadWaitlist } from "../booking/waitlist/load-waitlist.ts";
import { type Entry, entryOf, waitlistStream } from "../booking/waitlist/waitlist.ts";
import type { HoursOffered } from "../booking/waitlist/waitlist-events.ts";
import type { Wish } from "../booking/waitlist/wish.ts";
import type { Core } from "../context.ts";
import { readStream } from "../log/read.ts";
import { testMeta } from "../testing/test-core.ts";
import { type JoinRequest, joinWaitlist } from "./join.ts";

let people = 0;

export function joinRequest(
  wish: Partial<Wish> & Pick<Wish, "day" | "roomIds">,
  { email = `waits-${++people}@example.test`, idempotencyKey = null as string | null } = {},
): JoinRequest {
  return {
    wish: {
      until: wish.day,
      from: 9,
      to: 22,
      hours: 2,
      duration: "hourly",
      attendees: null,
      engineerRequired: false,
      ...wish,
    },
    userId: null,
    heldBy: "mailbox",
    eventType: "Other",
    person: { firstName: "Wanda", lastName: null, email, phone: null, freeText: null },
    idempotencyKey,
    bodyHash: idempotencyKey === null ? null : "body",
  };
}

/** Joins, and answers the entry's number. */
export async function join(core: Core, ...asked: Parameters<typeof joinRequest>): Promise<number> {
  const outcome = await joinWaitlist(core, joinRequest(...asked), { ...testMeta, requestId: randomUUID() });
  if (!outcome.ok) throw new Error(`${outcome.rejection.code} ${JSON.stringify(outcome.rejection.errors)}`);
  return outcome.value.entry.id;
}

export async function entry(core: Core, id: number): Promise<Entry> {
  const found = entryOf((await loadWaitlist(core.sql)).state, id);
  if (!found) throw new Error(`No entry ${id}`);
  return found;
}

/** Every offer that was made, in the order of the log. */
export async function offersOf(core: Core): Promise<HoursOffered[]> {
  const events = await readStream(core.sql, waitlistStream, 1);
  return events.flatMap((event) => (event.type === "HoursOffered" ? [event.data] : []));
}
