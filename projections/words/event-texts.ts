/** Describes every event of the log in plain words for auditors, without names or texts that a person wrote. */

import { accountStream } from "../../core/booking/billing/account.ts";
import { documentStream } from "../../core/booking/billing/invoice-documents.ts";
import { formatMoney } from "../../core/booking/rules/money.ts";
import type { RepeatRule } from "../../core/booking/series/repeat.ts";
import { type SeriesEvent, seriesStream } from "../../core/booking/series/series.ts";
import type { BookingEvent } from "../../core/booking/state/booking-events.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import { waitlistStream } from "../../core/booking/waitlist/waitlist.ts";
import { type ClosureEvent, closureStream } from "../../core/closure/closure.ts";
import { type CustomerEvent, customerStream } from "../../core/customer/customer.ts";
import { type DayEvent, dayStream } from "../../core/day/day.ts";
import { type ErasureEvent, erasureStream } from "../../core/erasure/erasure.ts";
import { type FeedEvent, feedStream } from "../../core/feed/feed.ts";
import { type FeedbackEvent, feedbackStream } from "../../core/feedback/feedback.ts";
import { type GuestNoteEvent, guestNoteStream } from "../../core/guest/guest-note.ts";
import { type ImportEvent, importStream } from "../../core/import/import.ts";
import { type InquiryEvent, inquiryStream } from "../../core/inquiry/inquiry.ts";
import {
  type RawEvent,
  type RecordedEvent,
  type StreamDefinition,
  UndecodableEvent,
} from "../../core/log/stream.ts";
import { type PolicyEvent, policyStream } from "../../core/staff/second-factor-policy.ts";
import { type StaffEvent, staffStream } from "../../core/staff/staff.ts";
import { type StaffSessionEvent, staffSessionStream } from "../../core/staff/staff-session.ts";
import { countText } from "../../core/text/count-text.ts";
import { type TokenEvent, tokenStream } from "../../core/token/token.ts";
import { roomStream } from "../../core/venue/rooms/room.ts";
import { settingsStream } from "../../core/venue/settings-stream.ts";
import { dateAndTime, shortDayAndTime } from "../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../core/venue/time/venue-time.ts";
import { type WebhookEvent, webhookStream } from "../../core/webhook/webhook.ts";
import { ACCOUNT, DOCUMENT } from "./account-texts.ts";
import { type BookingDescriptionContext, describeBookingEvent } from "./booking-texts.ts";
import { describeRoomEvent, describeSettingsEvent } from "./venue-texts.ts";
import { WAITLIST } from "./waitlist-texts.ts";
import { say, type Words } from "./words.ts";

/** Facts that the event itself does not contain. */
interface Surroundings extends Omit<BookingDescriptionContext, "reason"> {
  staffName(id: number): string;
}

/** With the number of its stream. */
type Numbered = { id: number };

/** With the name of the colleague that it is about. */
type Named = { name: string };

const CUSTOMER: Words<CustomerEvent, Numbered> = {
  CustomerRegistered: ({ id }) => `Customer ${id} registered; a mail asks them to verify their email`,
  EmailVerificationRequested: ({ id }) => `Customer ${id} asked for another mail to verify their email`,
  CustomerEmailVerified: ({ id }) => `Customer ${id} verified their email`,
  PasswordResetRequested: ({ id }) => `A link to set a new password was requested for customer ${id}`,
  CustomerProfileChanged: ({ id }) => `Customer ${id} changed their name or phone`,
  CustomerPasswordChanged: ({ id }) => `Customer ${id} set a new password`,
  CustomerLoggedOutEverywhere: ({ id }) => `Customer ${id} logged out on every device`,
  CustomerImported: ({ id }) => `Customer ${id} imported, without a password`,
  CustomerImportUndone: ({ id }) => `The import of customer ${id} was undone`,
  CustomerAccountDisowned: ({ id }) => `The mailbox's owner rejected the account of customer ${id}`,
  ErasureRequested: ({ id }) => `Customer ${id} asked to be erased`,
};

const ERASURE: Words<ErasureEvent, Numbered> = {
  PersonErased: ({ data: { personIds, customerIds } }) =>
    `A person was erased: ${countText(personIds.length, "record")}${customerIds.length > 0 ? `, and ${customerIds.map((customer) => `customer ${customer}`).join(", ")}` : ""}`,
};

