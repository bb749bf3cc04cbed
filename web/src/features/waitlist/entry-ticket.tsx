/** The hours that are held for an entry as a ticket: when, where and what they cost, how long they are held, and the answers. */
import { useQuery } from "@tanstack/react-query";
import type { WaitlistEntry } from "../../../../bff/contract/visitor/waitlist.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { dayAndYear, shortDateAndTime } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { useZone } from "../../format/venue.ts";
import { HoldTimer } from "../../ui/booking/hold-timer.tsx";
import { Ticket } from "../../ui/booking/ticket.tsx";
import { VisitTime } from "../../ui/booking/visit-time.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";

interface EntryTicketProps {
  state: WaitlistEntry["state"];
  offer: NonNullable<WaitlistEntry["offer"]>;
  /** The answer that is being sent. */
  busy: boolean;
  onTake(): void;
  onDecline(): void;
  /** Called when the time is up, and at every further second until the entry has changed. */
  onEnd(): void;
}

export function EntryTicket({ state, offer, busy, onTake, onDecline, onEnd }: EntryTicketProps) {
  const zone = useZone();
  const room = useQuery(roomsQuery).data?.find(({ id }) => id === offer.roomId);
  const [startsAt, endsAt] = [new Date(offer.startTime), new Date(offer.endTime)];
  const due = Number(offer.downpaymentAmount) > 0;
  const page = `/guest/${encodeURIComponent(offer.bookingToken)}`;
  return (
    <Ticket
      ink={room && inksOf(room.slug).first}
      title={<span className="block text-4xl">{offer.roomName}</span>}
      rows={[
        { label: "Date", value: dayAndYear(venueDayOf(startsAt, zone)), strong: true },
        { label: "Time", value: <VisitTime startsAt={startsAt} endsAt={endsAt} />, strong: true },
        { label: "Price", value: formatMoney(offer.totalAmount) },
        { label: "Downpayment", value: due ? formatMoney(offer.downpaymentAmount) : "None" },
        ...(state === "offered"
          ? [{ label: "Yours until", value: shortDateAndTime(new Date(offer.until), zone) }]
          : []),
      ]}
      stub={
        state === "offered" ? (
          <div className="grid gap-4">
            <HoldTimer key={offer.bookingId} holdUntil={offer.until} what="These hours are" onEnd={onEnd} />
            {due ? (
              <a href={`${page}/pay`} className={buttonClass({ size: "lg", className: "mr-1" })}>
                Pay the downpayment and take it
              </a>
            ) : (
              <Button size="lg" className="mr-1" busy={busy} onClick={onTake}>
                Take it
              </Button>
            )}
            <Button variant="outline" inert={busy} onClick={onDecline}>
              No, thank you
            </Button>
          </div>
        ) : (
          <a href={page} className={buttonClass({ className: "mr-1" })}>
            See the booking
          </a>
        )
      }
    />
  );
}
