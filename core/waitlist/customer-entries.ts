/** Finds a customer's entries of the waitlist, for the download of their data. */
import { entriesOf } from "../booking/billing/pages.ts";
import { loadWaitlist } from "../booking/waitlist/load-waitlist.ts";
import type { Entry } from "../booking/waitlist/waitlist.ts";
import { readEmails, rowsOfMailbox } from "../person/personal-data.ts";
import type { Sql } from "../platform/database/database.ts";

/** Those made while signed in, and those of a guest with this email, in the order of the log; `guestEmail` is null until it is verified. */
export async function entriesOfCustomer(
  sql: Sql,
  { userId, guestEmail }: { userId: number; guestEmail: string | null },
): Promise<Entry[]> {
  const { state } = await loadWaitlist(sql);
  const entries = [...entriesOf(state.entries)].map(([, entry]) => entry);
  const emails =
    guestEmail === null
      ? new Map<string, string>()
      : await readEmails(sql, await rowsOfMailbox(sql, guestEmail));
  const isGuests = (entry: Entry) =>
    entry.userId === null && guestEmail !== null && emails.get(entry.personId) === guestEmail.toLowerCase();
  return entries.filter((entry) => entry.userId === userId || isGuests(entry)).sort((a, b) => a.id - b.id);
}
