/** Owns the words of the mails about a booking. Amounts are integer cents, times are the venue's, labelled with its zone. */

import type { BookingEvent } from "../../../core/booking/booking-events.ts";
import { keptCents, receivedCents } from "../../../core/booking/booking-money.ts";
import type { Booking } from "../../../core/booking/booking-state.ts";
import type { Core } from "../../../core/context.ts";
import type { BookingStory } from "./booking-story.ts";
import { postalInksOf } from "./inks.ts";
import type { Block, Letter, Row } from "./letter.ts";
import type { BookingMailKind } from "./still-true.ts";
import { dollars, type VenueWords, venueWords } from "./words.ts";

/** What every letter about a booking refers to. */
interface Scene {
  story: BookingStory;
  room: string;
  words: VenueWords;
  /** The guest's link: see, pay, move, cancel. */
  link: string;
  /** `Rehearsal Room, Sat, Dec 12, 10:00 AM`. */
  visit: string;
  feedbackUrl: string;
  ticket(rows?: readonly Row[]): Block;
}

type Draft = Omit<Letter, "preview"> & { preview?: string };

export function bookingLetter(
  core: Pick<Core, "rooms" | "house" | "timeZone" | "links">,
  kind: BookingMailKind,
  story: BookingStory,
): Letter {
  const { bookingId, after } = story;
  const room = core.rooms.byId(after.roomId);
  const roomName = room?.name ?? "Room";
  const words = venueWords(core.timeZone);
  const scene: Scene = {
    story,
    room: roomName,
    words,
    link: core.links.guestBooking({ bookingId, reference: after.reference }).url,
    visit: `${roomName}, ${words.short(after.startsAt)}`,
    feedbackUrl: `${core.house.url}/feedback`,
    ticket: (rows = []) => ({
      kind: "ticket",
      room: roomName,
      inks: postalInksOf(room?.slug ?? ""),
      rows: [
        ["Date", words.day(after.startsAt)],
        ["Time", words.hours(after.startsAt, after.endsAt)],
        ["Booking", String(bookingId)],
        ...rows,
      ],
    }),
  };
  const draft = LETTERS[kind](scene);
  return { preview: scene.visit, ...draft };
}

const LETTERS: Record<BookingMailKind, (scene: Scene) => Draft> = {
  "booking-received": received,
  "booking-confirmed": confirmed,
  "booking-cancelled": cancelled,
  "booking-expired": expired,
  "booking-rescheduled": rescheduled,
  "refund-issued": refundIssued,
  reminder,
  "feedback-invitation": feedbackInvitation,
};

const paragraph = (text: string): Block => ({ kind: "words", text });
const small = (text: string): Block => ({ kind: "small", text });
const manage = ({ link }: Scene, label = "See, move or cancel it"): Block => ({
  kind: "button",
  label,
  url: link,
});

/** Money that the venue has of this booking. */

const moneyRows = (booking: Booking): Row[] => {
  const paid = keptCents(booking);
  return [
    ["Total", dollars(booking.totalCents)],
    ["Paid", dollars(paid)],
    ["Due at the venue", dollars(Math.max(0, booking.totalCents - paid))],
  ];
};

const POLICY =
  "If your plans change: up to 24 hours before, the downpayment comes back less a 10% fee; 12 to 24 hours before, half of it; later, nothing. You can move a booking until 24 hours before it begins.";

function received(scene: Scene): Draft {
  const { after } = scene.story;
  const payBy = scene.words.moment(after.holdUntil);
  return {
    subject: `Booking received: ${scene.visit}`,
    heading: "We are holding your time",
    preview: `Please pay ${dollars(after.downpaymentCents)} by ${payBy}`,
    blocks: [
      paragraph(
        `We hold the room for you until ${payBy}. Please pay the downpayment of ${dollars(after.downpaymentCents)} by then; after that the time is free for others again.`,
      ),
      scene.ticket([
        ["Total", dollars(after.totalCents)],
        ["Due now", dollars(after.downpaymentCents)],
        ["Due at the venue", dollars(after.totalCents - after.downpaymentCents)],
        ["Pay by", payBy],
      ]),
      manage(scene, `Pay ${dollars(after.downpaymentCents)}`),
      small("If you have just paid, there is nothing left to do: the confirmation is on its way."),
    ],
  };
}

function confirmed(scene: Scene): Draft {
  return {
    subject: `Booking confirmed: ${scene.visit}`,
    heading: "Your booking is confirmed",
    blocks: [
      paragraph("The room is yours. The file attached puts it into your calendar."),
      scene.ticket(moneyRows(scene.story.after)),
      manage(scene),
      small(POLICY),
    ],
  };
}

function cancelled(scene: Scene): Draft {
  const { before, cause, decided } = scene.story;
  const byVenue = cause.type === "BookingCancelled" && cause.data.cancelledBy === "venue";
  return {
    subject: `Booking cancelled: ${scene.visit}`,
    heading: "Your booking is cancelled",
    blocks: [
      paragraph(
        byVenue
          ? "We are sorry: we had to cancel this booking. The file attached takes it out of your calendar."
          : "This booking has been cancelled as you asked. The file attached takes it out of your calendar.",
      ),
      scene.ticket(),
      paragraph(refundSentence(decided, before ? keptCents(before) : 0, byVenue)),
    ],
  };
}

