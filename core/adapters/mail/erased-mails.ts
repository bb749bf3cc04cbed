/** Owns what becomes of mails that lie here as files once the person whom they are about has been erased. */
import type { Sql } from "../../platform/database.ts";
import type { MailTransport } from "./mail-transport.ts";

const CHUNK = 1_000;

export interface RemovedMails {
  removed: number;
  /** UTC instant after which to look again, since somebody may still be writing one; null when nobody is. */
  again: Date | null;
}

/** Removes them from this machine's folder; of a transport that keeps none there is nothing to do. */
export async function removeErasedMails(sql: Sql, { kept }: MailTransport): Promise<RemovedMails> {
  if (!kept) return { removed: 0, again: null };
  // Asked before the folder is looked at: what is handed over from now on knows of the erasure.
  const [writing] = await sql<{ until: Date | null }[]>`
    select max(m.lease_until) as until from mails m join personal_data p on p.id = m.person_id
    where m.settled_at is null and m.state = 'handing-over' and m.lease_until > now() and p.erased_at is not null`;
  const ids = await kept.ids();
  let removed = 0;
  for (let first = 0; first < ids.length; first += CHUNK) {
    const erased = await sql<{ messageId: string }[]>`
      select m.message_id as "messageId" from mails m join personal_data p on p.id = m.person_id
      where m.transport = 'outbox' and p.erased_at is not null
        and m.message_id = any(${ids.slice(first, first + CHUNK)})`;
    await kept.remove(erased.map(({ messageId }) => messageId));
    removed += erased.length;
  }
  return { removed, again: writing?.until ?? null };
}
