/** Finds what a mail to the holder of an entry of the waitlist says, and whether it is still true (decision 285). */
import type { Mailbox } from "../../../core/adapters/mail/mail.ts";
import { loadBooking } from "../../../core/booking/handle.ts";
import {
  type Entry,
  entryOf,
  isOpen,
  type Offer,
  waitlistStream,
} from "../../../core/booking/waitlist/waitlist.ts";
import type { WaitlistEvent } from "../../../core/booking/waitlist/waitlist-events.ts";
import type { Core } from "../../../core/context.ts";
import { fold, type RecordedEvent } from "../../../core/log/stream.ts";
import { readPerson } from "../../../core/person/personal-data.ts";
import type { WaitlistMailKind } from "../../words/mail-kinds.ts";
import type { MailContent } from "./mail-content.ts";
import type { MailedEvent } from "./mailed-events.ts";
import { type WaitlistMailContext, waitlistMailContent } from "./waitlist-mail-content.ts";
import { mailboxOf } from "./written.ts";

interface WaitlistLetter {
  to: Mailbox;
  /** The entry's row of personal data. */
  about: string;
  letter: MailContent;
}

/** The mail of the event of this version, or why there is none. `events` is the whole stream. */
export async function waitlistLetter(
  core: Core,
  kind: WaitlistMailKind,
  events: readonly RecordedEvent<WaitlistEvent>[],
  version: number,
): Promise<WaitlistLetter | "overtaken" | "no-address"> {
  const cause = events[version - 1];
  const entry = cause && entryOf(fold(waitlistStream, events), cause.data.entryId);
  if (!entry) throw new Error(`The waitlist has no event ${version} of an entry`);
  const offer = offerOf(entry, cause);
  if (!isStillTrue(kind, { entry, offer }, core.clock.now())) return "overtaken";
  const about = await bookingOf(core, offer);
  // A holder who releases the hours sees on the page that the entry has ended.
  if (cause.type === "OfferDeclined" && about.offered?.booking.cancelledBy !== "venue") return "overtaken";
  const to = mailboxOf(await readPerson(core.sql, entry.personId));
  if (!to) return "no-address";
  const context = { cause, entry, ...about };
  return { to, about: entry.personId, letter: waitlistMailContent(core, kind, context) };
}

/** The event with which the entry joined. */
export const joinOf = (
  events: readonly RecordedEvent<MailedEvent>[],
  entryId: number,
): RecordedEvent<MailedEvent> | undefined =>
  events.find(({ type, data }) => type === "WaitlistJoined" && data.entryId === entryId);

/** The offer that the event is about, else the entry's last one. */
const offerOf = ({ offers }: Entry, { data }: WaitlistEvent): Offer | undefined =>
  "bookingId" in data ? offers.find(({ bookingId }) => bookingId === data.bookingId) : offers.at(-1);

/** An entry that is served, ended or offered other hours since is told so by a later mail or by its page. */
function isStillTrue(
  kind: WaitlistMailKind,
  { entry, offer }: { entry: Entry; offer: Offer | undefined },
  now: Date,
): boolean {
  switch (kind) {
    case "waitlist-joined":
      return isOpen(entry);
    case "waitlist-offered":
      return offer?.outcome === null && offer.until > now;
    case "waitlist-lapsed":
      return entry.state === "waiting" && offer === entry.offers.at(-1);
    case "waitlist-ended":
      return true;
    default:
      return kind satisfies never;
  }
}

/** The offered booking as it is now, with its price. */
async function bookingOf(
  core: Core,
  offer: Offer | undefined,
): Promise<Pick<WaitlistMailContext, "offered" | "toldReason">> {
  if (!offer) return { offered: null, toldReason: null };
  const { state: booking } = await loadBooking(core, offer.bookingId);
  if (!booking.exists) throw new Error(`There is no booking ${offer.bookingId}`);
  const { toldReasonId } = booking;
  const reason = toldReasonId === null ? null : await readPerson(core.sql, toldReasonId);
  return { offered: { offer, booking }, toldReason: reason?.freeText ?? null };
}
