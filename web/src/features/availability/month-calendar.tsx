/** Shows the month as a date grid (W3C APG): one day in the tab order, arrow and page keys, days named with what is free (decision 153). */
import clsx from "clsx";
import { createContext, memo, use, useEffect, useMemo, useRef, useState } from "react";
import { type DayButtonProps, DayPicker, type WeekProps } from "react-day-picker";
import type { RoomInks } from "../../../../core/venue/rooms/inks.ts";
import { monthName } from "../../../../core/venue/time/time-format.ts";
import { monthOf, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { useHandler } from "../../browser/use-handler.ts";
import { hoursOfDay } from "../../format/venue.ts";
import { type CalendarDay, calendarDay, fromLocalDate, nameOfDay, toLocalDate } from "./calendar-days.ts";
import { halfTintOf } from "./tints.ts";
import type { Availability } from "./use-availability.ts";

interface Month {
  dayOf(day: VenueDay): CalendarDay;
  inks: RoomInks;
  /** Weeks that end before it are past and folded; null while they are unfolded. */
  foldedBefore: VenueDay | null;
  unfold(): void;
}

const MonthContext = createContext<Month | null>(null);

type Shown = Pick<
  Availability,
  "today" | "lastDay" | "leastHours" | "month" | "showMonth" | "monthHours" | "day"
> & { inks: RoomInks; onDay(day: VenueDay): void };

/** The grid is the page's costliest part, so it is drawn again only for another month, day or state of the days. */
export function MonthCalendar({
  availability,
  inks,
  onDay,
}: Pick<Shown, "inks" | "onDay"> & { availability: Availability }) {
  const { today, lastDay, leastHours, month, monthHours, day } = availability;
  const showMonth = useHandler(availability.showMonth);
  const shown = { today, lastDay, leastHours, month, monthHours, day, inks, showMonth };
  return <MonthGrid {...shown} onDay={useHandler(onDay)} />;
}

/**
 * Closed, past and full days can be reached in the grid, so that screen readers can read their names; days that cannot be chosen are
 * `aria-disabled` and do nothing. With the picker's own `disabled` the arrow keys would skip them.
 */
const MonthGrid = memo(function MonthGrid({
  today,
  lastDay,
  leastHours,
  month,
  showMonth,
  monthHours,
  day,
  inks,
  onDay,
}: Shown) {
  const [unfolded, setUnfolded] = useState(false);
  const context = useMemo<Month>(
    () => ({
      inks,
      dayOf: (of) => calendarDay(of, { today, lastDay, leastHours }, monthHours),
      foldedBefore: unfolded ? null : today,
      unfold: () => setUnfolded(true),
    }),
    [inks, today, lastDay, leastHours, monthHours, unfolded],
  );
  const someOver = month === monthOf(today) && fromLocalDate(firstSundayAfter(month)) <= today;
  return (
    <MonthContext value={context}>
      <DayPicker
        mode="single"
        required
        selected={day === null ? undefined : toLocalDate(day)}
        onSelect={(date) => {
          const picked = fromLocalDate(date);
          if (context.dayOf(picked).rule === "open") onDay(picked);
        }}
        today={toLocalDate(today)}
        month={toLocalDate(`${month}-01`)}
        onMonthChange={(date) => showMonth(monthOf(fromLocalDate(date)))}
        startMonth={toLocalDate(today)}
        endMonth={toLocalDate(lastDay)}
        weekStartsOn={0}
        navLayout="around"
        components={{ DayButton: CalendarDayButton, CaptionLabel, Week: CalendarWeek }}
        labels={{
          labelDayButton: (date) => nameOfDay(context.dayOf(fromLocalDate(date)), today),
          labelGrid: (date) => monthName(fromLocalDate(date)),
          labelNext: () => "Next month",
          labelPrevious: () => "Previous month",
        }}
        formatters={{
          formatCaption: (date) => monthName(fromLocalDate(date)),
          formatWeekdayName: (date) => WEEKDAY.format(date),
        }}
        className="@container"
        classNames={{
          month: "grid grid-cols-[2.75rem_minmax(0,1fr)_2.75rem] items-center gap-y-3",
          month_caption: "text-center",
          month_grid: "col-span-3 w-full table-fixed border-separate border-spacing-0.5",
          weekday: "pb-1 text-xs font-semibold text-muted",
          day: "h-13 p-0 sm:h-14",
          button_previous: NAV_BUTTON,
          button_next: NAV_BUTTON,
          chevron: "size-4 fill-current",
        }}
      />
      {someOver && !unfolded && (
        <button
          type="button"
          className="-mt-4 min-h-6 justify-self-start text-sm text-muted underline underline-offset-4 hover:text-action"
          onClick={() => setUnfolded(true)}
        >
          Show past weeks
        </button>
      )}
    </MonthContext>
  );
});

const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "short" });

