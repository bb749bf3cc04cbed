/** The page of a booking that is over: the cause, its money, the same hours again while they are free, and others. */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { BackLink } from "../../features/way-back/back-link.tsx";
import { causeWords } from "../../format/cause-words.ts";
import { isOnAccount } from "../../format/on-account.ts";
import { buttonClass } from "../../ui/button.tsx";
import { BookAgain } from "./book-again.tsx";
import { BookingSheet } from "./booking-sheet.tsx";
import { OtherHours } from "./other-hours.tsx";

interface EndedBookingProps {
  booking: OwnBooking;
  /** What happened to a payment that came too late, in the server's words. */
  refused?: string | undefined;
}

export function EndedBooking({ booking, refused }: EndedBookingProps) {
  const { title, sentences } = causeWords(booking);
  const cause = booking.cancellation?.cause ?? "expiry";
  return (
    <BookingSheet title={title}>
      <div role="status" className="-mt-2 grid max-w-[62ch] gap-1.5 text-lg">
        {[...(refused === undefined ? [] : [refused]), ...sentences].map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {booking.seriesId !== undefined ? (
        <div className="grid max-w-[62ch] justify-items-start gap-5 text-lg">
          <p>Your choice of dates is kept in this tab. The room's page says which of them are still free.</p>
          <a href={`/room/${booking.roomSlug}`} className={buttonClass({ size: "lg" })}>
            Choose the dates again
          </a>
        </div>
      ) : (
        <>
          {(cause === "expiry" || cause === "customer") && !isOnAccount(booking) && (
            <BookAgain booking={booking} />
          )}
          <OtherHours booking={booking} />
        </>
      )}
      <BackLink
        booked={{ id: booking.id, state: "cancelled" }}
        className={buttonClass({ variant: "outline", className: "justify-self-start" })}
      />
    </BookingSheet>
  );
}
