/** The texts about booking a room: the steps, the price, and the refunds after a cancellation. */

import type { Room } from "../../../../bff/contract/room.ts";
import { formatMoney, formatShortMoney } from "../../../../core/booking/rules/money.ts";
import { FULL_DAY_HOURS, HALF_DAY_HOURS } from "../../../../core/booking/rules/pricing.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { clockHour } from "../../format/clock-hour.ts";
import { hoursText } from "../../format/counts.ts";
import { laterPriceTexts, priceRuleTexts } from "../../format/hour-prices.ts";
import {
  hasInitialRefundTerms,
  paidSentence,
  type RefundTerms,
  refundRows,
  shareText,
} from "../../format/terms/venue-terms.ts";
import { openingSentence, useVenue, usualHours } from "../../format/venue.ts";
import { Ticket, type TicketRow } from "../../ui/booking/ticket.tsx";
import { Details } from "./room-details.tsx";

/** `minHours` is the page's minimum: 2 on the room page, 1 in the booking page's dialog. */
export function HowToBook({ minHours }: { minHours: number }) {
  const { downpaymentPercent } = useVenue();
  const least = hoursText(minHours);
  const steps: [string, string][] = [
    ["Choose a day", `${openingSentence()} You can book up to a year ahead.`],
    ["Choose a start", `Every free hour from ${clockHour(usualHours().open)} on. Taken hours are hatched.`],
    ["Set the length", `From ${least} to 12, a half day or a full day.`],
    payStep(downpaymentPercent),
  ];
  return (
    <Details title="How to Book">
      <ol className="grid gap-4">
        {steps.map(([title, text], index) => (
          <li key={title} className="grid grid-cols-[3rem_minmax(0,1fr)] items-start gap-x-2">
            <span aria-hidden="true" className="poster-type figures text-4xl">
              {index + 1}
            </span>
            <span>
              <strong className="block">{title}</strong>
              {text}
            </span>
          </li>
        ))}
      </ol>
    </Details>
  );
}

/** Half, unless the venue has set another share (decision 3). */
function payStep(share: number): [string, string] {
  if (share === 0) return ["Send the form", "You pay nothing now. The total is due when you arrive."];
  const title = `Pay ${shareText(share)}`;
  if (share === 100) return [title, "Paying the total by card confirms your booking."];
  return [title, `A ${share}% downpayment by card confirms your booking. The rest is due when you arrive.`];
}

export function PricingCard({ room }: { room: Room }) {
  const { downpaymentPercent } = useVenue();
  return (
    <Ticket
      title="Pricing"
      ink={inksOf(room.slug).first}
      rows={[
        { label: "Hourly", value: formatMoney(room.hourlyRate), strong: true },
        { label: `Half day, ${HALF_DAY_HOURS} hours`, value: formatMoney(room.halfDayRate) },
        { label: `Full day, ${FULL_DAY_HOURS} hours`, value: formatMoney(room.fullDayRate) },
      ]}
      stub={
        <div className="grid gap-2 text-sm">
          {[...priceRuleTexts(room), ...laterPriceTexts(room)].map((text) => (
            <p key={text}>{text}</p>
          ))}
          {room.engineerAvailable && <p>{engineerSentence(room)}</p>}
          <p>{paidSentence(downpaymentPercent)}</p>
        </div>
      }
    />
  );
}

/** The standard fee, if the room has no other (decision 5). */
function engineerSentence(room: Room): string {
  const { engineerHourlyRate = "50", engineerHalfDayRate = "200", engineerFullDayRate = "400" } = room;
  const [hour, half, full] = [engineerHourlyRate, engineerHalfDayRate, engineerFullDayRate].map(
    formatShortMoney,
  );
  return `An engineer adds ${hour} per hour, ${half} for a half day or ${full} for a full day. Ask for one in the form.`;
}

/** The room page's wording of the policy; the Cancellation Policy page has the complete text (decision 68). */
const WEATHER: TicketRow = { label: "Weather cancellations", value: "Full refund" };
const REFUNDS: TicketRow[] = [
  { label: "48 hours notice", value: "Full refund" },
  { label: "24 hours notice", value: "50% refund" },
  { label: "Under 24 hours", value: "No refund" },
  WEATHER,
];

/** This wording while the venue has the terms that it describes, otherwise the venue's own. Both refund weather cancellations. */
function refundsOf(refundTerms: RefundTerms): TicketRow[] {
  if (hasInitialRefundTerms(refundTerms)) return REFUNDS;
  return [
    ...refundRows(refundTerms).map(({ notice, refund }) => ({ label: notice, value: refund })),
    WEATHER,
  ];
}

/** `terms`: what they mean for the chosen booking, in its own dates and amounts. */
export function CancellationCard({ terms }: { terms: string | null }) {
  const { refundTerms } = useVenue();
  return (
    <Ticket
      title="Cancellation Policy"
      lead={
        <div className="grid gap-4">
          {terms !== null && (
            <p className="figures">
              <strong className="block">Your booking</strong>
              {terms}
            </p>
          )}
          <p className={terms === null ? undefined : "border-t-2 border-rule pt-4"}>
            <strong className="block">The policy in short</strong>
            <span className="text-sm text-muted">
              A booking has terms of its own, in its dates and amounts. Those count.
            </span>
          </p>
        </div>
      }
      rows={refundsOf(refundTerms)}
      stub={
        <div className="grid gap-3">
          <a
            href="/cancellation"
            className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-action"
          >
            Read the full cancellation policy
          </a>
        </div>
      }
    />
  );
}
