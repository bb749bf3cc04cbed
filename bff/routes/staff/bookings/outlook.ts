/** The calls by which staff test the mail and calendar provider (decision 80). */
import { GraphFailure } from "../../../../core/adapters/mail/graph-client.ts";
import { sendTrialMail } from "../../../../projections/reactions/mail/trial-mail.ts";
import { staffCalls } from "../../../access/staff-access.ts";
import type { App, Bff } from "../../../context.ts";
import { GraphConnection, TestEmail } from "../../../contract/staff/outlook.ts";
import { jsonAnswer } from "../../../http/openapi.ts";

const GRAPH_MISSING =
  "Microsoft Graph is not configured. Set GRAPH_TENANT_ID, GRAPH_CLIENT_ID, GRAPH_CLIENT_SECRET and GRAPH_SENDER, and restart.";
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
      const { name, email } = core.settings.now();
      const error = await sendTrialMail(bff, { name, address: email });
      const sent: TestEmail = {
        success: error === null,
        timestamp: now.toISOString(),
        error,
        sentTo: email,
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
}
