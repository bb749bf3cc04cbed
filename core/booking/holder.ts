/** Owns for whom unpaid hours count in the guard: the verified account that took them in a session of its own, or else the mailbox that was named. */
import type { Core } from "../context.ts";
import { mailboxOf } from "../mailbox.ts";
import { readPerson } from "../personal-data.ts";
import type { Booking } from "./booking-state.ts";
import type { HeldBy } from "./statuses.ts";

/** No mailbox is spelled so: it has no "@". */
const accountName = (userId: number): string => `account ${userId}`;

/** The keyed hash of the holder; null where it is a mailbox that nobody knows any more. The log says which it is, so that it stays the same. */
export function holderOfHours(
  { holderHash }: Pick<Core, "holderHash">,
  { heldBy, userId }: { heldBy: HeldBy; userId: number | null },
  email: string | null,
): string | null {
  if (heldBy === "account" && userId !== null) return holderHash(accountName(userId));
  return email ? holderHash(mailboxOf(email)) : null;
}

/** For whom the hours of a booking that stands go on counting while they stay unpaid. */
export async function holderOf(
  core: Pick<Core, "sql" | "holderHash">,
  booking: Pick<Booking, "heldBy" | "userId" | "personId">,
): Promise<string | null> {
  const person = booking.heldBy === "mailbox" ? await readPerson(core.sql, booking.personId) : null;
  return holderOfHours(core, booking, person?.email ?? null);
}
