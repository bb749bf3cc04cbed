/** Writes the mail that a token was used from a new network (decision 294), for the admin who made it, or for another one who is still here. */
import type { Core } from "../../../core/context.ts";
import type { RecordedEvent } from "../../../core/log/stream.ts";
import { load } from "../../../core/log/transact.ts";
import { readPerson } from "../../../core/person/personal-data.ts";
import { adminToTell } from "../../../core/staff/credentials.ts";
import { staffStream } from "../../../core/staff/staff.ts";
import { listTokens } from "../../../core/token/token-rows.ts";
import { shortDateAndTime } from "../../../core/venue/time/time-format.ts";
import { button, type MailContent, paragraph, small } from "./mail-content.ts";
import type { MailedEvent } from "./mailed-events.ts";
import { type Envelope, mail, mailboxOf, notWritten, type Written } from "./written.ts";

export async function tokenMail(
  core: Core,
  envelope: Envelope,
  { id, occurredAt }: RecordedEvent<MailedEvent>,
): Promise<Written> {
  const [token] = await listTokens(core.sql, id);
  if (!token || token.endedAt) return notWritten("overtaken");
  const adminId = await adminToTell(core.sql, token.madeBy);
  const admin = adminId === null ? null : (await load(core.sql, staffStream, adminId)).state;
  if (!admin?.exists) return notWritten("no-address");
  const to = mailboxOf(await readPerson(core.sql, admin.personId));
  if (!to) return notWritten("no-address");
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
        "If its program has moved, there is nothing to do. If you do not know why, end the token at once: whoever has it can do all that it may.",
      ),
      button("See the token", `${venue.url}/admin/security`),
      small(
        "The page lists the networks. Give each program a token of its own, with no more scopes than it needs.",
      ),
    ],
  };
  return mail(core, envelope, { to, about: admin.personId }, letter);
}