const STAFF: Words<StaffEvent, Named> = {
  StaffAccountCreated: ({ name, data }) => `Account of ${name} created, with the role ${data.role}`,
  StaffRoleChanged: ({ name, data }) => `${name} has the role ${data.role} now`,
  StaffPasswordLinkRequested: ({ name, data }) =>
    data.invited ? `${name} was invited by mail` : `A link for a new password was mailed to ${name}`,
  StaffPasswordSet: ({ name }) => `${name} set a password by the mailed link`,
  StaffAccountDeactivated: ({ name }) => `Account of ${name} deactivated`,
  StaffAccountReactivated: ({ name }) => `Account of ${name} reactivated`,
  StaffAccountDeleted: ({ name }) => `Account of ${name} deleted permanently`,
  StaffSignedIn: ({ name }) => `${name} logged in`,
  StaffLoggedOutEverywhere: ({ name }) => `${name} logged out on every device`,
  StaffPasswordChanged: ({ name }) => `${name} set a new password`,
  SecondFactorEnrolled: ({ name }) => `${name} set up a second factor`,
  SecondFactorRemoved: ({ name }) => `Second factor of ${name} removed`,
  RecoveryCodesRenewed: ({ name }) => `${name} renewed their recovery codes`,
  CodeLoginChallengeSpent: ({ name, data: { wrongCodes } }) =>
    `A login of ${name} ended after wrong codes, ${wrongCodes} within the hour`,
  CodeLoginClosed: ({ name, data: { wrongCodes } }) =>
    `The login of ${name} closed after ${wrongCodes} wrong codes within the hour`,
  CodeLoginOpened: ({ name }) => `The login of ${name} opened again by its mailed link`,
};

const SESSION: Words<StaffSessionEvent, Named> = {
  StaffSessionOpened: ({ name, data: { secondFactor } }) =>
    `${name} logged in${secondFactor ? ", with a code of the second factor" : ""}`,
};

const POLICY: Words<PolicyEvent, Numbered> = {
  SecondFactorPolicySet: ({ data: { roles } }) =>
    roles.length === 0
      ? "A second factor is no longer required for any role"
      : `A second factor is required for ${roles.join(", ")}`,
};

const TOKEN: Words<TokenEvent, Numbered> = {
  TokenMade: ({ id, data: { scopes, expiresOn } }) =>
    `Token ${id} made, for ${scopes.join(", ")}, until ${expiresOn}`,
  TokenUsedFromNewNetwork: ({ id }) => `Token ${id} used from a new network`,
  TokenEnded: ({ id }) => `Token ${id} ended`,
};

const WEBHOOK: Words<WebhookEvent, Numbered> = {
  WebhookMade: ({ id, data: { events, body } }) => `Webhook ${id} made, for ${events.join(", ")}, ${body}`,
  WebhookChanged: ({ id, data }) => `Webhook ${id} changed: ${webhookChanges(data).join("; ")}`,
  WebhookSecretRotated: ({ id }) => `Webhook ${id} has a new secret`,
  WebhookReplayed: ({ id, data: { from } }) => `Webhook ${id} delivers again from position ${from} on`,
  WebhookDisabled: ({ id }) => `Webhook ${id} disabled: its receiver answered that it is gone`,
  WebhookDeliveryFailed: ({ id, data: { deliveryId } }) =>
    `Webhook ${id}: delivery del_${deliveryId} failed for good`,
  WebhookEnded: ({ id }) => `Webhook ${id} ended`,
};

const webhookChanges = ({
  url,
  events,
  body,
  active,
}: Extract<WebhookEvent, { type: "WebhookChanged" }>["data"]): string[] => [
  ...(url ? ["another address"] : []),
  ...(events ? [`for ${events.join(", ")}`] : []),
  ...(body ? [body] : []),
  ...(active === undefined ? [] : [active ? "active" : "paused"]),
];

const IMPORT: Words<ImportEvent, Numbered> = {
  ImportBegun: ({ id, data: { kind, lines } }) =>
    `Import ${id} of ${countText(lines, "line")} of ${kind} begun`,
  ImportEnded: ({ id, data: { made, notMade } }) => `Import ${id} ended: ${made} made, ${notMade} not`,
  ImportUndoBegun: ({ id }) => `Undoing of import ${id} begun`,
  ImportUndone: ({ id, data: { undone, kept } }) => `Import ${id} undone: ${undone} undone, ${kept} kept`,
};

