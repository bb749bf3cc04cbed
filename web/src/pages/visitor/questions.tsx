/** The Help Center's eight questions and their answers. */
import type { ReactNode } from "react";
import type { Venue } from "../../../../bff/contract/venue/venue-record.ts";
import { currencyUnit } from "../../../../core/venue/currency.ts";
import { isSampleVenue } from "../../../../core/venue/setup.ts";
import {
  hasInitialRefundTerms,
  paidSentence,
  refundSentence,
  shareText,
} from "../../format/terms/venue-terms.ts";
import { TextLink } from "./policy-page.tsx";

export interface Question {
  question: string;
  answer: ReactNode;
}

/** Paying in two halves has a wording of its own (decision 120). */
function payWords(percent: number): string {
  if (percent === 0) return paidSentence(percent);
  const parts =
    percent === 50
      ? "You pay half of the total by card when you book, which confirms the booking. The other half is due when you arrive."
      : `${paidSentence(percent)} The payment by card confirms the booking.`;
  return `${parts} Your hours are held for you while you pay; if you do not pay in time, they are free again and nothing is charged.`;
}

const backWords = (terms: Venue["refundTerms"]): string =>
  hasInitialRefundTerms(terms)
    ? "With 24 hours' notice or more, we refund the downpayment less a 10% processing fee. With 12 to 24 hours, we refund half of it. With less, there is no refund."
    : refundSentence(terms);

export const bookingQuestions = (venue: Venue): Question[] => [
  {
    question: "How do I book a room?",
    answer: (
      <>
        Choose a <TextLink href="/#rooms">room</TextLink>, a day and a free hour, set the length, enter your
        details
        {venue.downpaymentPercent > 0 && ` and pay ${shareText(venue.downpaymentPercent)} by card`}. You need
        no account. The page updates at once when someone else books an hour, so the hours shown as free are
        free.
      </>
    ),
  },
  {
    question: "How long can I book for?",
    answer:
      "By the hour from 2 to 12 hours, for a half day of 4 hours or a full day of 8. Half and full days have their own price, which each room's page shows. On the short booking page an hourly booking can be as little as 1 hour.",
  },
  {
    question: "Can I have an engineer with me?",
    answer: isSampleVenue(venue)
      ? "In the media production room, yes. Tick it in the form: $50 more per hour, $200 for a half day or $400 for a full day. The other rooms come set up and tested, and the desk shows you around."
      : "Where a room offers one, you tick it in the form, and the price shows the fee before you book.",
  },
];

export const paymentQuestions = ({ downpaymentPercent }: Venue): Question[] => [
  {
    question: "What do I pay, and when?",
    answer: payWords(downpaymentPercent),
  },
  {
    question: "What if my card is declined?",
    answer:
      "Your hours stay held until the time shown on the page, and you can try the same card again or another one. If your payment arrives after the hold has ended, we confirm your booking if the hours are still free, and otherwise refund all of it automatically.",
  },
];

export const changeQuestions = ({ refundTerms }: Venue): Question[] => [
  {
    question: "How do I cancel, and what is refunded?",
    answer: (
      <>
        In <TextLink href="/account">your account</TextLink>, or by the link in our mails if you booked as a
        guest. Before you confirm, the page shows the exact refund. {backWords(refundTerms)} All terms are in
        the <TextLink href="/cancellation">cancellation policy</TextLink>.
      </>
    ),
  },
  {
    question: "Can I move my booking to another time?",
    answer: (
      <>
        Yes, up to 24 hours before it begins, to any free time within 60 days, in the same room and for the
        same length. What you have paid counts for the new time. Use{" "}
        <TextLink href="/account">your account</TextLink> or the link in our mails. With less notice,{" "}
        <TextLink href="/cancellation#rescheduling">a fee applies</TextLink>; call the desk.
      </>
    ),
  },
  {
    question: "How do points and tiers work?",
    answer: (
      <>
        With an account you collect a point for every {currencyUnit()} you pay, 50 for a completed booking and
        25 for <TextLink href="/feedback">feedback</TextLink>, which you can leave for 30 days after a visit.
        From Bronze you rise to Silver, Gold and Platinum, each with its own benefits. When money is refunded,
        its points are removed.
      </>
    ),
  },
];