function refundSentence(decided: readonly BookingEvent[], hadPaidCents: number, byVenue: boolean): string {
  let [toCard, atVenue] = [0, 0];
  for (const event of decided) {
    if (event.type === "RefundRequested") toCard += event.data.amountCents;
    if (event.type === "RefundIssued" && event.data.via === "venue") atVenue += event.data.amountCents;
  }
  const parts = [
    ...(toCard > 0
      ? [`${dollars(toCard)} goes back to your card${byVenue ? " within 5 business days" : ""}`]
      : []),
    ...(atVenue > 0 ? [`${dollars(atVenue)} is given back at the venue`] : []),
  ];
  if (parts.length > 0) return `Your refund: ${parts.join(", and ")}.`;
  return hadPaidCents > 0
    ? "By the cancellation policy nothing is refunded this close to the visit."
    : "Nothing had been paid, so there is nothing to refund.";
}

function expired(scene: Scene): Draft {
  return {
    subject: `Booking expired: ${scene.visit}`,
    heading: "The hold on your booking has ended",
    blocks: [
      paragraph(
        `No payment reached us by ${scene.words.moment(scene.story.after.holdUntil)}, so the time is free again. Nothing has been charged.`,
      ),
      scene.ticket(),
      small(
        "Should a payment of yours still arrive, it confirms the booking if the time is free, and else is refunded in full.",
      ),
    ],
  };
}

function rescheduled(scene: Scene): Draft {
  const { before, after } = scene.story;
  const from = before ? scene.words.moment(before.startsAt) : "its earlier time";
  const unpaid = after.status === "pending" && receivedCents(after) === 0;
  return {
    subject: `Booking moved: ${scene.visit}`,
    heading: "Your booking has moved",
    blocks: [
      paragraph(
        `It was ${from}, and is now at the time below. ${unpaid ? `Please still pay by ${scene.words.moment(after.holdUntil)}.` : "What you have paid goes along."} The file attached moves it in your calendar.`,
      ),
      scene.ticket(moneyRows(after)),
      manage(scene, unpaid ? `Pay ${dollars(after.downpaymentCents)}` : undefined),
    ],
  };
}

const REFUND_REASONS = {
  "late-payment": "Your payment arrived after the hold had ended, and the time was no longer available. ",
  "duplicate-payment": "This booking was paid twice. ",
  "wrong-amount": "The payment was not of the amount that was asked for, so all of it goes back. ",
  cancelled: "",
} as const;

function refundIssued(scene: Scene): Draft {
  const { cause, told } = scene.story;
  if (cause.type !== "RefundIssued" && cause.type !== "RefundRecorded") {
    throw new Error(`A refund's mail was caused by ${cause.type}`);
  }
  const { refundId, amountCents } = cause.data;
  const atVenue = cause.type === "RefundIssued" && cause.data.via === "venue";
  const amount = dollars(amountCents);
  const requested = told.find(
    (event) => event.type === "RefundRequested" && event.data.refundId === refundId,
  );
  const why = requested?.type === "RefundRequested" ? REFUND_REASONS[requested.data.reason] : "";
  return {
    subject: `Refund of ${amount}: ${scene.visit}`,
    heading: `We have refunded ${amount}`,
    preview: amount,
    blocks: [
      paragraph(
        atVenue
          ? `${why}${amount} is given back at the venue, where it was paid.`
          : `${why}${amount} is on its way back to your card. Banks take 5 to 10 business days to show it.`,
      ),
      scene.ticket([["Refund", amount]]),
    ],
  };
}

function reminder(scene: Scene): Draft {
  const { now } = scene.story;
  const due = Math.max(0, now.totalCents - keptCents(now));
  return {
    subject: `Reminder: ${scene.visit}`,
    heading: "See you soon",
    blocks: [
      paragraph(
        due > 0
          ? `Your visit is a day away. The remaining balance of ${dollars(due)} is due when you arrive.`
          : "Your visit is a day away. Everything is paid.",
      ),
      scene.ticket(moneyRows(now)),
      manage(scene),
      small(
        "Please be on time: more than 30 minutes late counts as not having come, and nothing is refunded.",
      ),
    ],
  };
}

function feedbackInvitation(scene: Scene): Draft {
  return {
    subject: `How was your visit? ${scene.visit}`,
    heading: "How was your visit?",
    blocks: [
      paragraph(
        "Thank you for coming. Five ratings and, if you like, a few words help us to make the rooms better, and earn you loyalty points.",
      ),
      scene.ticket(),
      { kind: "button", label: "Leave feedback", url: scene.feedbackUrl },
      small(
        "Sign in with the email address that this mail was sent to. Feedback is open for 30 days after the visit.",
      ),
    ],
  };
}
