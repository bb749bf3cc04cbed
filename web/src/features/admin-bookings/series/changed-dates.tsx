/** Lists the dates that a change is for, with their hours and money, before it happens; or names those that are in its way. */
import clsx from "clsx";
import type { ReactNode } from "react";
import type { SeriesCancelled } from "../../../../../bff/contract/series.ts";
import { formatMoney } from "../../../../../core/booking/rules/money.ts";
import { countText } from "../../../../../core/text/count-text.ts";
import { shortDay, timeRange } from "../../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../../core/venue/time/venue-time.ts";
import { lostDates, refusalMessage } from "../../../api/refusal.ts";
import { useZone } from "../../../format/venue.ts";

type Changed = Pick<SeriesCancelled["bookings"][number], "startTime" | "endTime">;

interface ChangedDatesProps<Shown extends Changed> {
  /** The list's name for screen readers. */
  label: string;
  bookings: readonly Shown[];
  /** What the change does, in one line. */
  title: ReactNode;
  /** The room of a date, if it has to be said. */
  placeOf(booking: Shown): string | null;
  /** The money of a date. */
  moneyOf(booking: Shown): string;
}

export function ChangedDates<Shown extends Changed>(props: ChangedDatesProps<Shown>) {
  const { label, bookings, title, placeOf, moneyOf } = props;
  const zone = useZone();
  const wheres = bookings.map((booking) => {
    const place = placeOf(booking);
    const hours = timeRange(new Date(booking.startTime), new Date(booking.endTime), zone);
    return place ? `${hours}, ${place}` : hours;
  });
  // Said once if it is the same for all, so that twelve dates are seen at a glance.
  const common = wheres.every((where) => where === wheres[0]) ? wheres[0] : null;
  return (
    <div className="border-l-4 border-ink bg-sheet px-4 py-2.5">
      <p className="figures text-lg font-semibold">{title}</p>
      {common && <p className="figures text-muted">{common}</p>}
      <ul
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, also by keyboard.
        tabIndex={0}
        className={clsx(
          "figures mt-1 grid max-h-[19.1rem] sm:max-h-[17.8rem] gap-x-8 overflow-y-auto text-[0.9375rem]",
          common && "sm:grid-cols-2",
        )}
      >
        {bookings.map((booking, at) => (
          <li
            key={booking.startTime}
            className="flex flex-wrap justify-between gap-x-3 border-t border-rule py-1.5"
          >
            <span>
              <span className="font-medium">{shortDay(venueDayOf(new Date(booking.startTime), zone))}</span>
              {!common && `, ${wheres[at]}`}
            </span>
            <span className="ml-auto text-right">{moneyOf(booking)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why nothing would change: the dates that are in the way, or the server's reason. */
export function ChangeRefused({ error, otherwise }: { error: Error; otherwise: string }) {
  const lost = lostDates(error);
  return (
    <div className="border-l-4 border-danger bg-sheet px-4 py-2.5">
      <p className="font-semibold text-danger">
        {lost.length === 0
          ? refusalMessage(error, otherwise)
          : `${countText(lost.length, "date is", "dates are")} taken there: ${lost.map(shortDay).join("; ")}.`}
      </p>
      {lost.length > 0 && <p className="text-muted">All dates change or none, so nothing changes now.</p>}
    </div>
  );
}

/** `"$20.00"`; empty for nothing. */
export const moneyOrNothing = (amount: string, after = ""): string =>
  Number(amount) === 0 ? "" : `${formatMoney(amount)}${after}`;
