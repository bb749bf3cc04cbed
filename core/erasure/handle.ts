/** Handles an erasure: everything that is kept about a person is deleted in one append with the event that says so. */
import { randomUUID } from "node:crypto";
import { handleBooking } from "../booking/handle.ts";
import { waitlistAppend } from "../booking/waitlist/follow-ups.ts";
import { loadWaitlist } from "../booking/waitlist/load-waitlist.ts";
import { type Entry, openEntries, runningOffer } from "../booking/waitlist/waitlist.ts";
import type { WaitlistEvent } from "../booking/waitlist/waitlist-events.ts";
import type { Core } from "../context.ts";
import { appendRule, type EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { transact } from "../log/transact.ts";
import { decideErasure, erasureStream } from "./erasure.ts";
import { type FindBookings, type FoundPersonData, findPerson, type PersonToErase } from "./found-person.ts";

/** The append rule's name for this case: something was added under the email after the search. */
const MORE_CAME = "erasure_of_all";

/** Who erases does not decline: so those who wait read of no other person in the proof. */
const SYSTEM = { kind: "system" } as const;

export interface Erased {
  /** Rows of personal data that were not empty until now. */
  records: number;
  /** Whether a customer's account was removed. */
  account: boolean;
  /** The person's bookings, which stay, without a name; none that was only offered to them. */
  bookingIds: number[];
}

/**
 * Erases the person with this email, in any case: names, addresses, texts, and the customer's account with its sessions.
 * Bookings, money and figures stay, without a name. With `customerId`, only what belongs to that account. If nothing is
 * kept about the person, the answer has no records. `StaffAccountStands` for a colleague's email. What the person waits for
 * leaves the waitlist with the same append, and hours that were offered to them go to the next (decision 282).
 */
export async function erasePerson(
  core: Core,
  { bookingsOf, ...person }: PersonToErase & { bookingsOf: FindBookings },
  meta: EventMeta,
): Promise<Outcome<Erased>> {
  let waiting: Entry[] = [];
  /** The waitlist's version before the search: an offer that is made during it copies the person's row, and the search begins again. */
  let searched = 0;
  let found: FoundPersonData = { isStaff: false, personIds: [], customerIds: [], emails: [], bookingIds: [] };
  const outcome = await transact(core, erasureStream, null, {
    commandId: `erase:${randomUUID()}`,
    meta,
    async decide() {
      searched = (await loadWaitlist(core.sql)).version;
      found = await findPerson(core, person, bookingsOf);
      return decideErasure(found);
    },
    appendRules: () => {
      const { personIds, customerIds, emails } = found;
      // Analytics keeps telling customers apart by a keyed hash, even if it has not processed their events yet.
      const customers = emails.map((row) => ({
        personId: row.personId,
        customer: core.holderHash(row.email),
      }));
      // Other data under an email that the account has not verified may belong to another person.
      const email = person.customerId === undefined ? person.email : null;
      return [appendRule("erase_people", { personIds, customerIds, customers, email })];
    },
    async others() {
      // Read after the search: who joins in between is found, too.
      const { state: list } = await loadWaitlist(core.sql);
      waiting = openEntries(list).filter(({ personId }) => found.personIds.includes(personId));
      const left = waiting.map(
        ({ id }): WaitlistEvent => ({ type: "WaitlistLeft", data: { entryId: id, why: "erased" } }),
      );
      const appends = left.length === 0 ? [] : [{ ...waitlistAppend(searched, left), actor: SYSTEM }];
      return { ok: true, appends, own: [] };
    },
    refusals: { [MORE_CAME]: async () => "retry" },
  });
  if (!outcome.ok) return outcome;
  const offered = waiting.flatMap((entry) => runningOffer(entry)?.bookingId ?? []);
  for (const id of offered) await releaseOffer(core, id);
  const { personIds, customerIds } = found;
  const bookingIds = found.bookingIds.filter((id) => !offered.includes(id));
  return { ...outcome, value: { records: personIds.length, account: customerIds.length > 0, bookingIds } };
}

/** Releases hours whose entry has left. The erasure is done: if this fails, the hold ends by itself. */
async function releaseOffer(core: Core, bookingId: number): Promise<void> {
  const commandId = `release-erased:${randomUUID()}`;
  const meta: EventMeta = { actor: SYSTEM, requestId: commandId };
  await handleBooking(core, bookingId, { type: "ReleaseHold" }, { commandId, meta }).catch(() => null);
}
