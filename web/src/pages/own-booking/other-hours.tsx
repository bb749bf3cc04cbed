/** Offers other free hours for a booking that is over: in its room on this and the next days, then in other rooms. */
import { useQuery } from "@tanstack/react-query";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import type { Found } from "../../../../bff/contract/visitor/find.ts";
import { addDays, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { type FindRequest, findQuery } from "../../api/rooms.ts";
import { FreeRoomList } from "../../features/find/free-room-list.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { choiceOfBooking } from "./booking-addresses.ts";

const DAYS_LOOKED_AT = 14;
const IN_ROOM = 3;
const ELSEWHERE = 2;

/** The soonest in the same room first, then the soonest in others. */
function othersOf({ rooms }: Found, roomId: number): Found["rooms"] {
  const soonest = rooms.toSorted((a, b) => a.day.localeCompare(b.day));
  return [
    ...soonest.filter((time) => time.roomId === roomId).slice(0, IN_ROOM),
    ...soonest.filter((time) => time.roomId !== roomId).slice(0, ELSEWHERE),
  ];
}

export function OtherHours({ booking }: { booking: OwnBooking }) {
  const { roomId, timeZone, attendees } = booking;
  const { day, startHour, hourCount } = choiceOfBooking(booking);
  const today = venueDayOf(new Date(), timeZone);
  const first = day === null || day < today ? today : day;
  const wish: FindRequest = {
    day: first,
    until: addDays(first, DAYS_LOOKED_AT - 1),
    startHour: startHour ?? 0,
    hours: hourCount,
    people: attendees ?? 1,
    activity: undefined,
    maxPrice: undefined,
  };
  const { data, isError } = useQuery(findQuery(wish));
  const others = data && othersOf(data, roomId);
  if (isError || others?.length === 0) return null;
  return (
    <section aria-labelledby="other-hours">
      <h2 id="other-hours" className="poster-type text-4xl">
        Other free hours
      </h2>
      {data && others ? (
        <FreeRoomList found={data} times={others} wish={wish} />
      ) : (
        <Skeleton className="mt-4 h-64" />
      )}
    </section>
  );
}
