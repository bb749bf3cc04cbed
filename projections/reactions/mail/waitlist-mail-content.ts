/** Writes the text of the mails to those who wait (decision 285). Integer cents; times are the venue's, labeled with its zone. */
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { remainingCents } from "../../../core/booking/state/booking-money.ts";
import type { Booking } from "../../../core/booking/state/booking-state.ts";
import { type Entry, lapsesOf, MAX_LAPSES, type Offer } from "../../../core/booking/waitlist/waitlist.ts";
import type { WaitlistEvent } from "../../../core/booking/waitlist/waitlist-events.ts";
import type { Wish } from "../../../core/booking/waitlist/wish.ts";
import type { Core } from "../../../core/context.ts";
import { countText } from "../../../core/text/count-text.ts";
import { inksOf, VENUE_INKS } from "../../../core/venue/rooms/inks.ts";
import {
  dayAndYear,
  shortDateAndTime,
  shortDay,
  shortDayAndYear,
  timeRange,
  zoneAbbreviation,
} from "../../../core/venue/time/time-format.ts";
import { instantAt } from "../../../core/venue/time/venue-time.ts";
import type { WaitlistMailKind } from "../../words/mail-kinds.ts";
import { engineerRows, visitRows, visitText } from "./booking-mail-parts.ts";
import {
  button,
  type ContentBlock,
  type ContentRow,
  type MailContent,
  paragraph,
  small,
} from "./mail-content.ts";

type CoreOfMails = Pick<Core, "timeZone" | "links"> & {
  rooms: Pick<Core["rooms"], "byId">;
  settings: Pick<Core["settings"], "now">;
};

/** What a mail to the holder of an entry refers to. */
export interface WaitlistMailContext {
  /** The event that caused the mail. */
  cause: WaitlistEvent;
  /** The entry now. */
  entry: Entry;
  /** The offer that the event is about, or the last one, with its booking; null before the first. */
  offered: { offer: Offer; booking: Booking } | null;
  /** Why staff cancelled the offered booking, if its guest is told. */
  toldReason: string | null;
}

/** The mails about an offer need one. */
type OfferContext = WaitlistMailContext & { offered: NonNullable<WaitlistMailContext["offered"]> };

export function waitlistMailContent(
  core: CoreOfMails,
  kind: WaitlistMailKind,
  context: WaitlistMailContext,
): MailContent {
  const { offered } = context;
  if (kind === "waitlist-joined") return joined(core, context);
  if (!offered) throw new Error(`Entry ${context.entry.id} has no offer to write of`);
  return OFFER_LETTERS[kind](core, { ...context, offered });
}

const OFFER_LETTERS = {
  "waitlist-offered": offeredHours,
  "waitlist-lapsed": lapsed,
  "waitlist-ended": ended,
} satisfies Record<
  Exclude<WaitlistMailKind, "waitlist-joined">,
  (core: CoreOfMails, context: OfferContext) => MailContent
>;

function joined(core: CoreOfMails, { entry }: WaitlistMailContext): MailContent {
  const { wish } = entry;
  const days = daysText(wish, shortDay);
  return {
    subject: `You are on the waitlist: ${roomsText(core, wish)}, ${days}`,
    heading: "You are on the waitlist",
    preview: "We write to you when hours that fit become free",
    blocks: [
      paragraph(
        "When hours that fit become free and it is your turn, we hold them for you and write to you. That mail says until when you can take them. Until then there is nothing to pay and nothing to do.",
      ),
      wishTicket(core, wish),
      entryButton(core, entry, "See your place on the waitlist"),
      small(
        `Hours go to the person who has waited longest and whose wish fits whole. If none are free by ${shortDayAndYear(wish.until)}, your entry ends by itself and we do not write again. At the link you can withdraw it at any time.`,
      ),
    ],
  };
}

function offeredHours(core: CoreOfMails, context: OfferContext): MailContent {
  const { entry, offered } = context;
  const { offer, booking } = offered;
  const until = shortDateAndTime(offer.until, core.timeZone);
  const due = formatMoney(booking.downpaymentCents);
  const isDue = booking.downpaymentCents > 0;
  const isLast = lapsesOf(entry) + 1 >= MAX_LAPSES;
  return {
    subject: `Free for you until ${until}: ${hoursText(core, offer)}`,
    heading: "The hours you waited for are free",
    preview: `We hold them for you until ${until}`,
    blocks: [
      paragraph(
        `We hold these hours for you until ${until}. To take them, ${isDue ? `pay the downpayment of ${due} by then` : "say so at the link by then; nothing is due now"}.`,
      ),
      offerTicket(core, offered, [
        ["Total", formatMoney(booking.totalCents)],
        ["Due now", due],
        ["Due at the venue", formatMoney(remainingCents(booking))],
        ["Yours until", until],
      ]),
      entryButton(core, entry, isDue ? `Pay ${due}, or decline` : "Take them, or decline"),
      small(
        isLast
          ? "This is your second offer. If it runs out too, your entry leaves the waitlist. If you decline it, the next person gets the hours at once."
          : "If you do nothing, the hours go to the next person and you stay on the waitlist. If you decline them, the next person gets them at once and your entry ends.",
      ),
    ],
  };
}