const FEED: Words<FeedEvent, Numbered & Pick<Surroundings, "roomName">> = {
  FeedMade: ({ id, data: { scope, roomId, owner }, roomName }) =>
    `Calendar feed ${id} made by ${owner.kind} ${owner.id}: ${scope}${roomId === null ? "" : `, ${roomName(roomId)}`}`,
  FeedEnded: ({ id }) => `Calendar feed ${id} ended`,
};

/** A closure's event, with the names of its rooms if they are known; times are the venue's. */
export function describeClosureEvent(
  { id, type, data }: ClosureEvent & { id: number },
  { timeZone, roomName }: Pick<Surroundings, "timeZone" | "roomName">,
): string {
  if (type === "BlockLifted") return `Closure ${id} reopened`;
  if (type === "BlockExtended") {
    return `Closure ${id} also covers ${data.roomIds.map(roomName).join(", ")}`;
  }
  if (type === "BlockReasonSet") return `Reason of closure ${id} replaced; the earlier text is erased`;
  if (type === "BlockReasonRemoved") return `Reason of closure ${id} removed; its text is erased`;
  const rooms = data.roomIds.map(roomName);
  const [startsAt, endsAt] = [new Date(data.startsAt), new Date(data.endsAt)];
  const span =
    venueDayOf(startsAt, timeZone) === venueDayOf(endsAt, timeZone)
      ? `on ${shortDayAndTime(startsAt, endsAt, timeZone)}`
      : `from ${dateAndTime(startsAt, timeZone)} to ${dateAndTime(endsAt, timeZone)}`;
  const seen = data.public ? ", with a public reason" : "";
  const kept = data.kept.map((booking) => `booking ${booking}`).join(", ");
  return `Closure ${id}: ${rooms.join(", ")} closed ${span}${seen}${kept === "" ? "" : `; bookings kept: ${kept}`}`;
}

const DAY: Words<DayEvent, Numbered> = {
  DayReopened: ({ id }) => `Day ${id} opened again`,
  DayClosed: ({ id, data: { countedCents, expectedCents } }) =>
    `Day ${id} closed: ${formatMoney(countedCents)} of cash counted, ${formatMoney(expectedCents)} expected`,
};

const SERIES: Words<SeriesEvent, Numbered & Pick<Surroundings, "roomName">> = {
  SeriesBooked: ({ id, data, roomName }) =>
    `Series ${id} of ${countText(data.dates.length, "date")}: ${ruleText(data.repeat)} from ${data.firstDay} to ${data.lastDay}, ${roomName(data.roomId)}, ${hoursText(data.hours)}; ${bookingsText(data.dates)}`,
  SeriesExtended: ({ id, data }) =>
    `Series ${id} extended by ${countText(data.dates.length, "date")} until ${data.lastDay}: ${bookingsText(data.dates)}`,
  SeriesMoved: ({ id, data, roomName }) =>
    `Further dates of series ${id} take place in ${roomName(data.roomId)}, ${hoursText(data.hours)}`,
};

const ruleText = (rule: RepeatRule): string =>
  "monthly" in rule ? "monthly" : rule.every === 1 ? "weekly" : `every ${rule.every} weeks`;
const hoursText = ({ start, end }: { start: number; end: number }): string => `${start}:00 – ${end}:00`;
const bookingsText = (dates: readonly { bookingId: number }[]): string =>
  `${dates.length === 1 ? "booking" : "bookings"} ${dates.map(({ bookingId }) => bookingId).join(", ")}`;

const INQUIRY: Words<InquiryEvent, Numbered> = {
  InquiryReceived: ({ id, data }) =>
    `Message ${id} received${data.interestedRoom ? `, about the room ${data.interestedRoom}` : ""}`,
  InquiryAnswered: ({ id }) => `Message ${id} answered by mail`,
  InquiryBooked: ({ id, data }) => `Message ${id} became booking ${data.bookingId}`,
  InquiryDone: ({ id }) => `Message ${id} done`,
  InquiryReopened: ({ id }) => `Message ${id} reopened`,
};

