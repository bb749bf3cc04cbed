/** Owns whether a mailbox that has never paid hears of a request: once an hour, so that nobody fills a stranger's with our mails. */
import type { Core } from "../../../core/context.ts";
import { mailboxOf } from "../../../core/mailbox.ts";

const TURN = "1 hour";

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
  const [row] = await core.sql<{ turn: boolean }[]>`
    select mail_turn(${reference}, ${email}, ${mailbox}, ${requestedAt}, ${TURN}) as turn`;
  return row?.turn ?? false;
}

/** Forgets turns that nobody asks about any more. */
export async function forgetMailTurns({ sql, clock }: Pick<Core, "sql" | "clock">): Promise<void> {
  await sql`delete from mail_turns where requested_at < ${new Date(clock.now().getTime() - KEPT_MS)}`;
}
