/** Lists the dates that a change is for, with their hours and money, before it happens; or names those that are in its way. */
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
  return (
    <div className="border-l-4 border-ink bg-sheet px-4 py-2.5">
      <p className="figures text-lg font-semibold">{title}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, also by keyboard. */}
      <ul aria-label={label} tabIndex={0} className="figures mt-1 max-h-64 overflow-y-auto text-[0.9375rem]">
        {bookings.map((booking) => {
          const [startsAt, endsAt] = [new Date(booking.startTime), new Date(booking.endTime)];
          const place = placeOf(booking);
          return (
            <li
              key={booking.startTime}
              className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] gap-x-3 border-t border-rule py-1.5"
            >
              <span className="font-medium">{shortDay(venueDayOf(startsAt, zone))}</span>
              <span>
                {timeRange(startsAt, endsAt, zone)}
                {place && `, ${place}`}
              </span>
              <span className="text-right">{moneyOf(booking)}</span>
            </li>
          );
        })}
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