function lapsed(core: CoreOfMails, { entry, offered }: OfferContext): MailContent {
  const until = shortDateAndTime(offered.offer.until, core.timeZone);
  return {
    subject: `Your offer ran out: ${hoursText(core, offered.offer)}`,
    heading: "Your offer ran out",
    preview: "You are still on the waitlist",
    blocks: [
      paragraph(
        `You could take these hours until ${until}. You are still on the waitlist, at the same place in the order. If the next offer runs out too, your entry leaves.`,
      ),
      offerTicket(core, offered),
      entryButton(core, entry, "See or withdraw your entry"),
    ],
  };
}

function ended(core: CoreOfMails, { cause, offered, toldReason }: OfferContext): MailContent {
  const { offer } = offered;
  const until = shortDateAndTime(offer.until, core.timeZone);
  const isByVenue = cause.type === "OfferDeclined";
  const room = core.rooms.byId(offer.roomId);
  return {
    subject: `You are no longer on the waitlist: ${hoursText(core, offer)}`,
    heading: "You are no longer on the waitlist",
    preview: isByVenue ? "The venue has ended your offer" : "Two offers ran out",
    blocks: [
      paragraph(
        isByVenue
          ? "We have ended this offer, and your entry with it. Nothing has been charged."
          : `Two offers ran out, the last one on ${until}. So your entry has left the waitlist, and others are asked.`,
      ),
      ...(toldReason === null ? [] : [paragraph(`The reason: ${toldReason}`)]),
      offerTicket(core, offered),
      paragraph(
        "To wait again, choose your hours in the calendar of the room. If they are taken, press “Tell me when it frees up”.",
      ),
      button("Open the calendar", `${core.settings.now().url}/room/${room?.slug ?? ""}`),
    ],
  };
}

const entryButton = ({ links }: CoreOfMails, { id, personId }: Entry, label: string): ContentBlock =>
  button(label, links.waitlist({ entryId: id, personId }).url);

const roomName = ({ rooms }: CoreOfMails, id: number): string => rooms.byId(id)?.name ?? "Room";

const roomsText = (core: CoreOfMails, { roomIds, anyRoom }: Wish): string =>
  anyRoom && roomIds.length > 1
    ? "Any room that fits"
    : roomIds.length > 3
      ? `${roomIds.length} rooms`
      : roomIds.map((id) => roomName(core, id)).join(" or ");

const daysText = ({ day, until }: Wish, format: (day: string) => string): string =>
  day === until ? format(day) : `${format(day)} – ${format(until)}`;

const LENGTHS = { hourly: "", "half-day": "Half a day, ", "full-day": "A full day, " } as const;

function wishTicket(core: CoreOfMails, wish: Wish): ContentBlock {
  const { roomIds, day, from, to, hours, duration, attendees, engineerRequired } = wish;
  const { timeZone } = core;
  const [first = 0] = roomIds;
  const between = timeRange(instantAt(day, from, timeZone), instantAt(day, to, timeZone), timeZone);
  const rows: ContentRow[] = [
    ...(roomIds.length > 3 ? [["Rooms", roomIds.map((id) => roomName(core, id)).join(", ")] as const] : []),
    [day === wish.until ? "Day" : "Days", daysText(wish, day === wish.until ? dayAndYear : shortDayAndYear)],
    ["Between", `${between} ${zoneAbbreviation(timeZone, instantAt(day, from, timeZone))}`],
    ["Length", `${LENGTHS[duration]}${countText(hours, "hour")}`],
    ...(attendees === null ? [] : [["People", String(attendees)] as const]),
    ...(engineerRequired ? [["Engineer", "Yes"] as const] : []),
  ];
  const inks = roomIds.length === 1 ? inksOf(core.rooms.byId(first)?.slug ?? "") : VENUE_INKS;
  return { kind: "ticket", room: roomsText(core, wish), inks, rows };
}

const hoursText = (core: CoreOfMails, { roomId, startsAt }: Offer): string =>
  visitText(roomName(core, roomId), startsAt, core.timeZone);

function offerTicket(
  core: CoreOfMails,
  { offer, booking }: OfferContext["offered"],
  rows: readonly ContentRow[] = [],
): ContentBlock {
  const { roomId } = offer;
  return {
    kind: "ticket",
    room: roomName(core, roomId),
    inks: inksOf(core.rooms.byId(roomId)?.slug ?? ""),
    rows: [...visitRows(offer, core.timeZone), ...engineerRows(booking), ...rows],
  };
}
