/** The calls by which staff test the mail and calendar provider (decision 80). */
import { randomUUID } from "node:crypto";
import { GraphFailure } from "../../../../core/adapters/mail/graph-client.ts";
import { encodeMail } from "../../../../core/adapters/mail/mail.ts";
import { MailNotSent, MailRefused } from "../../../../core/adapters/mail/mail-transport.ts";
import { hostOf } from "../../../../core/venue/settings.ts";
import { testMailContent } from "../../../../projections/reactions/mail/account-mail-content.ts";
import { textOf } from "../../../../projections/reactions/mail/mail-content.ts";
import { htmlOf } from "../../../../projections/reactions/mail/mail-html.tsx";
import { staffCalls } from "../../../access/staff-access.ts";
import type { App, Bff } from "../../../context.ts";
import { GraphConnection, TestEmail } from "../../../contract/staff/outlook.ts";
import { jsonAnswer } from "../../../http/openapi.ts";

const GRAPH_MISSING =
  "Microsoft Graph is not configured. Set GRAPH_TENANT_ID, GRAPH_CLIENT_ID, GRAPH_CLIENT_SECRET and GRAPH_SENDER, and restart.";
const NO_MAIL_SERVER =
  "No mail server is configured: set GRAPH_* or SMTP_URL, and restart. The mail was written to the outbox folder in DATA_DIR.";

export function outlookRoutes(app: App, bff: Bff): void {
  const { core, mail } = bff;
  const staff = staffCalls(bff, "Mail");

  app.openapi(
    staff.get("/api/test-outlook-graph", {
      summary: "Test the connection to Microsoft Graph",
      responses: { 200: jsonAnswer("The state of the connection", GraphConnection) },
    }),
    async (c) => {
      const error = await graphError();
      const connection: GraphConnection = {
        connected: error === null,
        configured: mail.calendar !== null,
        timestamp: core.clock.now().toISOString(),
        error,
      };
      return c.json(connection, 200);
    },
  );

  app.openapi(
    staff.post("/api/test-email", {
      summary: "Send a test email to the venue's own mailbox",
      description: "Sent like every other mail. Without a mail server it is written to the outbox.",
      responses: { 200: jsonAnswer("The result", TestEmail) },
    }),
    async (c) => {
      const now = core.clock.now();
      const error = await sendTestEmail(now);
      const sent: TestEmail = {
        success: error === null,
        timestamp: now.toISOString(),
        error,
        sentTo: core.settings.now().email,
        via: mail.transport.name,
      };
      return c.json(sent, 200);
    },
  );

  async function graphError(): Promise<string | null> {
    if (!mail.calendar) return GRAPH_MISSING;
    try {
      await mail.calendar.probe();
      return null;
    } catch (error) {
      if (error instanceof GraphFailure) return error.message;
      throw error;
    }
  }

  async function sendTestEmail(now: Date): Promise<string | null> {
    const venue = core.settings.now();
    const letter = testMailContent(venue, now, core.timeZone);
    const encoded = await encodeMail({
      messageId: `<test.${randomUUID()}@${hostOf(venue)}>`,
      from: { name: venue.name, address: mail.sender },
      to: { name: venue.name, address: venue.email },
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
}
