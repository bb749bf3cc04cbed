/** The heat map of booked hours by weekday and hour of the day: a table with numbers, colored in one hue. */
import type { PeriodFigures } from "../../../../bff/contract/analytics/analytics-period.ts";
import { capitalizeWeekday, clockHour } from "../../../../core/venue/time/opening-hours.ts";
import { count } from "../../format/counts.ts";
import { type Column, Table } from "../../ui/table/table.tsx";
import { CsvHeading } from "./csv-link.tsx";

/** Percent of ink for each step. There is no step between the last two, because neither text color is readable there. */
const INKS = [0, 10, 22, 34, 46, 100] as const;
const FULL = INKS.length - 1;

const TITLE = "Hours booked by weekday and hour";

export function HeatMap({ period }: { period: PeriodFigures }) {
  const { firstHour, weekdays } = period.heatMap;
  const most = Math.max(0, ...weekdays.flatMap(({ hoursBooked }) => hoursBooked));
  const stepOf = (hours: number): number => (most === 0 ? 0 : Math.ceil((hours / most) * FULL));
  return (
    <section className="grid min-w-0 content-start gap-2">
      <CsvHeading title={TITLE} table="hours" period={period} />
      <Table
        label={TITLE}
        caption={`${TITLE}, in all rooms. The busiest has ${count(most)}.`}
        className="table-fixed"
        headClass="text-sm text-muted"
        rowClass=""
        pad=""
        columns={[
          {
            head: "Hour",
            as: "name",
            headClass: "w-19 px-3 py-2 font-medium sm:w-24",
            className: "figures px-2 text-sm font-normal whitespace-nowrap sm:px-3",
            cell: (at) => clockHour(firstHour + at),
          },
          ...weekdays.map(
            ({ weekday, hoursBooked }): Column<number> => ({
              head: <Weekday name={capitalizeWeekday(weekday)} />,
              as: "middle",
              headClass: "px-0.5 py-2 font-medium",
              className: "figures border border-sheet py-1.5 text-sm",
              style: (at) => inked(stepOf(hoursBooked[at] ?? 0)),
              cell: (at) => count(hoursBooked[at] ?? 0),
            }),
          ),
        ]}
        rows={[...(weekdays[0]?.hoursBooked.keys() ?? [])]}
        keyOf={(at) => at}
      />
    </section>
  );
}

const inked = (step: number) => ({
  background: `color-mix(in srgb, var(--color-action) ${INKS[step]}%, var(--color-sheet))`,
  color: step === FULL ? "var(--color-on-action)" : "var(--color-ink)",
});

function Weekday({ name }: { name: string }) {
  return (
    <>
      <span aria-hidden="true">{name.slice(0, 3)}</span>
      <span className="sr-only">{name}</span>
    </>
  );
}
