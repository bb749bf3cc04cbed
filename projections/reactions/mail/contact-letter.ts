/**
 * Writes the mails about a contact message: the one that brings it to the venue, and the venue's answer. The visitor gets no mail before
 * the answer: the page has already thanked them, and a form that writes to any typed address could be used to send mail to strangers.
 */

import { MAX_NAME_LENGTH } from "../../../core/adapters/mail/mail.ts";
import { oneLine } from "../../../core/one-line.ts";
import { personName } from "../../../core/person-name.ts";
import type { Person } from "../../../core/personal-data.ts";
import { type Letter, paragraph, type Row, small } from "./letter.ts";

/** `about`: the name of the room that the visitor is interested in. */
export function contactLetter(person: Person, about: string | null, adminUrl: string): Letter {
  const name = personName(person);
  const rows: Row[] = [
    ["From", name],
    ["Email", person.email ?? ""],
    ["Phone", person.phone ?? ""],
    ["Interested in", about ?? ""],
  ];
  return {
    subject: about ? `Message from ${name} about ${about}` : `Message from ${name}`,
    heading: "A message from the website",
    preview: (person.freeText ?? "").slice(0, 120),
    blocks: [
      { kind: "facts", rows: rows.filter(([, value]) => value !== "") },
      { kind: "quote", text: person.freeText ?? "" },
      small(`Answer this mail to write to ${name}. All messages: ${adminUrl}`),
    ],
  };
}

/** `answer`: what staff wrote, with the recipient in its row. `message`: the message that is answered; null once it is erased. */
export function answerLetter(
  answer: Person,
  message: string | null,
  { houseName, receivedOn }: { houseName: string; receivedOn: string },
): Letter {
  const text = answer.freeText ?? "";
  return {
    subject: `Your message to ${houseName}`,
    heading: "An answer to your message",
    preview: oneLine(text, MAX_NAME_LENGTH),
    blocks: [
      paragraph(text),
      ...(message === null
        ? []
        : ([small(`You wrote on ${receivedOn}:`), { kind: "quote", text: message }] as const)),
      small("Answer this mail to write to us again."),
    ],
  };
}
