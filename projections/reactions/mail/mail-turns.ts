/** Owns whether a mailbox that has never paid hears of a request: once an hour, so that nobody fills a stranger's with our mails. */

import type { Core } from "../../../core/context.ts";
import { mailboxOf } from "../../../core/mailbox.ts";

const TURN_MS = 3_600_000;

/** Longer than any mail waits to be sent, or a hold may last. */
const KEPT_MS = 8 * 24 * 3_600_000;

/**
 * Whether mails about this unpaid request go to its email: yes for one that has paid before, else for the first in an hour.
 * Decided once per request, whoever asks, how often, and for which of its mails.
 */
export async function hasMailTurn(
  core: Core,
  request: { reference: string; requestedAt: Date; email: string },
): Promise<boolean> {
  const { reference, requestedAt, email } = request;
  const mailbox = core.holderHash(mailboxOf(email));
  const turnsAfter = new Date(requestedAt.getTime() - TURN_MS);
  const keptAfter = new Date(requestedAt.getTime() - KEPT_MS);
  return core.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${mailbox}, 2))`;
    const [decided] = await tx<{ mailed: boolean }[]>`
      select mailed from mail_turns where reference = ${reference}`;
    if (decided) return decided.mailed;
    const [paid] = await tx`
      select 1 from personal_data p join bookings b on b.person_id = p.id
      where lower(p.email) = lower(${email}) and b.received_cents > 0 limit 1`;
    if (paid) return true;
    await tx`delete from mail_turns where requested_at < ${keptAfter}`;
    const [turn] = await tx<{ mailed: boolean }[]>`
      insert into mail_turns (reference, mailbox, requested_at, mailed)
      values (${reference}, ${mailbox}, ${requestedAt}, not exists (
        select from mail_turns where mailbox = ${mailbox} and mailed and requested_at > ${turnsAfter}))
      returning mailed`;
    return turn?.mailed ?? false;
  });
}
