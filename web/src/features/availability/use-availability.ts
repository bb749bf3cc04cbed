/** Owns what a page knows of one room's free hours: the month shown, the chosen day's slots, and whether the choice still stands. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Room, RoomBooking } from "../../../../bff/contract/room.ts";
import { addDays, type VenueDay, venueDayOf } from "../../../../core/venue/venue-time.ts";
import { daysOf, monthOf, roomBookingsQuery, type VenueMonth } from "../../api/rooms.ts";
import { hoursOfDay, useHouse } from "../../format/the-house.ts";
import { type BookingChoice, type BookingSpan, hoursOf, spanOf } from "../../session/booking-choice.ts";
import {
  closingReasons,
  dayRule,
  firstOpenDay,
  horizonOf,
  nearestFree,
  type Offer,
  type RoomHours,
  restOf,
  type Slot,
  type SpanTrouble,
  slotsOf,
  spanTrouble,
  takenHours,
  withoutVisit,
} from "./free-slots.ts";
import { type TabBooking, useOwnBookings } from "./own-bookings.ts";
import { useNow } from "./use-now.ts";

export interface Availability {
  /** Today at the venue. */
  today: VenueDay;
  /** The last day that can be chosen. */
  lastDay: VenueDay;
  month: VenueMonth;
  showMonth(month: VenueMonth): void;
  /** What is taken in the shown month; null until it is known. */
  monthHours: RoomHours | null;
  /** The least hours of a visit here: what a start must be able to take to count as free. */
  leastHours: number;
  /** The day on show: the chosen one, if it can be chosen at all, else the next one with a free start; null until it is known. */
  day: VenueDay | null;
  /** The shown day's slots; null until they are known. */
  slots: Slot[] | null;
  /** The hours the choice covers, free or not. */
  span: BookingSpan | null;
  /** Why the choice cannot be booked as it stands. */
  trouble: SpanTrouble | null;
  /** Where the chosen length is free instead, when the choice is in trouble or the day is full; else empty. */
  offers: Offer[];
  /** A booking of this tab is on its way to the server. */
  booking: boolean;
  failed: boolean;
  retry(): void;
}

/** A booking that is being moved: its own hours are free for it, and it can go no later than `lastDay`. */
interface MovedBooking {
  startTime: string;
  endTime: string;
  lastDay: VenueDay;
}

interface AvailabilityOptions {
  leastHours: number;
  /** Whether taken hours may be read by now: before that, live messages might be missed. */
  ready: boolean;
  moved?: MovedBooking;
}

export function useAvailability(
  room: Room,
  choice: BookingChoice,
  { leastHours, ready, moved = undefined }: AvailabilityOptions,
): Availability {
  const now = useNow();
  const own = useOwnBookings(room.slug, now);
  const zone = room.timeZone;
  const today = venueDayOf(now, zone);
  const horizon = horizonOf(today);
  const lastDay = moved !== undefined && moved.lastDay < horizon ? moved.lastDay : horizon;
  const picked = choice.day !== null && dayRule(choice.day, today, lastDay) === "open" ? choice.day : null;

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

  // The next day that can take a visit is open from the start, and stays so: it is looked for in two months at most.
  if (day === null && dayHours !== null && turns < 2) {
    const until = earlier(daysOf(monthOf(searched)).last, lastDay);
    const first = firstOpenDay({ from: searched, until }, leastHours, dayHours);
    if (first === null) setTurns(turns + 1);
    else setOpened(first);
  }

  const slots = useMemo(
    () => (day === null || dayHours === null ? null : slotsOf(day, dayHours)),
    [day, dayHours],
  );
  const span = picked === null ? null : spanOf(choice, zone);
  // While an own booking is under way its hours may already read as somebody's; its answer will tell.
  const judged = own.underWay === 0 ? dayHours : null;
  const trouble = span === null || judged === null ? null : spanTrouble(span, judged);
  const full = slots !== null && restOf(slots, leastHours).starts === 0;
  const offers =
    day === null || judged === null || (trouble === null && !full)
      ? []
      : nearestFree(
          { day, startHour: choice.startHour ?? hoursOfDay(day).open },
          hoursOf(choice),
          judged,
          earlier(daysOf(monthOf(day)).last, lastDay),
        );

  return {
    today,
    lastDay,
    month,
    showMonth,
    monthHours,
    leastHours,
    day,
    slots,
    span,
    trouble,
    offers,
    booking: own.underWay > 0,
    failed: shown.isError || chosen.isError,
    retry() {
      void shown.refetch();
      void chosen.refetch();
    },
  };
}

/**
 * The month on show: the visitor turns it, and a day that is chosen elsewhere (Back, an offer) brings its own. The day that is open from
 * the start brings its month too, unless the visitor has turned to another before that day was found.
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
): RoomHours | null {
  const { startTime, endTime } = moved ?? {};
  const house = useHouse();
  return useMemo(() => {
    if (bookings === undefined) return null;
    const moves = startTime === undefined || endTime === undefined ? null : { startTime, endTime };
    const others = moves === null ? bookings : withoutVisit(bookings, moves);
    const ours = own.filter((booking) => booking.roomId === room.id);
    const [taken, reasons] = [takenHours(others, ours, now), closingReasons(others)];
    return { zone: room.timeZone, taken, reasons, now, house };
  }, [bookings, own, room, now, startTime, endTime, house]);
}

const earlier = (a: VenueDay, b: VenueDay): VenueDay => (a < b ? a : b);
