/** Keeps the table `mails`: which sender holds a mail and what became of it, so that each mail is sent once even if a sender dies. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "../../platform/database/database.ts";
import type { EncodedMail } from "./mail.ts";
import { MailRefused, type MailTransport } from "./mail-transport.ts";

/** Longer than any transport needs. The lease of a sender that is known to have died ends at once. */
const LEASE_SECONDS = 120;

/**
 * Pauses between attempts to record the outcome while the database is unavailable. After the last one the outcome is
 * left to the next sender.
 */
const RECORD_DELAYS_MS = [100, 500, 2_000];

export type Delivery =
  | { outcome: "sent"; presumed: boolean }
  | { outcome: "refused"; reason: string }
  /** The mail was settled before; nothing was done. */
  | { outcome: "already" }
  /** Another sender holds it, or this one was too slow. */
  | { outcome: "busy"; until: Date }
  /** The person that it is about was erased meanwhile: it is never sent. */
  | { outcome: "erased" };

/**
 * Sends the mail unless it has been sent. `about`: the row of personal data that the mail was written from; once that is
 * erased, the mail is not sent. `holder`: the worker that sends it, whose death frees the mail; a worker asks for a mail
 * once at a time. Throws what the transport throws if the call may be tried again.
 *
 * A sender first claims the row, then marks it right before the transport's point of no return. If the sender dies
 * before the mark, nothing was handed over, and the next sender sends the mail. If it dies after the mark, it is unclear
 * whether the mail was sent. The outbox and Graph can be asked. SMTP cannot: the mail is assumed to have been accepted,
 * and is recorded as `presumed` sent. So a worker's death never sends a mail twice, and loses a mail only if it falls
 * into the fraction of a millisecond between the mark and the last line. If a server does not answer a sender that is
 * alive, the mail is sent again under the same Message-ID, as SMTP senders do (RFC 1047).
 */
export async function deliverOnce(
  sql: Sql,
  transport: MailTransport,
  mailId: string,
  mail: EncodedMail,
  { about = null, holder = null }: { about?: string | null; holder?: string | null } = {},
): Promise<Delivery> {
  const claim = randomUUID();
  const { messageId } = mail;
  const own = sql`mail_id = ${mailId} and claim = ${claim}`;
  const settle = (state: "sent" | "refused", { presumed = false, refusal = null as string | null } = {}) =>
    writeDown(
      () => sql`
        update mails set state = ${state}, presumed = ${presumed}, refusal = ${refusal}, settled_at = now()
        where ${own}`,
    );

  // Nothing is returned if the mail is settled or another sender holds it. The same holder may claim a mail again, because the
  // answer to its claim may have been lost. Leases run by the database's clock, since senders may be on several machines.
  const [claimed] = await sql<{ state: "taken" | "handing-over"; transport: MailTransport["name"] }[]>`
    insert into mails (mail_id, message_id, transport, state, claim, holder, lease_until, attempts)
    values (${mailId}, ${messageId}, ${transport.name}, 'taken', ${claim}, ${holder},
      now() + ${LEASE_SECONDS} * interval '1 second', 1)
    on conflict (mail_id) do update
    set claim = excluded.claim, holder = excluded.holder, lease_until = excluded.lease_until, attempts = mails.attempts + 1
    where mails.settled_at is null and (mails.lease_until <= now() or mails.holder = excluded.holder
      or mails.holder is not null and not exists (select from workers w where w.id = mails.holder))
    returning state, transport`;
  if (!claimed) return stateOf(sql, mailId);
  // A mail that another transport sent before the configuration changed counts as accepted, since that can no longer be asked.
  if (
    claimed.state === "handing-over" &&
    (claimed.transport !== transport.name || (await transport.wasAccepted(messageId)))
  ) {
    await settle("sent", { presumed: true });
    return { outcome: "sent", presumed: true };
  }
  let isLate = false;
  try {
    await transport.send(mail, async () => {
      const [row] = await sql<{ marked: boolean }[]>`
        select hand_over_mail(${mailId}, ${claim}, ${transport.name}, ${LEASE_SECONDS} * interval '1 second', ${about})
          as marked`;
      isLate = !row?.marked;
      if (isLate) throw new Error(`The mail ${mailId} must not be handed over any more`);
    });
  } catch (error) {
    if (error instanceof MailRefused) {
      await settle("refused", { refusal: error.message });
      return { outcome: "refused", reason: error.message };
    }
    // The transport is alive and says that the mail was not accepted, so the next sender may begin again at once.
    await writeDown(() => sql`update mails set state = 'taken', lease_until = now() where ${own}`);
    if (isLate) return (await isErased(sql, about)) ? { outcome: "erased" } : stateOf(sql, mailId);
    throw error;
  }
  await settle("sent");
  return { outcome: "sent", presumed: false };
}

/**
 * Records that a mail is withheld because its mailbox has reached its mail budget; does nothing if the mail was settled
 * or begun before.
 */
export async function withholdMail(
  sql: Sql,
  transport: Pick<MailTransport, "name">,
  mailId: string,
  { messageId, about }: { messageId: string; about: string | null },
): Promise<void> {
  await sql`
    insert into mails (mail_id, message_id, transport, state, claim, lease_until, attempts, person_id, settled_at)
    values (${mailId}, ${messageId}, ${transport.name}, 'withheld', ${randomUUID()}, now(), 1, ${about}, now())
    on conflict (mail_id) do nothing`;
}

async function stateOf(sql: Sql, mailId: string): Promise<Delivery> {
  const [row] = await sql<{ settled: boolean; until: Date }[]>`
    select settled_at is not null as settled, lease_until as until from mails where mail_id = ${mailId}`;
  return row && !row.settled ? { outcome: "busy", until: row.until } : { outcome: "already" };
}

async function isErased(sql: Sql, about: string | null): Promise<boolean> {
  const rows = await sql`select from personal_data where id = ${about} and erased_at is not null`;
  return rows.length > 0;
}

async function writeDown(write: () => Promise<unknown>): Promise<void> {
  for (const wait of [...RECORD_DELAYS_MS, null]) {
    try {
      await write();
      return;
    } catch (error) {
      if (wait === null) throw error;
      await delay(wait);
    }
  }
}
