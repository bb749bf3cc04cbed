/** Handles an erasure: everything that is kept about a person is deleted in one append with the event that says so. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import { appendRule, type EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { transact } from "../log/transact.ts";
import { decideErasure, erasureStream } from "./erasure.ts";
import { type FindBookings, type FoundPersonData, findPerson, type PersonToErase } from "./found-person.ts";

/** The append rule's name for this case: something was added under the email after the search. */
const MORE_CAME = "erasure_of_all";

export interface Erased {
  /** Rows of personal data that were not empty until now. */
  records: number;
  /** Whether a customer's account was removed. */
  account: boolean;
  /** The person's bookings, which stay, without a name. */
  bookingIds: number[];
}

/**
 * Erases the person with this email, in any case: names, addresses, texts, and the customer's account with its sessions.
 * Bookings, money and figures stay, without a name. With `customerId`, only what belongs to that account. If nothing is
 * kept about the person, the answer has no records. `StaffAccountStands` for a colleague's email.
 */
export async function erasePerson(
  core: Pick<Core, "sql" | "clock" | "afterAppend" | "holderHash">,
  { bookingsOf, ...person }: PersonToErase & { bookingsOf: FindBookings },
  meta: EventMeta,
): Promise<Outcome<Erased>> {
  let found: FoundPersonData = { isStaff: false, personIds: [], customerIds: [], emails: [], bookingIds: [] };
  const outcome = await transact(core, erasureStream, null, {
    commandId: `erase:${randomUUID()}`,
    meta,
    async decide() {
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
    refusals: { [MORE_CAME]: async () => "retry" },
  });
  if (!outcome.ok) return outcome;
  const { personIds, customerIds, bookingIds } = found;
  return { ...outcome, value: { records: personIds.length, account: customerIds.length > 0, bookingIds } };
}
