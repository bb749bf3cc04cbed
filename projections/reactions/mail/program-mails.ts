/** Writes the mails about other programs, for admins: a token was used from a new network (decision 294), a webhook does not reach its receiver (decision 302). */
import type { Core } from "../../../core/context.ts";
import type { RecordedEvent } from "../../../core/log/stream.ts";
import { load } from "../../../core/log/transact.ts";
import { readPerson } from "../../../core/person/personal-data.ts";
import { adminsToTell } from "../../../core/staff/credentials.ts";
import { staffStream } from "../../../core/staff/staff.ts";
import { listTokens } from "../../../core/token/token-rows.ts";
import { shortDateAndTime } from "../../../core/venue/time/time-format.ts";
import { listWebhooks } from "../../../core/webhook/webhook-rows.ts";
import { button, type MailContent, paragraph, small } from "./mail-content.ts";
import type { MailedEvent } from "./mailed-events.ts";
import { type Envelope, mail, mailboxOf, notWritten, type Written } from "./written.ts";

/** For the admin who made the token, or for another one who is still here. */
export async function tokenMail(
  core: Core,
  envelope: Envelope,
  { id, occurredAt }: RecordedEvent<MailedEvent>,
): Promise<Written> {
  const [token] = await listTokens(core.sql, id);
  if (!token || token.endedAt) return notWritten("overtaken");
  const [admin] = await adminMailboxes(core, token.madeBy);
  if (!admin) return notWritten("no-address");
  const venue = core.settings.now();
  const at = shortDateAndTime(occurredAt, core.timeZone);
  const letter: MailContent = {
    subject: `A token was used from a new network (${venue.name})`,
    heading: "A token was used from a new network",
    preview: at,
    blocks: [
      paragraph(
        `The token "${token.name}" (number ${id}) was used at ${at} from a network that it had not been used from before.`,
      ),
      paragraph(
        "If its program has moved, there is nothing to do. If you do not know why, end the token at once: a program that has it can do all that it may.",
      ),
      button("See the token", `${venue.url}/admin/security`),
      small(
        "The page lists the networks. Give each program a token of its own, with no more scopes than it needs.",
      ),
    ],
  };
  return mail(core, envelope, { to: admin.mailbox, about: admin.personId }, letter);
}

/** For all admins, the one who made the webhook first. */
export async function webhookMail(
  core: Core,
  envelope: Envelope,
  { id, type, occurredAt }: RecordedEvent<MailedEvent>,
): Promise<Written> {
  const [webhook] = await listWebhooks(core.sql, id);
  const isGone = type === "WebhookDisabled";
  if (!webhook || (isGone && webhook.active)) return notWritten("overtaken");
  const [first, ...others] = await adminMailboxes(core, webhook.madeBy);
  if (!first) return notWritten("no-address");
  const venue = core.settings.now();
  const at = shortDateAndTime(occurredAt, core.timeZone);
  // Its path may contain a secret.
  const { host } = new URL(webhook.url);
  const heading = isGone ? "A webhook was disabled" : "A webhook does not reach its receiver";
  const letter: MailContent = {
    subject: `${heading} (${venue.name})`,
    heading,
    preview: `${host}, ${at}`,
    blocks: [
      paragraph(
        isGone
          ? `The receiver at ${host} answered at ${at} that it is gone (410). Webhook ${id} sends nothing until you make it active again.`
          : `A delivery of webhook ${id} to ${host} failed ten times in more than three days, and was given up at ${at}.`,
      ),
      paragraph(
        isGone
          ? "If the program is no longer used, end the webhook. If it is, make the webhook active and replay what it has missed."
          : "See what the receiver answered, repair it, and replay from the first failed delivery on: nothing is lost.",
      ),
      button("See the deliveries", `${venue.url}/admin?tab=integrations`),
      small("Of one webhook's failed deliveries, at most one mail a day is sent."),
    ],
  };
  const rest = { cc: others.map(({ mailbox }) => mailbox) };
  return mail(core, envelope, { to: first.mailbox, about: first.personId }, letter, rest);
}

/** Of the admin with this id, if still here, and then of all others; those without an address are left out. */
async function adminMailboxes(core: Core, preferred: number) {
  const ids = await adminsToTell(core.sql, preferred);
  const found = await Promise.all(
    ids.map(async (id) => {
      const { state } = await load(core.sql, staffStream, id);
      if (!state.exists) return [];
      const mailbox = mailboxOf(await readPerson(core.sql, state.personId));
      return mailbox ? [{ mailbox, personId: state.personId }] : [];
    }),
  );
  return found.flat();
}
