/** Keeps what a page knows of one room's free hours: the month, the chosen day's slots, and whether the choice can still be booked. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Room, RoomBooking } from "../../../../bff/contract/room.ts";
import {
  dayRestOf,
  dayRule,
  daysBetween,
  findSpanProblem,
  hoursOn,
  lastBookableDay,
  nearestStarts,
  type RoomCalendar,
  type Start,
} from "../../../../core/calendar/room-hours.ts";
import type { Span } from "../../../../core/calendar/taken-hours.ts";
import {
  addDays,
  daysOf,
  monthOf,
  type VenueDay,
  type VenueMonth,
  venueDayOf,
} from "../../../../core/venue/time/venue-time.ts";
import { roomBookingsQuery } from "../../api/rooms.ts";
import { useNow } from "../../browser/use-now.ts";
import { calendarOf } from "../../format/room-calendar.ts";
import { currentVenue, hoursOfDay, useVenue } from "../../format/venue.ts";
import { type BookingChoice, hoursOf, spanOf } from "../../session/booking-choice.ts";
import { type TabBooking, useOwnBookings } from "./own-bookings.ts";

/** A booking that is being moved: its own hours are free for it, and it cannot be moved beyond `lastDay`. */
interface MovedBooking {
  startTime: string;
  endTime: string;
  lastDay: VenueDay;
}

const MOST_OFFERS = 3;

interface AvailabilityOptions {
  leastHours: number;
  /** Whether taken hours may be read yet: earlier, live messages could be missed. */
  ready: boolean;
  moved?: MovedBooking;
}

export function useAvailability(
  room: Room,
  choice: BookingChoice,
  { leastHours, ready, moved = undefined }: AvailabilityOptions,
) {
  const now = useNow();
  const own = useOwnBookings(room.slug, now);
  const zone = room.timeZone;
  const today = venueDayOf(now, zone);
  const horizon = lastBookableDay(today);
  const lastDay = moved !== undefined && moved.lastDay < horizon ? moved.lastDay : horizon;
  const picked =
    choice.day !== null && dayRule(currentVenue().schedule, choice.day, today, lastDay) === "open"
      ? choice.day
      : null;

  const [opened, setOpened] = useState<VenueDay | null>(null);
  const [nextFrom] = useState(() => {
    const free = room.nextFreeAt === null ? today : venueDayOf(new Date(room.nextFreeAt), zone);
    return free < today ? today : free;
  });
  const [turns, setTurns] = useState(0);
  const searched = turns === 0 ? nextFrom : `${monthOf(addDays(daysOf(monthOf(nextFrom)).last, 1))}-01`;
  const day = picked ?? opened;

  const [month, showMonth] = useShownMonth({ picked, day }, () => nextFrom);
  const shown = useQuery({ ...roomBookingsQuery(room.id, month), enabled: ready });
  const chosen = useQuery({ ...roomBookingsQuery(room.id, monthOf(day ?? searched)), enabled: ready });
  const monthHours = useRoomHours(shown.data, own.made, room, now, moved);
  const dayHours = useRoomHours(chosen.data, own.made, room, now, moved);

  // The page opens on the next day that has room for a visit, and stays on it. At most two months are searched.
  if (day === null && dayHours !== null && turns < 2) {
    const until = earlier(daysOf(monthOf(searched)).last, lastDay);
    const first = daysBetween(searched, until).find(
      (of) => dayRestOf(hoursOn(of, dayHours), leastHours).fits,
    );
    if (first === undefined) setTurns(turns + 1);
    else setOpened(first);
  }

  const slots = useMemo(
    () => (day === null || dayHours === null ? null : hoursOn(day, dayHours)),
    [day, dayHours],
  );
  const span = picked === null ? null : spanOf(choice, zone);
  // While the visitor's own booking is running, its hours may already read as taken by someone else; the answer will tell.
  const judged = own.underWay === 0 ? dayHours : null;
  const trouble = span === null || judged === null ? null : findSpanProblem(span, judged);
  const full = slots !== null && !dayRestOf(slots, leastHours).fits;
  const offers: readonly Start[] =
    day === null || judged === null || (trouble === null && !full)
      ? []
      : nearestStarts(
          { day, startHour: choice.startHour ?? hoursOfDay(day).open },
          {
            length: hoursOf(choice),
            days: daysBetween(day, earlier(daysOf(monthOf(day)).last, lastDay)),
            most: MOST_OFFERS,
            perOtherDay: 1,
          },
          judged,
        );

  return {
    /** Today at the venue. */
    today,
    /** The last day that can be chosen. */
    lastDay,
    month,
    showMonth,
    /** The taken hours of the shown month; null until they are known. */
    monthHours,
    /** The minimum hours of a visit here: a start counts as free only if it has that many. */
    leastHours,
    /** The day on show: the chosen one if it can be chosen, otherwise the next one with a free start; null until it is known. */
    day,
    /** The shown day's slots; null until they are known. */
    slots,
    /** The hours that the choice covers, free or not. */
    span,
    /** Why the choice cannot be booked now. */
    trouble,
    /** Whether all hours of the span can be booked now, as far as it is known. */
    fits: (wanted: Span): boolean => judged === null || findSpanProblem(wanted, judged) === null,
    /** Where the chosen length is free instead, if the choice is in trouble or the day is full; otherwise empty. */
    offers,
    /** This tab has sent a booking that is not answered yet. */
    booking: own.underWay > 0,
    failed: shown.isError || chosen.isError,
    retry() {
      void shown.refetch();
      void chosen.refetch();
    },
  };
}

export type Availability = ReturnType<typeof useAvailability>;

/**
 * The month on show: the visitor can turn it, and a day that is chosen elsewhere (Back, an offer) shows its own month. The day on which
 * the page opens shows its month too, unless the visitor turned to another one before that day was found.
 */
function useShownMonth(
  { picked, day }: { picked: VenueDay | null; day: VenueDay | null },
  firstDay: () => VenueDay,
): [VenueMonth, (month: VenueMonth) => void] {
  const [shown, setShown] = useState(() => ({ day, month: monthOf(day ?? firstDay()), turned: false }));
  const turn = (month: VenueMonth): void => setShown({ day, month, turned: true });
  if (shown.day === day) return [shown.month, turn];
  const stays = day === null || (picked === null && shown.turned);
  const next = { day, month: stays ? shown.month : monthOf(day), turned: stays && shown.turned };
  setShown(next);
  return [next.month, turn];
}

function useRoomHours(
  bookings: RoomBooking[] | undefined,
  own: readonly TabBooking[],
  room: Room,
  now: Date,
  moved: MovedBooking | undefined,
): RoomCalendar | null {
  const { startTime, endTime } = moved ?? {};
  const opening = useVenue().schedule;
  return useMemo(() => {
    if (bookings === undefined) return null;
    const without = startTime === undefined || endTime === undefined ? undefined : { startTime, endTime };
    const ours = own.filter((booking) => booking.roomId === room.id);
    return { ...calendarOf(bookings, { room, for: "visitor", now, without, own: ours }), opening };
  }, [bookings, own, room, now, startTime, endTime, opening]);
}

const earlier = (a: VenueDay, b: VenueDay): VenueDay => (a < b ? a : b);