const NAV_BUTTON =
  "grid size-11 place-items-center border-2 border-control hover:border-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-40";

/** The first Sunday begins the month's second week. */
function firstSundayAfter(month: string): Date {
  const first = toLocalDate(`${month}-01`);
  return new Date(first.getFullYear(), first.getMonth(), 8 - first.getDay(), 12);
}

/** A past week is hidden until a visitor unfolds it; it stays in the grid, so that arrow keys can reach it. */
function CalendarWeek({ week, ...row }: WeekProps) {
  const month = use(MonthContext);
  const last = week.days.at(-1);
  const over =
    month !== null &&
    month.foldedBefore !== null &&
    last !== undefined &&
    fromLocalDate(last.date) < month.foldedBefore;
  return <tr {...row} hidden={over || row.hidden} />;
}

function CaptionLabel({ children }: { children?: React.ReactNode }) {
  return (
    <h3 aria-live="polite" className="poster-type text-2xl sm:text-3xl">
      {children}
    </h3>
  );
}

function CalendarDayButton({ day, modifiers, children, className: _, style: __, ...button }: DayButtonProps) {
  const month = use(MonthContext);
  const ref = useRef<HTMLButtonElement>(null);
  const focused = modifiers.focused === true;
  const foldedBefore = month?.foldedBefore ?? null;
  useEffect(() => {
    if (!focused) return;
    ref.current?.focus();
    // A hidden day cannot take the focus: its week is unfolded first.
    if (foldedBefore !== null && document.activeElement !== ref.current) month?.unfold();
  }, [focused, foldedBefore, month]);
  if (month === null) throw new Error("CalendarDayButton was rendered outside of MonthCalendar.");

  const shown = month.dayOf(fromLocalDate(day.date));
  const open = shown.rule === "open";
  const full = shown.remaining?.fits === false;
  const chosen = modifiers.selected === true;
  const ink = month.inks.first;
  return (
    <button
      {...button}
      ref={ref}
      aria-disabled={open ? undefined : true}
      className={clsx(
        "relative grid size-full content-center justify-items-center gap-0.5 transition-colors duration-120",
        open ? "bg-sheet hover:inset-ring-2 hover:inset-ring-ink" : "cursor-not-allowed text-muted",
        full && !chosen && "hatched",
        modifiers.today && "after:absolute after:top-1 after:right-1 after:size-1.5 after:bg-current",
      )}
      style={chosen ? { backgroundColor: ink.hex, color: ink.text } : undefined}
    >
      <span
        className={clsx(
          "figures text-lg leading-none",
          open ? "font-semibold" : "font-normal",
          full && !chosen && "bg-ground px-1",
        )}
      >
        {children}
      </span>
      <DayCondition day={shown} chosen={chosen} ink={halfTintOf(ink)} />
    </button>
  );
}

/** Shown below the number: how much of the day is free, as a figure and as the length of a rule. The button's name says it too. */
function DayCondition({ day, chosen, ink }: { day: CalendarDay; chosen: boolean; ink: string }) {
  if (day.rule !== "open" || day.remaining === null) return <span aria-hidden="true" className="h-4" />;
  const { open, close } = hoursOfDay(day.day);
  return (
    <span aria-hidden="true" className="grid h-4 w-9/12 content-end gap-0.5">
      <span className="figures text-center text-[0.6875rem] leading-none whitespace-nowrap">
        {!day.remaining.fits ? (
          <span className={chosen ? undefined : "bg-ground px-1"}>
            {day.remaining.closed === undefined ? "full" : "closed"}
          </span>
        ) : (
          <>
            {day.remaining.free}
            <span className="hidden @min-[22rem]:inline"> free</span>
          </>
        )}
      </span>
      <span className="block h-1 bg-rule" style={chosen ? { backgroundColor: "transparent" } : undefined}>
        <span
          className="block h-full"
          style={{
            width: `${(100 * day.remaining.free) / Math.max(1, close - open)}%`,
            backgroundColor: chosen ? "currentColor" : ink,
          }}
        />
      </span>
    </span>
  );
}
