/** Owns the perforated ticket a paid booking ends with (SPEC §4 'Booking Confirmed!'). */

import { useEffect, useRef } from "react";
import type { PaymentRecorded } from "../../../../bff/contract/booking.ts";
import { inksOf } from "../../../../bff/contract/inks.ts";
import { dollars } from "../../../../bff/contract/money.ts";
import { Button } from "../../ui/button.tsx";
import { Ticket } from "../../ui/ticket.tsx";
import { bookedRows } from "./booked-rows.tsx";
import { useBookedRoom } from "./use-booked-room.ts";

interface ConfirmationProps {
  result: PaymentRecorded;
  onDone(): void;
}

export function Confirmation({ result, onDone }: ConfirmationProps) {
  const { booking } = result;
  const room = useBookedRoom(booking.roomId);
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Ticket
      className="mx-auto w-full max-w-xl"
      ink={room && inksOf(room.slug).first}
      title={
        <span ref={heading} tabIndex={-1} className="block scroll-mt-24 text-5xl">
          Booking Confirmed!
        </span>
      }
      rows={[
        { label: "Room", value: booking.roomName, strong: true },
        ...bookedRows(booking, room?.timeZone),
        { label: "Total", value: dollars(booking.totalAmount) },
        { label: "Paid now", value: dollars(booking.downpaymentAmount) },
        { label: "Due at the venue", value: dollars(booking.remainingAmount), strong: true },
      ]}
      stub={
        <div className="grid gap-5">
          <p>The room is yours. Say booking #{booking.id} at the door; the rest is paid when you arrive.</p>
          <Button variant="outline" onClick={onDone}>
            Book another time
          </Button>
        </div>
      }
    />
  );
}
