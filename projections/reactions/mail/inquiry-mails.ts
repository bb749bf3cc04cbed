/**
 * Writes the mails about a contact message: the one that brings it to the venue, and the venue's answer. The visitor gets no mail before
 * the answer: the page has already thanked them, and a form that writes to any typed address could be used to send mail to strangers.
 */
import { MAX_NAME_LENGTH } from "../../../core/adapters/mail/mail.ts";
import type { Core } from "../../../core/context.ts";
import type { InquiryEvent } from "../../../core/inquiry/inquiry.ts";
import type { RecordedEvent } from "../../../core/log/stream.ts";
import { personName } from "../../../core/person/person-name.ts";
import { type Person, readPerson } from "../../../core/person/personal-data.ts";
import { oneLine } from "../../../core/text/one-line.ts";
import { dayAndYear } from "../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { type ContentRow, type MailContent, paragraph, small } from "./mail-content.ts";
import type { MailedEvent } from "./mailed-events.ts";
import { type Envelope, mail, mailboxOf, notWritten, venueOf, type Written } from "./written.ts";

export async function contactMail(core: Core, envelope: Envelope, event: MailedEvent): Promise<Written> {
  if (event.type !== "InquiryReceived") throw new Error(`${event.type} is no contact message`);
  const { data } = event;
  const person = await readPerson(core.sql, data.personId);
  if (!person || person.freeText === null) return notWritten("no-address");
  const visitor = mailboxOf(person);
  const about = data.interestedRoom === null ? null : core.rooms.bySlug(data.interestedRoom)?.name;
  const letter = contactLetter(person, about ?? data.interestedRoom, `${core.settings.now().url}/admin`);
  return mail(core, envelope, { to: venueOf(core), about: data.personId }, letter, {
    ...(visitor ? { replyTo: visitor } : {}),
  });
}

/** A mail to the writer of the message with the text of the staff member who answers; the message follows unless it is erased. */
export async function answerMail(
  core: Core,
  envelope: Envelope,
  [received]: readonly RecordedEvent<InquiryEvent>[],
  event: RecordedEvent<MailedEvent>,
): Promise<Written> {
  if (event.type !== "InquiryAnswered") throw new Error(`${event.type} is no answer`);
  const { answerId } = event.data;
  const answer = await readPerson(core.sql, answerId);
  const to = mailboxOf(answer);
  if (!answer || !to) return notWritten("no-address");
  if (received?.type !== "InquiryReceived") throw new Error(`${event.stream} does not begin with a message`);
  const { freeText: message = null } = (await readPerson(core.sql, received.data.personId)) ?? {};
  const letter = answerLetter(answer, message, {
    houseName: core.settings.now().name,
    receivedOn: dayAndYear(venueDayOf(received.occurredAt, core.timeZone)),
  });
  const replyTo = venueOf(core);
  return mail(core, envelope, { to, about: answerId }, letter, { replyTo, byHand: true });
}

/** `about`: the name of the room that the visitor is interested in. */
function contactLetter(person: Person, about: string | null, adminUrl: string): MailContent {
  const name = personName(person);
  const rows: ContentRow[] = [
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
function answerLetter(
  answer: Person,
  message: string | null,
  { houseName, receivedOn }: { houseName: string; receivedOn: string },
): MailContent {
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
