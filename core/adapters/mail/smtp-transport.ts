/** Owns sending over SMTP, one connection per mail, in such a way that a sender who dies leaves as little doubt as can be had. */
import { Readable } from "node:stream";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { MailNotSent, MailRefused, type MailTransport } from "./mail-transport.ts";

const CONNECT_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 30_000;
/** The whole conversation. Shorter than a delivery's lease, so that no second sender begins while this one still talks. */
const SEND_WITHIN_MS = 90_000;

/**
 * `url`: `smtps://user:password@host`, or `smtp://…`, which turns to TLS where the server offers it. With a password in
 * it TLS is insisted on, unless it ends in `?requireTLS=false`.
 */
export function createSmtpTransport(url: string): MailTransport {
  const { auth, ...server } = parseConnectionUrl(url);
  const options = {
    requireTLS: auth !== undefined,
    ...server,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
  };
  return {
    name: "smtp",
    async send({ from, to, mime }, handOver) {
      let stopped: unknown;
      // Read only once the server asks for the mail. The line with the full stop, by which it takes the mail over, is
      // written when this ends.
      async function* content() {
        yield mime;
        try {
          await handOver();
        } catch (error) {
          stopped = error;
          throw error;
        }
      }
      const stream = Readable.from(content(), { objectMode: false });
      const connection = new SMTPConnection(options);
      const interruption = watch(connection);
      try {
        await Promise.race([converse(connection, auth, { from, to: [to] }, stream), interruption.happens]);
        connection.quit();
      } catch (error) {
        connection.close();
        throw stopped ?? failureOf(error);
      } finally {
        interruption.ignore();
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

type Login = ReturnType<typeof parseConnectionUrl>["auth"];

async function converse(
  connection: SMTPConnection,
  auth: Login,
  envelope: { from: string; to: string[] },
  content: Readable,
): Promise<void> {
  await done((answer) => connection.connect(answer));
  if (auth) {
    await done((answer) => connection.login({ user: auth.user, pass: auth.pass, credentials: auth }, answer));
  }
  await done((answer) => connection.send(envelope, content, answer));
}

/** `happens` rejects when the connection breaks between two commands, or the whole takes too long; it never resolves. */
function watch(connection: SMTPConnection): { happens: Promise<never>; ignore(): void } {
  let overdue: NodeJS.Timeout | undefined;
  const happens = new Promise<never>((_, reject) => {
    overdue = setTimeout(() => reject(new MailNotSent("The mail server took too long")), SEND_WITHIN_MS);
    connection.on("error", reject);
    connection.once("end", () => reject(new MailNotSent("The mail server closed the connection")));
  });
  // Every connection ends; whoever waits no longer is not told.
  happens.catch(() => undefined);
  return { happens, ignore: () => clearTimeout(overdue) };
}

/** A call that answers by callback, as a promise. */
const done = (call: (answer: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())));

/** What the server says may repeat the address, so only its codes are kept. */
function failureOf(error: unknown): unknown {
  const { code, responseCode, command } = readFailure(error);
  if (code === undefined) return error; // ours, or a bug
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
