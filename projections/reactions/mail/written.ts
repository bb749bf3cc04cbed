/** Defines the result of writing a mail: the mail with its recipient and sender, or the reason why there is none. */

import { isMailAddress, type Mail, type Mailbox } from "../../../core/adapters/mail/mail.ts";
import type { Core } from "../../../core/context.ts";
import { personName } from "../../../core/person/person-name.ts";
import type { Person } from "../../../core/person/personal-data.ts";
import { type MailContent, textOf } from "./mail-content.ts";
import { htmlOf } from "./mail-html.tsx";

type NotWritten =
  /** The booking is of a sample history. */
  | "demo"
  | "too-late"
  /** No longer true: paid, moved or cancelled since. */
  | "overtaken"
  /** The mail of an earlier date of the series tells it. */
  | "told-together"
  /** The email is erased, or mail cannot be sent to it. */
  | "no-address"
  | "feedback-already-left"
  /** A part of an invoice was paid. */
  | "not-in-full";

export type Written =
  /** `about`: the row of personal data that it was written from; null if there is none. */
  | { ok: true; mail: Mail; about: string | null }
  | { ok: false; reason: NotWritten }
  /**
   * The mailbox has neither paid nor been verified and has been sent all that a stranger can cause: mails of another request within the
   * hour (`not-its-turn`), or its whole budget. `about` as above.
   */
  | {
      ok: false;
      reason: "not-its-turn" | "beyond-budget";
      withheld: { messageId: string; about: string | null };
    }
  /** The visit has not ended; try again after its end. */
  | { ok: false; reason: "too-early"; until: Date };

export const notWritten = (reason: NotWritten): Written => ({ ok: false, reason });

export type Envelope = Pick<Mail, "messageId" | "from" | "date">;

export const withheld = (
  reason: "not-its-turn" | "beyond-budget",
  { messageId }: Envelope,
  about: string | null,
): Written => ({ ok: false, reason, withheld: { messageId, about } });

export function mail(
  core: Core,
  envelope: Envelope,
  { to, about }: { to: Mailbox; about: string | null },
  letter: MailContent,
  rest: Pick<Mail, "calendar" | "cc" | "replyTo" | "byHand"> = {},
): Written {
  const venue = core.settings.now();
  const replyTo =
    envelope.from.address === venue.email ? {} : { replyTo: { name: venue.name, address: venue.email } };
  const parts = { subject: letter.subject, text: textOf(letter, venue), html: htmlOf(letter, venue) };
  return { ok: true, mail: { ...envelope, to, ...parts, ...replyTo, ...rest }, about };
}

export function venueOf(core: Core): Mailbox {
  const { name, email } = core.settings.now();
  return { name, address: email };
}

export function mailboxOf(person: Pick<Person, "firstName" | "lastName" | "email"> | null): Mailbox | null {
  const address = person?.email ?? "";
  if (!isMailAddress(address)) return null;
  return { name: personName(person), address };
}
