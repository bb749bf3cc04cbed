/** The Terms of Service. */

import { INITIAL_VENUE } from "../../../../bff/contract/venue/initial-venue.ts";
import { phoneUrl } from "../../../../core/venue/settings.ts";
import { currentVenue, openingSentence, useVenue } from "../../format/venue.ts";
import { dueSentence, hasInitialRefundTerms, refundSentence } from "../../format/venue-terms.ts";
import { PolicyPage, TextLink } from "./policy-page.tsx";

/** The original wording applies while the venue keeps its first opening hours (decision 120). */
function openingTerms(): string {
  const { openDays, doors } = currentVenue();
  return JSON.stringify(doors) === JSON.stringify(INITIAL_VENUE.doors)
    ? `We are open ${openDays}, 8:00 AM-10:00 PM, and closed on Sundays.`
    : openingSentence();
}

const lowerFirst = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

export function TermsPage() {
  const { email, downpaymentPercent, refundTerms } = useVenue();
  return (
    <PolicyPage
      title="Terms of Service"
      since="January 2026"
      lead={
        <p>
          These terms apply when you book a room at {currentVenue().name}, {currentVenue().address.street},{" "}
          {currentVenue().address.city}.
        </p>
      }
      sections={[
        {
          id: "booking",
          title: "Your booking",
          points: [
            "You make a booking by sending the form. It holds your hours while you pay, and is confirmed when we have received the downpayment. If you do not pay by the time shown, it expires and you owe nothing.",
            "Hourly bookings run from 2 to 12 hours, on the booking page from 1. A half day is 4 hours, a full day 8.",
            "You book for the number of people you state, up to the room's capacity. The person who books is responsible for the group.",
            "You must be 18 or older to book, or book together with someone who is.",
          ],
        },
        {
          id: "payment",
          title: "Price and payment",
          points: [
            "The price is the one shown when you book. We do not change it afterward, and charge nothing that was not shown.",
            dueSentence(downpaymentPercent),
            "An engineer in the media production room costs $50 per hour, $200 for a half day or $400 for a full day.",
            "Cards are handled by our payment provider. We never see or keep your card number.",
          ],
        },
        {
          id: "changes",
          title: "Cancelling and rescheduling",
          body: (
            <p>
              The <TextLink href="/cancellation">cancellation policy</TextLink> is part of these terms. In
              short: {lowerFirst(refundSentence(refundTerms))}{" "}
              {!hasInitialRefundTerms(refundTerms) && "With 24 hours notice rescheduling is free. "}A no-show
              forfeits the full amount.
            </p>
          ),
        },
        {
          id: "house-rules",
          title: "At the venue",
          points: [
            `${openingTerms()} Loud activity must end by 10:00 PM.`,
            "Your hours include setting up and clearing away.",
            "Use the equipment as the desk shows you. If you break something by carelessness, you pay what the repair costs us.",
            "No smoking, no open flame, nothing illegal. The desk may end a booking that puts people or the building at risk; then nothing is refunded.",
            "Recordings and works you make here are yours. We claim no rights in them.",
          ],
        },
        {
          id: "accounts",
          title: "Accounts and points",
          points: [
            "You need no account to book. If you have one, keep its password to yourself.",
            "Points and tiers are a thank-you. They have no cash value, cannot be transferred, and are removed with refunds and cancellations.",
            "Reviews must be your own and about your own visit. You may leave one anonymously.",
          ],
        },
        {
          id: "liability",
          title: "Liability",
          body: (
            <p>
              We keep the building and its equipment in good order and insured. If a room cannot be used as
              described, we refund your money; beyond that we are liable only where the law requires it.
              Insure what you cannot replace. These terms are governed by the law of the State of New York.
            </p>
          ),
        },
        {
          id: "questions",
          title: "Questions",
          body: (
            <p>
              Write to <TextLink href={`mailto:${email}`}>{email}</TextLink> or call{" "}
              <TextLink href={phoneUrl(currentVenue().phone)}>{currentVenue().phone}</TextLink>. How we handle
              your data is in the <TextLink href="/privacy">privacy policy</TextLink>.
            </p>
          ),
        },
      ]}
    />
  );
}
