/** The rows on every booking's ticket: its number, day, and time on the venue's clock (decision 13). */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { dayName } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { VisitTime } from "../../ui/booking/visit-time.tsx";

type BookedTime = Pick<OwnBooking, "id" | "startTime" | "endTime" | "timeZone">;

export function bookedRows({ id, startTime, endTime, timeZone }: BookedTime) {
  const startsAt = new Date(startTime);
  return [
    { label: "Booking", value: `#${id}` },
    { label: "Date", value: dayName(venueDayOf(startsAt, timeZone), new Date().getFullYear()) },
    {
      label: "Time",
      value: <VisitTime startsAt={startsAt} endsAt={new Date(endTime)} />,
    },
  ];
}
