/** Owns the heat map of hours booked by weekday and hour of the day: a table with its numbers, inked in one hue. */
import type { PeriodFigures } from "../../../../bff/contract/analytics/analytics-period.ts";
import { capital, clockHour } from "../../../../core/venue/opening-hours.ts";
import { count } from "../../format/counts.ts";
import { cellClass, TableFrame } from "../../ui/table-frame.tsx";
import { CsvHeading } from "./csv-link.tsx";

/** Percent of ink per step. None lies between the last two: on that ground neither text could be read. */
const INKS = [0, 10, 22, 34, 46, 100] as const;
const FULL = INKS.length - 1;

const TITLE = "Hours booked by weekday and hour";

export function HeatMap({ period }: { period: PeriodFigures }) {
  const { firstHour, weekdays } = period.heatMap;
  const most = Math.max(0, ...weekdays.flatMap(({ hoursBooked }) => hoursBooked));
  const stepOf = (hours: number): number => (most === 0 ? 0 : Math.ceil((hours / most) * FULL));
  const rows = weekdays[0]?.hoursBooked ?? [];
  return (
    <section className="grid min-w-0 content-start gap-2">
      <CsvHeading title={TITLE} table="hours" period={period} />
      <TableFrame label={TITLE}>
        <table className="w-full table-fixed">
          <caption className="sr-only">
            {TITLE}, in all rooms. The busiest has {count(most)}.
          </caption>
          <thead className="text-sm text-muted">
            <tr>
              <th scope="col" className={cellClass("text", "w-19 font-medium sm:w-24")}>
                Hour
              </th>
              {weekdays.map(({ weekday }) => (
                <th key={weekday} scope="col" className="px-0.5 py-2 text-center font-medium">
                  <span aria-hidden="true">{capital(weekday).slice(0, 3)}</span>
                  <span className="sr-only">{capital(weekday)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((_, i) => (
              <tr key={clockHour(firstHour + i)}>
                <th
                  scope="row"
                  className="figures px-2 text-left text-sm font-normal whitespace-nowrap sm:px-3"
                >
                  {clockHour(firstHour + i)}
                </th>
                {weekdays.map(({ weekday, hoursBooked }) => {
                  const hours = hoursBooked[i] ?? 0;
                  const step = stepOf(hours);
                  return (
                    <td
                      key={weekday}
                      className="figures border border-sheet py-1.5 text-center text-sm"
                      style={{
                        background: `color-mix(in srgb, var(--color-action) ${INKS[step]}%, var(--color-sheet))`,
                        color: step === FULL ? "var(--color-on-action)" : "var(--color-ink)",
                      }}
                    >
                      {count(hours)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}
