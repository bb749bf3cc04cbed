/** Owns what a mail is and how it becomes the bytes that every transport sends (RFC 5322, MIME). */
import MailComposer from "nodemailer/lib/mail-composer";
import { oneLine } from "../../one-line.ts";

export interface Mailbox {
  name: string;
  address: string;
}

/** An `.ics`, which `core/adapters/mail/calendar.ts` makes of a booking. */
export interface CalendarFile {
  /** What the mail that carries it must say too. */
  method: "REQUEST" | "CANCEL" | "PUBLISH";
  fileName: string;
  content: string;
}

export interface Mail {
  /** With its angle brackets. The same mail has the same one, however often it is tried. */
  messageId: string;
  from: Mailbox;
  to: Mailbox;
  /** Where answers go, when not to the sender. */
  replyTo?: Mailbox;
  subject: string;
  text: string;
  html: string;
  date: Date;
  calendar?: CalendarFile;
  /** Somebody has written it to this one person, who may be away: that is to be heard of. */
  byHand?: true;
}

/** The mail as it goes over the wire: who hands it to whom, and every byte of it. */
export interface EncodedMail {
  messageId: string;
  from: string;
  to: string;
  mime: Buffer;
}

/** No line ends, no blanks, no brackets, nothing that could end an address and begin another. */
const ONE_ADDRESS = /^[^\s<>()[\],;:"\\@]+@[^\s<>()[\],;:"\\@]+$/;
/** Of what stands in a header as somebody's name. */
export const MAX_NAME_LENGTH = 120;
const MAX_SUBJECT_LENGTH = 200;

/** Whether this text is one address and nothing else. */
export const isMailAddress = (text: string): boolean => ONE_ADDRESS.test(text) && text.length <= 254;

/** Throws on an address that is none: whoever writes a mail checks it before. */
export async function encodeMail(mail: Mail): Promise<EncodedMail> {
  const { messageId, from, to, replyTo, date, text, html, calendar, byHand } = mail;
  for (const { address } of [from, to, ...(replyTo ? [replyTo] : [])]) {
    if (!isMailAddress(address)) throw new Error("A mail was written to what is no mail address");
  }
  const composer = new MailComposer({
    messageId,
    date,
    from: named(from),
    to: named(to),
    ...(replyTo ? { replyTo: named(replyTo) } : {}),
    subject: oneLine(mail.subject, MAX_SUBJECT_LENGTH),
    text,
    html,
    ...(calendar
      ? { icalEvent: { method: calendar.method, filename: calendar.fileName, content: calendar.content } }
      : {}),
    // No holiday notice and no robot answers what a robot sent (RFC 3834; the second is Exchange's own).
    headers: byHand ? {} : { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { messageId, from: from.address, to: to.address, mime: await composer.compile().build() };
}

const named = ({ name, address }: Mailbox): Mailbox => ({ name: oneLine(name, MAX_NAME_LENGTH), address });
