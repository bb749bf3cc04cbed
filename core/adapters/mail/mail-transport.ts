/** The port that every mail transport implements, so that a mail is sent once even if its sender dies. */
import type { EncodedMail } from "./mail.ts";

export interface MailTransport {
  name: "graph" | "smtp" | "outbox";
  /**
   * Sends the mail; resolves once it is accepted. `handOver` is awaited at the last moment before anything is handed
   * over; an error that it throws stops the sending. Throws `MailRefused` if trying again is of no use, `MailNotSent` if
   * it may help.
   */
  send(mail: EncodedMail, handOver: () => Promise<void>): Promise<void>;
  /** Whether a mail is assumed to have been accepted if its sender died after `handOver`. */
  wasAccepted(messageId: string): Promise<boolean>;
  /** Where mails stay here as files; absent if mails are handed to a server, where they cannot be removed. */
  storedMails?: {
    /** Message ids, including those of unfinished mails. */
    ids(): Promise<string[]>;
    remove(messageIds: readonly string[]): Promise<void>;
  };
}

/** This mail will never be accepted, whichever sender tries and when. The message names no address. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** The mail was not accepted now; a later try may succeed. The message names no address and no secret. */
export class MailNotSent extends Error {
  override name = "MailNotSent";
}
