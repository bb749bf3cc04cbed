/** Draws the month as a date grid (W3C APG), as the room's page has it: one day in the tab order, days named with what is free. */
import { html, nothing } from "lit";
import { dayRestOf } from "../../../core/calendar/room-hours.ts";
import { monthName, weekdayName } from "../../../core/venue/time/time-format.ts";
import {
  addDays,
  daysOf,
  monthOf,
  type VenueDay,
  type VenueMonth,
} from "../../../core/venue/time/venue-time.ts";
import { type CalendarDay, nameOfDay } from "../../src/features/availability/calendar-days.ts";
import { nextMonthOf, type View } from "../view.ts";
import type { Shown } from "./model.ts";

const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;

/** 0 is Sunday. */
const weekdayOf = (day: VenueDay): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** A week with a Sunday first, for the names of the weekdays. */
const ANY_SUNDAY = "2026-11-29";

/** The weeks of a month that are not over: seven places each, null where the month has no day. */
function weeksOf(month: VenueMonth, today: VenueDay): (VenueDay | null)[][] {
  const { first, last } = daysOf(month);
  const weeks: (VenueDay | null)[][] = [];
  for (let sunday = addDays(first, -weekdayOf(first)); sunday <= last; sunday = addDays(sunday, 7)) {
    const days = WEEK.map((at) => addDays(sunday, at));
    if ((days[6] ?? "") >= today) weeks.push(days.map((day) => (monthOf(day) === month ? day : null)));
  }
  return weeks;
}

const firstShown = (month: VenueMonth, today: VenueDay): VenueDay =>
  weeksOf(month, today)[0]?.find((day) => day !== null) ?? daysOf(month).first;

/** The day of a month that is in the tab order when the month is turned to: the chosen one if it is there. */
export const dayInGrid = ({ choice, today }: View, month: VenueMonth): VenueDay =>
  choice.day !== null && monthOf(choice.day) === month ? choice.day : firstOrToday(month, today);

const firstOrToday = (month: VenueMonth, today: VenueDay): VenueDay =>
  monthOf(today) === month ? today : daysOf(month).first;

/** The same date of another month, or its last day. */
function sameDate(day: VenueDay, month: VenueMonth): VenueDay {
  const date = `${month}${day.slice(7)}`;
  const { last } = daysOf(month);
  return date > last ? last : date;
}

const monthBefore = (month: VenueMonth): VenueMonth => monthOf(addDays(`${month}-01`, -1));
const monthAfter = (month: VenueMonth): VenueMonth => monthOf(nextMonthOf(month));

/** Where a key leads from a day of the grid; null for any other key. */
function dayAfterKey(key: string, day: VenueDay): VenueDay | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -weekdayOf(day));
    case "End":
      return addDays(day, 6 - weekdayOf(day));
    case "PageUp":
      return sameDate(day, monthBefore(monthOf(day)));
    case "PageDown":
      return sameDate(day, monthAfter(monthOf(day)));
    default:
      return null;
  }
}

export function monthGrid({ view, month, gridDay, act }: Shown) {
  const { today, lastDay } = view;
  const name = monthName(`${month}-01`);
  const first = firstShown(monthOf(today), today);
  const last = daysOf(monthOf(lastDay)).last;

  const onKey = (event: KeyboardEvent): void => {
    const from = (event.target as HTMLElement).dataset.day;
    if (from === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = dayAfterKey(event.key, from);
    if (to === null) return;
    event.preventDefault();
    act.goToDay(to < first ? first : to > last ? last : to);
  };

  return html`<div part="month" class="month">
    <div class="month-head">
      ${turn("Previous month", "‹", month > monthOf(today) ? () => act.showMonth(monthBefore(month)) : null)}
      <h3 part="month-name" aria-live="polite">${name}</h3>
      ${turn("Next month", "›", month < monthOf(lastDay) ? () => act.showMonth(monthAfter(month)) : null)}
    </div>
    <table role="grid" aria-label=${name} @keydown=${onKey}>
      <thead>
        <tr>
          ${WEEK.map((at) => {
            const weekday = weekdayName(addDays(ANY_SUNDAY, at));
            return html`<th scope="col" part="weekday" aria-label=${weekday}>${weekday.slice(0, 3)}</th>`;
          })}
        </tr>
      </thead>
      <tbody>
        ${weeksOf(month, today).map(
          (week) => html`<tr>
            ${week.map((day) => (day === null ? html`<td></td>` : dayCell(view.dayOf(day), view, day === gridDay, act.chooseDay)))}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const turn = (label: string, sign: string, onPress: (() => void) | null) =>
  html`<button
    type="button"
    part="month-button"
    class="turn"
    aria-label=${label}
    aria-disabled=${onPress === null ? "true" : nothing}
    @click=${() => onPress?.()}
  >
    <span aria-hidden="true">${sign}</span>
  </button>`;

/** A day that cannot be chosen can be reached, so that its name is read, and does nothing. */
function dayCell(
  day: CalendarDay,
  { today, choice }: View,
  inTabOrder: boolean,
  choose: (day: VenueDay) => void,
) {
  const open = day.rule === "open";
  const chosen = day.day === choice.day;
  const full = day.remaining?.fits === false;
  const state = !open ? "closed" : full ? "full" : "free";
  return html`<td role="gridcell" aria-selected=${chosen ? "true" : nothing}>
    <button
      type="button"
      part="day ${state}${chosen ? " chosen" : ""}"
      class="day ${state}${chosen ? " chosen" : ""}"
      data-day=${day.day}
      tabindex=${inTabOrder ? 0 : -1}
      aria-label=${nameOfDay(day, today)}
      aria-current=${day.day === today ? "date" : nothing}
      aria-disabled=${open ? nothing : "true"}
      @click=${() => open && choose(day.day)}
    >
      <span class="date">${Number(day.day.slice(8))}</span>
      <span class="rest" aria-hidden="true">${restOf(day)}</span>
    </button>
  </td>`;
}

const restOf = ({ rule, remaining }: CalendarDay): string => {
  if (rule !== "open" || remaining === null) return "";
  if (remaining.fits) return `${remaining.free} free`;
  return remaining.closed === undefined ? "full" : "closed";
};

/** Whether a day has no room for a visit. */
export const isFull = ({ slots, leastHours }: View): boolean =>
  slots !== null && !dayRestOf(slots, leastHours).fits;
