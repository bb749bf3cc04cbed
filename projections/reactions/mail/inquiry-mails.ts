/** Writes the mails of a contact message: to the venue, and the answer to its writer. */
import type { Core } from "../../../core/context.ts";
import type { InquiryEvent } from "../../../core/inquiry/inquiry.ts";
import type { RecordedEvent } from "../../../core/log/stream.ts";
import { readPerson } from "../../../core/personal-data.ts";
import { dayAndYear } from "../../../core/venue/time-format.ts";
import { venueDayOf } from "../../../core/venue/venue-time.ts";
import { answerLetter, contactLetter } from "./contact-letter.ts";
import type { MailedEvent } from "./mailed-events.ts";
import { type Envelope, mail, mailboxOf, notWritten, venueOf, type Written } from "./written.ts";

export async function contactMail(core: Core, envelope: Envelope, event: MailedEvent): Promise<Written> {
  if (event.type !== "InquiryReceived") throw new Error(`${event.type} is no contact message`);
  const { data } = event;
  const person = await readPerson(core.sql, data.personId);
  if (!person || person.freeText === null) return notWritten("no-address");
  const visitor = mailboxOf(person);
  const about = data.interestedRoom === null ? null : core.rooms.bySlug(data.interestedRoom)?.name;
  const letter = contactLetter(person, about ?? data.interestedRoom, `${core.house.now().url}/admin`);
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
    houseName: core.house.now().name,
    receivedOn: dayAndYear(venueDayOf(received.occurredAt, core.timeZone)),
  });
  const replyTo = venueOf(core);
  return mail(core, envelope, { to, about: answerId }, letter, { replyTo, byHand: true });
}
