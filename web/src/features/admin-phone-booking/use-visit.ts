/** Keeps where and when a phone booking's visit is: the choice, the free hours of its day, what conflicts, and what is free instead. */

import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import {
  daysBetween,
  hoursOn,
  instantsOf,
  nearestStarts,
  takenWithin,
} from "../../../../core/calendar/room-hours.ts";
import {
  addDays,
  BOOKING_HORIZON_DAYS,
  daysOf,
  isVenueDay,
  monthOf,
  type VenueDay,
  venueDayOf,
} from "../../../../core/venue/time/venue-time.ts";
import { takenHoursQuery } from "../../api/staff-bookings.ts";
import { calendarOf } from "../../format/room-calendar.ts";
import { isClosedDay, useZone } from "../../format/venue.ts";
import type { VisitChoice } from "../../ui/booking/visit-picker.tsx";
import type { PhoneBookingStart } from "./phone-booking-start.ts";

const FIELDS = ["roomId", "startDate", "startTime", "endTime", "holdUntil"] as const;
type VisitField = (typeof FIELDS)[number];

const hourOf = (clock: string | undefined): number | null =>
  clock === undefined ? null : Number(clock.slice(0, 2));

function firstOpenDay(today: VenueDay): VenueDay {
  for (let day = today; day < addDays(today, 7); day = addDays(day, 1)) if (!isClosedDay(day)) return day;
  return today;
}

export function useVisit(start: PhoneBookingStart, rooms: readonly Room[]) {
  const zone = useZone();
  const prefix = useId();
  const [now] = useState(() => new Date());
  const today = venueDayOf(now, zone);
  const [choice, setChoice] = useState<VisitChoice>(() => ({
    roomId: start.roomId ?? rooms[0]?.id ?? 0,
    day: start.day ?? firstOpenDay(today),
    start: hourOf(start.startTime),
    end: hourOf(start.endTime),
  }));
  const [complaints, setComplaints] = useState<ReadonlyMap<string, string>>(new Map());
  const room = rooms.find(({ id }) => id === choice.roomId) ?? rooms[0];
  if (!room) throw new Error("the venue has no rooms");
  const { day } = choice;
  const known = isVenueDay(day);
  const taken = useQuery({ ...takenHoursQuery(room.id, day), enabled: known });
  const calendar = useMemo(
    () => (taken.data && known ? calendarOf(taken.data, { room, for: "staff", now }) : null),
    [taken.data, known, room, now],
  );
  const dayHours = useMemo(() => calendar && hoursOn(day, calendar), [calendar, day]);

  const span =
    choice.start !== null && choice.end !== null && choice.end > choice.start
      ? { start: choice.start, end: choice.end }
      : null;
  const inTheWay = dayHours && span ? takenWithin(dayHours, span) : [];
  const at = dayHours && span ? instantsOf(dayHours, span) : null;
  const length = span ? span.end - span.start : 0;
  const offers =
    span && calendar && inTheWay.length > 0
      ? nearestStarts(
          { day, startHour: span.start },
          { length, days: daysBetween(day, daysOf(monthOf(day)).last), most: 3, perOtherDay: 1 },
          calendar,
        ).map((offer) => ({ day: offer.day, start: offer.startHour, end: offer.startHour + length }))
      : [];

  const field = (name: VisitField) => ({ id: `${prefix}-${name}`, error: complaints.get(name) });
  return {
    now,
    today,
    lastDay: addDays(today, BOOKING_HORIZON_DAYS),
    room,
    choice,
    dayHours,
    offers,
    /** The visit's length in hours; null while start and end are not chosen. */
    hours: span && length,
    /** Null until the hours are known to be hours of the venue. */
    chosen: at && { roomId: room.id, day, ...at },
    field,
    /** The errors for an `ErrorSummary`. */
    wrong: FIELDS.flatMap((name) => {
      const message = complaints.get(name);
      return message === undefined ? [] : [{ id: `${prefix}-${name}`, message }];
    }),
    choose(next: VisitChoice): void {
      setChoice(next);
      setComplaints(new Map());
    },
    /** Returns whether it can be sent; if not, it shows the reasons at the fields. */
    check({ noHold, focus, repeats }: { noHold: boolean; focus: boolean; repeats: boolean }): boolean {
      const found = new Map<string, string>();
      if (!known) found.set("startDate", "Choose a day");
      else if (choice.start === null) found.set("startTime", "Choose a start");
      else if (span === null) found.set("endTime", "Choose an end after the start");
      // The list of a series says which of its dates are taken, the first one too.
      else if (inTheWay.length > 0 && !repeats) found.set("startTime", "Some of these hours are taken");
      else if (at === null) found.set("startTime", "The venue is closed then");
      if (noHold) found.set("holdUntil", "Choose the end of the hold");
      setComplaints(found);
      const [first] = found.keys();
      if (focus && first !== undefined) document.getElementById(`${prefix}-${first}`)?.focus();
      return found.size === 0;
    },
    /** Shows the server's errors; `taken`: someone else has taken the hours. */
    complain(errors: ReadonlyMap<string, string>, taken: boolean): void {
      const complained = taken ? new Map([["startTime", "These hours have just been taken"]]) : errors;
      setComplaints(complained);
      const first = FIELDS.find((name) => complained.has(name));
      if (first !== undefined) document.getElementById(`${prefix}-${first}`)?.focus();
    },
    forgive(name?: VisitField): void {
      setComplaints((old) => new Map([...old].filter(([kept]) => name !== undefined && kept !== name)));
    },
  };
}
