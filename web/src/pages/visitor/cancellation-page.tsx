/** The Cancellation Policy in full, with both of its wordings (decision 68). */

import { phoneUrl } from "../../../../core/venue/settings.ts";
import { isSampleVenue } from "../../../../core/venue/setup.ts";
import { hasInitialRefundTerms, type RefundTerms, refundRows } from "../../format/terms/venue-terms.ts";
import { useVenue } from "../../format/venue.ts";
import { Ticket } from "../../ui/booking/ticket.tsx";
import { type Column, Table } from "../../ui/table/table.tsx";
import { PolicyPage, TextLink } from "./policy-page.tsx";

const NOTICE = [
  {
    notice: "24 hours or more",
    refund: "Downpayment refunded, minus a 10% processing fee",
    rescheduling: "Free",
  },
  { notice: "12 to 24 hours", refund: "50% refund", rescheduling: "25% fee" },
  { notice: "Under 12 hours", refund: "No refund", rescheduling: "50% fee" },
];

const ROOM_PAGE_SUMMARY = [
  { label: "48 hours notice", value: "Full refund" },
  { label: "24 hours notice", value: "50% refund" },
  { label: "Under 24 hours", value: "No refund" },
  { label: "Weather cancellations", value: "Full refund" },
];

export function CancellationPage() {
  const venue = useVenue();
  const { email, phone, refundTerms } = venue;
  const callTheDesk = <TextLink href={phoneUrl(phone)}>call the desk</TextLink>;
  return (
    <PolicyPage
      title="Cancellation Policy"
      {...(isSampleVenue(venue) ? { since: "January 2026" } : {})}
      lead={
        <p>
          The earlier you cancel, the more of your money we refund, because someone else can then book the
          room. Cancel or move a booking in <TextLink href="/account">your account</TextLink>, or by the link
          in our mails if you booked as a guest.
        </p>
      }
      sections={[
        { id: "cancelling", title: "If you cancel", body: <Cancelling refundTerms={refundTerms} /> },
        // The first terms have two wordings; terms that the venue sets later have one (decision 68).
        ...(hasInitialRefundTerms(refundTerms)
          ? [
              {
                id: "room-page-summary",
                title: "The summary on room pages",
                body: (
                  <>
                    <p>Each room's page shows a shorter summary:</p>
                    <Ticket
                      title="On the room page"
                      level={3}
                      rows={ROOM_PAGE_SUMMARY}
                      className="max-w-md"
                    />
                    <p>
                      We wrote it for tours and group dates that we arrange in person, and it still applies to
                      them. For bookings made on this site the table above applies, and you see the amount
                      before you cancel. If you relied on the summary when you booked, {callTheDesk} before
                      you cancel, and we agree on a refund with you.
                    </p>
                  </>
                ),
              },
            ]
          : []),
        {
          id: "rescheduling",
          title: "Rescheduling",
          points: [
            "Rescheduling needs 24 hours notice. It is then free, and you can do it yourself online.",
            "The new date must be within 60 days of the date you first booked.",
            "Room, length and price stay the same, and what you have paid counts for the new time.",
            <>
              With less than 24 hours notice {callTheDesk}. If we can still move you, the fee is 25% of the
              downpayment with 12 to 24 hours notice and 50% with less.
            </>,
          ],
        },
        {
          id: "no-show",
          title: "Late arrival and no-show",
          body: "Call us if you are running late. Your visit still ends at the booked time. Arriving more than 30 minutes late without calling is a no-show, and a no-show forfeits the full amount.",
        },
        {
          id: "by-the-hub",
          title: "If we cancel",
          body: "If we have to cancel, you get a full refund within 5 business days, no matter how short the notice, and we help you find another time.",
        },
        {
          id: "weather",
          title: "Severe weather",
          body: "If severe weather closes the venue or the roads to it, you get a full refund, or you can reschedule within 30 days without a fee. We write to everyone who has booked on such a day; you do not need to ask.",
        },
        {
          id: "refunds",
          title: "How refunds are paid",
          points: [
            "We refund the card that you paid with. The refund takes 5-10 business days to show there, depending on your bank.",
            "We send it as soon as the booking is cancelled, and confirm it by mail.",
            "Points that you earned with refunded money are removed.",
            <>
              If the refund has not arrived after 10 business days, write to{" "}
              <TextLink href={`mailto:${email}`}>{email}</TextLink> with your booking's number.
            </>,
          ],
        },
      ]}
    />
  );
}

/** The cost of moving, by notice; with the venue's own terms this is a section of its own. */
function noticeRows(refundTerms: RefundTerms): { notice: string; refund: string; rescheduling?: string }[] {
  return hasInitialRefundTerms(refundTerms) ? NOTICE : refundRows(refundTerms);
}

type Notice = ReturnType<typeof noticeRows>[number];
const HEAD = "py-2 pr-3 font-semibold";
const MOVING: Column<Notice> = {
  head: "Rescheduling",
  as: "text",
  headClass: HEAD,
  cell: ({ rescheduling }) => rescheduling,
};

function Cancelling({ refundTerms }: { refundTerms: RefundTerms }) {
  const rows = noticeRows(refundTerms);
  const withMoving = rows.some(({ rescheduling }) => rescheduling !== undefined);
  return (
    <>
      <p>
        Notice is counted to the minute, from the moment you confirm the cancellation to the start of your
        booking.
      </p>
      <Table
        bare
        label="Notice"
        caption={withMoving ? "Refund and cost of moving, by notice" : "Refund, by notice"}
        className="border-b-2 border-ink text-left"
        headClass="border-t-2 border-ink align-bottom"
        rowClass="border-t border-rule align-top"
        pad="py-3 pr-3"
        columns={[
          {
            head: "Notice",
            as: "name",
            headClass: HEAD,
            className: "font-semibold",
            cell: (row) => row.notice,
          },
          { head: "Cancelling", as: "text", headClass: HEAD, cell: ({ refund }) => refund },
          ...(withMoving ? [MOVING] : []),
        ]}
        rows={rows}
        keyOf={({ notice }) => notice}
      />
      <p>
        Before you confirm, the page shows the exact refund and until when it applies. You get exactly that
        amount: if it has changed when you press the button, nothing is cancelled and you are asked again.
      </p>
    </>
  );
}
