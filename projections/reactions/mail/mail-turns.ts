/** Limits mails about unpaid requests to a mailbox that has never paid: one request an hour, so that strangers are not flooded. */
import type { Core } from "../../../core/context.ts";
import { mailboxOf } from "../../../core/person/mailbox.ts";

const TURN = "1 hour";

/** Longer than any mail waits to be sent and than any hold may last. */
const KEPT_MS = 8 * 24 * 3_600_000;

/**
 * Whether mails about this unpaid request go to its email: yes if the mailbox has paid before, otherwise for the first request in an hour.
 * The answer is decided once per request, for all its mails; a request with another email is another one.
 */
export async function hasMailTurn(
  core: Core,
  request: { personId: string; requestedAt: Date; email: string },
): Promise<boolean> {
  const { personId, requestedAt, email } = request;
  const mailbox = core.holderHash(mailboxOf(email));
  const [row] = await core.sql<{ turn: boolean }[]>`
    select mail_turn(${personId}, ${email}, ${mailbox}, ${requestedAt}, ${TURN}) as turn`;
  return row?.turn ?? false;
}

/** Deletes turns that are not needed any more. */
export async function forgetMailTurns({ sql, clock }: Pick<Core, "sql" | "clock">): Promise<void> {
  await sql`delete from mail_turns where requested_at < ${new Date(clock.now().getTime() - KEPT_MS)}`;
}
