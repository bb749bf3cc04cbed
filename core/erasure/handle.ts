/** Owns the way of an erasure: all that is kept of a person goes at once with the event that says so. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import type { EventMeta, GuardOperation } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { transact } from "../log/transact.ts";
import { decideErasure, erasureStream } from "./erasure.ts";
import { type BookingsOf, type Found, findPerson, type Whom } from "./found-person.ts";

/** The guard's name for it: something came under the email after it was looked for. */
const MORE_CAME = "erasure_of_all";

export interface Erased {
  /** Rows of personal data that said something until now. */
  records: number;
  /** Whether a customer's account is gone. */
  account: boolean;
  /** Their bookings, which stay, without a name. */
  bookingIds: number[];
}

/**
 * Erases whoever has this email, in whatever case: names, addresses, words, and the customer's account with its sessions. Bookings, money
 * and figures stay, and name nobody. With `customerId`, only what is that account's own. Of whom nothing is kept it answers no records. `StaffAccountStands` for a colleague's email.
 */
export async function erasePerson(
  core: Pick<Core, "sql" | "clock" | "afterAppend" | "holderHash">,
  { bookingsOf, ...whom }: Whom & { bookingsOf: BookingsOf },
  meta: EventMeta,
): Promise<Outcome<Erased>> {
  let found: Found = { isStaff: false, personIds: [], customerIds: [], emails: [], bookingIds: [] };
  const outcome = await transact(core, erasureStream, null, {
    commandId: `erase:${randomUUID()}`,
    meta,
    async decide() {
      found = await findPerson(core, whom, bookingsOf);
      return decideErasure(found);
    },
    guard: (): GuardOperation[] => {
      const { personIds, customerIds, emails } = found;
      // Analytics goes on telling them apart by a keyed hash, also where it has not come to their events yet.
      const customers = emails.map((row) => ({
        personId: row.personId,
        customer: core.holderHash(row.email),
      }));
      // What else there is under the email of somebody who has not verified it is not theirs.
      const email = whom.customerId === undefined ? whom.email : null;
      const erased = { operation: "erase_people", personIds, customerIds, customers, email };
      return [erased];
    },
    refusals: { [MORE_CAME]: async () => "retry" },
  });
  if (!outcome.ok) return outcome;
  const { personIds, customerIds, bookingIds } = found;
  return {
    ...outcome,
    value: { records: personIds.length, account: customerIds.length > 0, bookingIds },
  };
}
