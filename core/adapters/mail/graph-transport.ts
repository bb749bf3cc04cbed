/** Sends through Microsoft Graph's `sendMail`: the whole mail as MIME, so that its parts and its `.ics` arrive as they were written. */
import { z } from "zod";
import { type GraphClient, GraphFailure } from "./graph-client.ts";
import { MailNotSent, MailRefused, type MailTransport } from "./mail-transport.ts";

/** Codes about the mail itself or its recipient. A later try cannot succeed. */
const FINAL_CODES = new Set([
  "ErrorInvalidRecipients",
  "ErrorMessageSizeExceeded",
  "ErrorMimeContentInvalid",
  "ErrorMimeContentInvalidBase64String",
]);
const FORBIDDEN = 403;

const Found = z.object({ value: z.array(z.unknown()) });

export function createGraphTransport(graph: GraphClient): MailTransport {
  return {
    name: "graph",
    async send({ mime }, handOver) {
      await handOver();
      try {
        await graph.call({
          method: "POST",
          path: "/sendMail",
          headers: { "Content-Type": "text/plain" },
          body: mime.toString("base64"),
        });
      } catch (error) {
        if (!(error instanceof GraphFailure)) throw error;
        // Graph's message may repeat the address.
        const { status, code } = error;
        const message =
          `Microsoft Graph did not accept the mail: ${status ?? "no answer"} ${code ?? ""}`.trimEnd();
        throw FINAL_CODES.has(code ?? "") ? new MailRefused(message) : new MailNotSent(message);
      }
    },
    /** Looks for the mail among the mailbox's sent mails. Reading it needs `Mail.Read` in addition to `Mail.Send`. */
    async wasAccepted(messageId) {
      const filter = encodeURIComponent(`internetMessageId eq '${messageId.replaceAll("'", "''")}'`);
      try {
        const found = await graph.call({
          method: "GET",
          path: `/messages?$filter=${filter}&$select=id&$top=1`,
        });
        return Found.parse(found).value.length > 0;
      } catch (error) {
        // Looking is not allowed. As with SMTP, the mail was almost certainly accepted.
        if (error instanceof GraphFailure && error.status === FORBIDDEN) return true;
        throw error;
      }
    },
  };
}
