/** Goes from a proposed day to the next one of its weekday whose hours are free, and says so (decision 228). */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { dayName, weekdayName } from "../../../../core/venue/time/time-format.ts";
import { addDays, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { isClosedDay } from "../../format/venue.ts";
import type { BookingChoice } from "../../session/booking-choice.ts";
import { choiceSearch } from "../choice-search.ts";

const WEEK = 7;
const WEEKS_TRIED = 8;

/** The next week's day on which the venue is open; null after eight weeks. */
function nextWeek(day: VenueDay, first: VenueDay): VenueDay | null {
  const next = addDays(day, WEEK);
  if (next >= addDays(first, WEEKS_TRIED * WEEK)) return null;
  return isClosedDay(next) ? nextWeek(next, first) : next;
}

interface WeeklyProposalProps {
  choice: BookingChoice;
  /** Whether the proposed hours cannot be booked. */
  taken: boolean;
}

/** Shown only after *Book again*: the day that the address proposed first is `again`. */
export function WeeklyProposal({ choice, taken }: WeeklyProposalProps) {
  const { again } = choiceSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { day } = choice;
  const next = again !== undefined && day !== null && taken ? nextWeek(day, again) : null;
  const moveOn = useEffectEvent((to: VenueDay) => {
    void navigate({
      to: ".",
      search: (search: object) => ({ ...search, day: to }),
      replace: true,
      resetScroll: false,
    });
  });
  useEffect(() => {
    if (next !== null) moveOn(next);
  }, [next]);
  if (again === undefined || day === null || next !== null) return null;
  return (
    <p role="status" className="mb-4 border-l-4 border-action pl-3">
      {taken
        ? `These hours are taken on every ${weekdayName(again)} for ${WEEKS_TRIED} weeks.`
        : day === again
          ? `Your usual time is free on ${dayName(day)}.`
          : `Your usual time is taken on ${dayName(again)}. The next free ${weekdayName(day)} is ${dayName(day)}.`}
    </p>
  );
}
