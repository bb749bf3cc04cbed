/** Finds the entry of the waitlist that a mailed link opens. */
import { loadWaitlist } from "../booking/waitlist/load-waitlist.ts";
import { type Entry, entryOf } from "../booking/waitlist/waitlist.ts";
import type { Core } from "../context.ts";
import { isEqualInConstantTime } from "../links.ts";

/** Null for a token that is not the entry's, as for an entry that does not exist. */
export async function linkedEntry(
  { sql, links }: Pick<Core, "sql" | "links">,
  token: string,
): Promise<Entry | null> {
  const entryId = links.readWaitlist(token);
  const entry = entryId === null ? undefined : entryOf((await loadWaitlist(sql)).state, entryId);
  if (!entry) return null;
  const own = links.waitlist({ entryId: entry.id, personId: entry.personId });
  return isEqualInConstantTime(own.token, token) ? entry : null;
}
