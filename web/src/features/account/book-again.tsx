/** Links from a booking to a new one like it: the same room and length, with the person's details from the account. */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { buttonClass } from "../../ui/button.tsx";

type Booked = Pick<OwnBooking, "id" | "roomName" | "roomSlug" | "bookingDuration" | "hourCount">;

/** The URL of the room's page with the booking's length chosen. */
function bookAgainHref({ roomSlug, bookingDuration, hourCount }: Booked): string {
  const hours = bookingDuration === "hourly" ? { hours: String(hourCount) } : {};
  return `/room/${roomSlug}?${new URLSearchParams({ duration: bookingDuration, ...hours })}`;
}

export function BookAgain({ booking }: { booking: Booked }) {
  return (
    <a href={bookAgainHref(booking)} className={buttonClass({ variant: "outline" })}>
      Book again
      <span className="sr-only"> {`${booking.roomName}, booking ${booking.id}`}</span>
    </a>
  );
}
