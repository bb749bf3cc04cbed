/**
 * Sends over SMTP, one connection per mail, so that a sender that dies leaves as little doubt as possible about whether
 * the mail was sent.
 */
import { Readable } from "node:stream";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { MailNotSent, MailRefused, type MailTransport } from "./mail-transport.ts";

const CONNECT_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 30_000;
/**
 * The limit for the whole conversation. It is shorter than a delivery's lease, so that no second sender begins while
 * this one is still talking.
 */
const SEND_WITHIN_MS = 90_000;

/**
 * `url`: `smtps://user:password@host`, or `smtp://…`, which switches to TLS if the server offers it. With a password in
 * the URL, TLS is required unless the URL ends in `?requireTLS=false`.
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
      // Read only when the server asks for the mail. When this ends, the line with the full stop is written, with which
      // the server accepts the mail.
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
        await Promise.race([converse(connection, auth, { from, to }, stream), interruption.happens]);
        connection.quit();
      } catch (error) {
        connection.close();
        throw stopped ?? failureOf(error);
      } finally {
        interruption.ignore();
      }
    },
    /**
     * SMTP cannot be asked. A sender that died after `handOver` either still had the last line to write, which takes
     * less than a millisecond, or was waiting for the server, which takes far longer. The kernel delivers what was
     * written even after the process has ended. So the mail was very likely accepted, and sending a second copy is more
     * likely to be the mistake.
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

/** `happens` rejects if the connection breaks between two commands, or if the whole conversation takes too long; it never resolves. */
function watch(connection: SMTPConnection): { happens: Promise<never>; ignore(): void } {
  let overdue: NodeJS.Timeout | undefined;
  const happens = new Promise<never>((_, reject) => {
    overdue = setTimeout(() => reject(new MailNotSent("The mail server took too long")), SEND_WITHIN_MS);
    connection.on("error", reject);
    connection.once("end", () => reject(new MailNotSent("The mail server closed the connection")));
  });
  // Every connection ends; once no call waits for it, the rejection is ignored.
  happens.catch(() => undefined);
  return { happens, ignore: () => clearTimeout(overdue) };
}

/** Turns a call that answers by callback into a promise. */
const done = (call: (answer: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())));

/** The server's message may repeat the address, so only its codes are repeated. */
function failureOf(error: unknown): unknown {
  const { code, responseCode, command } = readFailure(error);
  if (code === undefined) return error; // an error of this module, or a bug
  const said = ["The mail server did not accept the mail:", code, responseCode, command && `at ${command}`];
  const message = said.filter((part) => part !== undefined).join(" ");
  // A 5xx about this recipient or this mail is final; a 5xx about the login or the sender is for the operator to fix.
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
