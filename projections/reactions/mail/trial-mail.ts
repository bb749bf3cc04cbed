/** Sends a test mail in the way of every other mail. */
import { randomUUID } from "node:crypto";
import { encodeMail } from "../../../core/adapters/mail/mail.ts";
import type { MailService } from "../../../core/adapters/mail/mail-service.ts";
import { MailNotSent, MailRefused } from "../../../core/adapters/mail/mail-transport.ts";
import type { Core } from "../../../core/context.ts";
import { hostOf } from "../../../core/venue/settings.ts";
import { testMailContent } from "./account-mail-content.ts";
import { textOf } from "./mail-content.ts";
import { htmlOf } from "./mail-html.tsx";

const NO_MAIL_SERVER =
  "No mail server is configured: set GRAPH_* or SMTP_URL, and restart. The mail was written to the outbox folder in DATA_DIR.";

/** Why the mail was not sent, in a text for staff; null if a mail server has accepted it. */
export async function sendTrialMail(
  { core, mail }: { core: Core; mail: MailService },
  to: { name: string; address: string },
): Promise<string | null> {
  const venue = core.settings.now();
  const now = core.clock.now();
  const letter = testMailContent(venue, now, core.timeZone);
  const encoded = await encodeMail({
    messageId: `<test.${randomUUID()}@${hostOf(venue)}>`,
    from: { name: venue.name, address: mail.sender ?? venue.email },
    to,
    subject: letter.subject,
    text: textOf(letter, venue),
    html: htmlOf(letter, venue),
    date: now,
  });
  try {
    await mail.transport.send(encoded, async () => undefined);
  } catch (error) {
    if (error instanceof MailNotSent || error instanceof MailRefused) return error.message;
    throw error;
  }
  return mail.transport.name === "outbox" ? NO_MAIL_SERVER : null;
}
