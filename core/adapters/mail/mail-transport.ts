/** Owns what a way of sending mail must offer, so that a mail is sent once whatever happens to its sender. */
import type { EncodedMail } from "./mail.ts";

export interface MailTransport {
  name: "graph" | "smtp" | "outbox";
  /**
   * Sends the mail; returns once it is accepted. `handOver` is awaited at the last moment at which nothing has been
   * given away yet, and what it throws stops the sending. Throws `MailRefused` when trying again would be of no use,
   * `MailNotSent` when it may be.
   */
  send(mail: EncodedMail, handOver: () => Promise<void>): Promise<void>;
  /** What is to be believed of a mail whose sender died after `handOver`: whether it was accepted. */
  wasAccepted(messageId: string): Promise<boolean>;
  /** Where mails stay here as files; what was handed to a server is out of reach. */
  kept?: {
    /** Their ids, those of unfinished ones too. */
    ids(): Promise<string[]>;
    remove(messageIds: readonly string[]): Promise<void>;
  };
}

/** This mail will never be accepted, whoever sends it and when. The message names no address. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** It was not accepted now; a later try may fare better. The message names no address and no secret. */
export class MailNotSent extends Error {
  override name = "MailNotSent";
}
