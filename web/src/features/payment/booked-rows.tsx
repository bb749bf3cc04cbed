/** The rows on every booking's ticket: its number, day, time on the venue's clock (decision 13), and its engineer. */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { dayName } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { engineerText } from "../../format/engineer-text.ts";
import { VisitTime } from "../../ui/booking/visit-time.tsx";

export type Booked = Pick<
  OwnBooking,
  "id" | "startTime" | "endTime" | "timeZone" | "engineerRequired" | "receipt"
>;

export function bookedRows(booking: Booked) {
  const { id, startTime, endTime, timeZone } = booking;
  const startsAt = new Date(startTime);
  const engineer = engineerText(booking);
  return [
    { label: "Booking", value: `#${id}` },
    { label: "Date", value: dayName(venueDayOf(startsAt, timeZone), new Date().getFullYear()) },
    {
      label: "Time",
      value: <VisitTime startsAt={startsAt} endsAt={new Date(endTime)} />,
    },
    ...(engineer === null ? [] : [{ label: "Engineer", value: engineer }]),
  ];
}
