/** The Cancellation Policy in full, with both of its wordings (decision 68). */

import { phoneUrl } from "../../../../core/venue/house.ts";
import { hasFirstRefunds, type RefundTerms, refundRows } from "../../format/house-terms.ts";
import { theHouse, useHouse } from "../../format/the-house.ts";
import { type Column, Table } from "../../ui/table/table.tsx";
import { Ticket } from "../../ui/ticket.tsx";
import { Points, PolicyPage, TextLink } from "./policy-page.tsx";

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
  // The first terms have two wordings; terms that the venue sets later have one (decision 68).
  const twoReadings = hasFirstRefunds(useHouse().refundTerms);
  return (
    <PolicyPage
      title="Cancellation Policy"
      since="January 2026"
      lead={
        <p>
          Plans change. The earlier we know, the more of your money goes back, because somebody else can then
          have the room. Cancel or move a booking in <TextLink href="/account">your account</TextLink>, or by
          the link in our mails if you booked as a guest.
        </p>
      }
      sections={[
        { id: "cancelling", title: "If you cancel", body: <Cancelling /> },
        ...(twoReadings
          ? [{ id: "room-page-summary", title: "The summary on room pages", body: <RoomPageReading /> }]
          : []),
        { id: "rescheduling", title: "Rescheduling", body: <Rescheduling /> },
        { id: "no-show", title: "Late arrival and no-show", body: <NoShow /> },
        { id: "by-the-hub", title: "If we cancel", body: <ByTheHub /> },
        { id: "weather", title: "Severe weather", body: <Weather /> },
        { id: "refunds", title: "How refunds are paid", body: <Refunds /> },
      ]}
    />
  );
}

/** The cost of moving, by notice; with the venue's own terms this is a section of its own. */
function noticeRows(refundTerms: RefundTerms): { notice: string; refund: string; rescheduling?: string }[] {
  return hasFirstRefunds(refundTerms) ? NOTICE : refundRows(refundTerms);
}

type Notice = ReturnType<typeof noticeRows>[number];
const HEAD = "py-2 pr-3 font-semibold";
const MOVING: Column<Notice> = {
  head: "Rescheduling",
  as: "text",
  headClass: HEAD,
  cell: ({ rescheduling }) => rescheduling,
};

function Cancelling() {
  const rows = noticeRows(useHouse().refundTerms);
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
        caption={
          withMoving ? "What comes back, and what moving costs, by notice" : "What comes back, by notice"
        }
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
        Before you confirm, the page names the refund in dollars and until when it holds. That amount is what
        you get: if it has changed by the time you press the button, nothing is cancelled and you are asked
        again.
      </p>
    </>
  );
}

function RoomPageReading() {
  return (
    <>
      <p>Each room's page prints a shorter summary, in these words:</p>
      <Ticket title="On the room page" level={3} rows={ROOM_PAGE_SUMMARY} className="max-w-md" />
      <p>
        It was written for tours and group dates that we arrange by hand, and we still go by it there. For
        bookings made on this site the table above is worked out, and stated to you before you cancel. If you
        booked relying on the summary, <TextLink href={phoneUrl(theHouse().phone)}>call the desk</TextLink>{" "}
        before you cancel and we settle it with you.
      </p>
    </>
  );
}

function Rescheduling() {
  return (
    <Points>
      {[
        "Rescheduling needs 24 hours notice. With that it is free, and you do it yourself online.",
        "The new date must be within 60 days of the date you first booked.",
        "Room, length and price stay, and what you have paid goes along.",
        <>
          With less than 24 hours notice <TextLink href={phoneUrl(theHouse().phone)}>call the desk</TextLink>.
          If we can still move you, the fee is 25% of the downpayment with 12 to 24 hours notice and 50% with
          less.
        </>,
      ]}
    </Points>
  );
}

function NoShow() {
  return (
    <p>
      Call if you are running late: your hours are yours, but they end when they end. Arriving more than 30
      minutes late without a word is a no-show, and a no-show forfeits the full amount.
    </p>
  );
}

function ByTheHub() {
  return (
    <p>
      If we have to cancel, because a boiler, a lift or a person has given out, you get a full refund within 5
      business days, no matter how short the notice, and our help in finding another time.
    </p>
  );
}

function Weather() {
  return (
    <p>
      When severe weather closes the house or the way to it, you get a full refund, or you reschedule within
      30 days without a fee. We write to everybody booked on such a day; you need not ask.
    </p>
  );
}

function Refunds() {
  const { email } = useHouse();
  return (
    <Points>
      {[
        "A refund goes back to the card it was paid with. It takes 5-10 business days to show there, depending on your bank.",
        "We send it the moment the booking is cancelled, and a mail says so.",
        "Points that were earned with refunded money go back too.",
        <>
          Nothing there after 10 business days? Write to <TextLink href={`mailto:${email}`}>{email}</TextLink>{" "}
          with your booking's number.
        </>,
      ]}
    </Points>
  );
}
