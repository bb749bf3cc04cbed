/** Defines a mail and encodes it as the bytes that every transport sends (RFC 5322, MIME). */
import MailComposer from "nodemailer/lib/mail-composer";
import { oneLine } from "../../text/one-line.ts";

export interface Mailbox {
  name: string;
  address: string;
}

/** An `.ics` file, which `core/adapters/mail/calendar.ts` makes of a booking. */
export interface CalendarFile {
  /** The mail that carries the file must state the same method. */
  method: "REQUEST" | "CANCEL" | "PUBLISH";
  fileName: string;
  content: string;
}

export interface Mail {
  /** With angle brackets. A mail has the same id each time it is tried. */
  messageId: string;
  from: Mailbox;
  to: Mailbox;
  /** Who gets it too, seen by all of them. */
  cc?: readonly Mailbox[];
  /** The address for answers, if it differs from the sender. */
  replyTo?: Mailbox;
  subject: string;
  text: string;
  html: string;
  date: Date;
  calendar?: CalendarFile;
  /** Staff have written it to one person. An automatic answer, such as an absence notice, is wanted. */
  byHand?: true;
}

/** The mail as it is transmitted: sender, recipients, and every byte. */
export interface EncodedMail {
  messageId: string;
  from: string;
  to: string[];
  mime: Buffer;
}

/** No line ends, blanks or brackets: nothing that could end one address and begin another. */
const ONE_ADDRESS = /^[^\s<>()[\],;:"\\@]+@[^\s<>()[\],;:"\\@]+$/;
/** The longest name of a person in a header. */
export const MAX_NAME_LENGTH = 120;
const MAX_SUBJECT_LENGTH = 200;

/** Whether this text is exactly one address. */
export const isMailAddress = (text: string): boolean => ONE_ADDRESS.test(text) && text.length <= 254;

/** Throws if an address is invalid; the writer of a mail checks addresses before. */
export async function encodeMail(mail: Mail): Promise<EncodedMail> {
  const { messageId, from, to, cc = [], replyTo, date, text, html, calendar, byHand } = mail;
  for (const { address } of [from, to, ...cc, ...(replyTo ? [replyTo] : [])]) {
    if (!isMailAddress(address)) throw new Error("A mail has an invalid address");
  }
  const composer = new MailComposer({
    messageId,
    date,
    from: named(from),
    to: named(to),
    cc: cc.map(named),
    ...(replyTo ? { replyTo: named(replyTo) } : {}),
    subject: oneLine(mail.subject, MAX_SUBJECT_LENGTH),
    text,
    html,
    ...(calendar
      ? { icalEvent: { method: calendar.method, filename: calendar.fileName, content: calendar.content } }
      : {}),
    // Absence notices and other automatic answers are not wanted for automatic mail (RFC 3834; the second header is Exchange's own).
    headers: byHand ? {} : { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const recipients = [to, ...cc].map(({ address }) => address);
  return { messageId, from: from.address, to: recipients, mime: await composer.compile().build() };
}

const named = ({ name, address }: Mailbox): Mailbox => ({ name: oneLine(name, MAX_NAME_LENGTH), address });
