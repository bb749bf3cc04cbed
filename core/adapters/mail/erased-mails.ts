/** Removes mails that are kept here as files once the person they are about has been erased. */
import type { Sql } from "../../platform/database/database.ts";
import type { MailTransport } from "./mail-transport.ts";

const CHUNK = 1_000;

export interface RemovedMails {
  removed: number;
  /** UTC instant after which to look again, because a sender may still be writing a file; null if none is. */
  again: Date | null;
}

/** Removes the files from this machine's folder; does nothing for a transport that keeps no files here. */
export async function removeErasedMails(sql: Sql, { storedMails }: MailTransport): Promise<RemovedMails> {
  if (!storedMails) return { removed: 0, again: null };
  // This is read before the folder is listed: a mail that is handed over later already sees the erasure.
  const [writing] = await sql<{ until: Date | null }[]>`
    select max(m.lease_until) as until from mails m join personal_data p on p.id = m.person_id
    where m.settled_at is null and m.state = 'handing-over' and m.lease_until > now() and p.erased_at is not null`;
  const ids = await storedMails.ids();
  let removed = 0;
  for (let first = 0; first < ids.length; first += CHUNK) {
    const erased = await sql<{ messageId: string }[]>`
      select m.message_id as "messageId" from mails m join personal_data p on p.id = m.person_id
      where m.transport = 'outbox' and p.erased_at is not null
        and m.message_id = any(${ids.slice(first, first + CHUNK)})`;
    await storedMails.remove(erased.map(({ messageId }) => messageId));
    removed += erased.length;
  }
  return { removed, again: writing?.until ?? null };
}
