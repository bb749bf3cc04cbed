/** Says for which holder unpaid hours count: the verified account that booked them while signed in, or the mailbox that was named. */
import type { Core } from "../../context.ts";
import { mailboxOf } from "../../person/mailbox.ts";
import { readPerson } from "../../person/personal-data.ts";
import type { HeldBy } from "../rules/statuses.ts";
import type { Booking } from "../state/booking-state.ts";

/** No mailbox is spelled like this: it has no "@". */
const accountName = (userId: number): string => `account ${userId}`;

/**
 * The keyed hash of the holder; null if it is a mailbox that is no longer known. The log says which of the two it is, so it stays the same.
 */
export function holderHashOf(
  { holderHash }: Pick<Core, "holderHash">,
  { heldBy, userId }: { heldBy: HeldBy; userId: number | null },
  email: string | null,
): string | null {
  if (heldBy === "account" && userId !== null) return holderHash(accountName(userId));
  return email ? holderHash(mailboxOf(email)) : null;
}

/** The holder that the hours of an existing booking count for while they are unpaid. */
export async function loadHolderHash(
  core: Pick<Core, "sql" | "holderHash">,
  booking: Pick<Booking, "heldBy" | "userId" | "personId">,
): Promise<string | null> {
  const person = booking.heldBy === "mailbox" ? await readPerson(core.sql, booking.personId) : null;
  return holderHashOf(core, booking, person?.email ?? null);
}