const GUEST_NOTE: Words<GuestNoteEvent, Numbered> = {
  GuestNoteTaken: ({ id }) => `Note ${id} about a guest added`,
  GuestNoteRemoved: ({ id }) => `Note ${id} about a guest removed`,
};

const FEEDBACK: Words<FeedbackEvent, Numbered> = {
  FeedbackLeft: ({ id, data }) =>
    data.anonymous
      ? `Feedback ${id} left anonymously: ${data.rating} of 5`
      : `Feedback ${id} left for booking ${data.bookingId}: ${data.rating} of 5`,
  ReviewAnswered: ({ id }) => `Feedback ${id} answered on the website`,
  ReviewWithdrawn: ({ id }) => `Feedback ${id} is no longer shown on the website`,
};

/** A booking's event for a list of many bookings: with the booking's number. */
export function describeBookingEventWithNumber(
  event: BookingEvent & { id: number },
  surroundings: Omit<Surroundings, "staffName">,
): string {
  const { text } = describeBookingEvent(event, { ...surroundings, reason: null });
  return `Booking ${event.id}: ${sentenceWithin(text)}`;
}

/** A sentence that continues after a colon. */
const sentenceWithin = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

type Speaker = (raw: RawEvent, surroundings: Surroundings) => string | null;

/** Describes the events of one category of streams; null for all others. */
function speakerOf<State, Event extends { type: string; data: unknown }>(
  stream: StreamDefinition<string, State, Event>,
  sentence: (event: RecordedEvent<Event>, surroundings: Surroundings) => string,
): { category: string; speak: Speaker } {
  const speak: Speaker = (raw, surroundings) => {
    const event = stream.decode(raw);
    return event && sentence(event, surroundings);
  };
  return { category: stream.category, speak };
}

/** One for each category of streams that the core defines. */
const SPEAKERS = [
  speakerOf(bookingStream, describeBookingEventWithNumber),
  speakerOf(accountStream, (event) => say(ACCOUNT, event)),
  speakerOf(documentStream, (event) => say(DOCUMENT, event)),
  speakerOf(seriesStream, (event, { roomName }) => say(SERIES, { ...event, roomName })),
  speakerOf(waitlistStream, (event, { timeZone, roomName }) =>
    say(WAITLIST, { ...event, timeZone, roomName }),
  ),
  speakerOf(customerStream, (event) => say(CUSTOMER, event)),
  speakerOf(staffStream, (event, { staffName }) => say(STAFF, { ...event, name: staffName(event.id) })),
  speakerOf(staffSessionStream, (event, { staffName }) =>
    say(SESSION, { ...event, name: staffName(event.data.staffId) }),
  ),
  speakerOf(policyStream, (event) => say(POLICY, event)),
  speakerOf(feedStream, (event, { roomName }) => say(FEED, { ...event, roomName })),
  speakerOf(tokenStream, (event) => say(TOKEN, event)),
  speakerOf(webhookStream, (event) => say(WEBHOOK, event)),
  speakerOf(importStream, (event) => say(IMPORT, event)),
  speakerOf(inquiryStream, (event) => say(INQUIRY, event)),
  speakerOf(guestNoteStream, (event) => say(GUEST_NOTE, event)),
  speakerOf(feedbackStream, (event) => say(FEEDBACK, event)),
  speakerOf(erasureStream, (event) => say(ERASURE, event)),
  speakerOf(closureStream, describeClosureEvent),
  speakerOf(roomStream, (event) => `Room ${event.id}: ${sentenceWithin(describeRoomEvent(event))}`),
  speakerOf(dayStream, (event) => say(DAY, event)),
  speakerOf(settingsStream, (event) => `Settings: ${sentenceWithin(describeSettingsEvent(event))}`),
];

export const DESCRIBED_CATEGORIES: readonly string[] = SPEAKERS.map(({ category }) => category);

/** What happened, in a sentence; for an event that this code cannot read, the sentence says so. Times are the venue's. */
export function describeEvent(raw: RawEvent, surroundings: Surroundings): string {
  try {
    for (const { speak } of SPEAKERS) {
      const sentence = speak(raw, surroundings);
      if (sentence !== null) return sentence;
    }
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error;
  }
  return `${raw.type}: an event that this version of the product cannot describe`;
}
