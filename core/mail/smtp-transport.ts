/** Owns sending over SMTP, one connection per mail, in such a way that a sender who dies leaves as little doubt as can be had. */
import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import { MailNotSent, MailRefused, type MailTransport } from "./mail-transport.ts";

const CONNECT_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 30_000;
/** The whole conversation. Shorter than a delivery's lease, so that no second sender begins while this one still talks. */
export const SEND_WITHIN_MS = 90_000;

/** `url`: `smtp://user:password@host:587` (STARTTLS where the server offers it; `?requireTLS=true` insists) or `smtps://…`. */
export function createSmtpTransport(url: string): MailTransport {
  const smtp = createTransport({
    url,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
  });
  return {
    name: "smtp",
    async send({ from, to, mime }, handOver) {
      let refusal: unknown;
      // The line with the full stop, by which the server takes the mail over, is written when this stream ends.
      async function* content() {
        yield mime;
        try {
          await handOver();
        } catch (error) {
          refusal = error;
          throw error;
        }
      }
      try {
        await smtp.sendMail({
          envelope: { from, to: [to] },
          raw: Readable.from(content(), { objectMode: false }),
          signal: AbortSignal.timeout(SEND_WITHIN_MS),
        });
      } catch (error) {
        throw refusal ?? failureOf(error);
      }
    },
    /**
     * SMTP has no way to ask. Whoever died after `handOver` either had the last line still to write, which takes less
     * than a millisecond, or waited for the server, which takes far longer; and what was written, the kernel delivers
     * after its writer is gone. So it was very likely accepted, and a second copy would be the likelier mistake.
     */
    wasAccepted: async () => true,
  };
}

/** What the server says may repeat the address, so only its codes are kept. */
function failureOf(error: unknown): MailRefused | MailNotSent {
  const { code, responseCode, command } = readFailure(error);
  const said = ["The mail server did not take the mail:", code, responseCode, command && `at ${command}`];
  const message = said.filter((part) => part !== undefined).join(" ");
  // 5xx about this recipient or this mail is final; about us (log-in, sender) it is the operator's to mend.
  const final = responseCode !== undefined && responseCode >= 500 && /^(RCPT TO|DATA)/.test(command ?? "");
  return final ? new MailRefused(message) : new MailNotSent(message);
}

function readFailure(error: unknown) {
  const { code, responseCode, command } = Object(error) as Record<string, unknown>; // read field by field below
  return {
    code: typeof code === "string" ? code : undefined,
    responseCode: typeof responseCode === "number" ? responseCode : undefined,
    command: typeof command === "string" ? command : undefined,
  };
}
