/** The figures of a period next to those of the period before: by room, hour, lead time, source and method (decision 136). */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { PeriodFigures } from "../../../../bff/contract/analytics/analytics-period.ts";
import { comparedRows } from "../../../../bff/contract/analytics/period-tables.ts";
import { shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import { fieldErrors } from "../../api/refusal.ts";
import { Figures } from "../../ui/figures.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyNotice, FailureNotice } from "../../ui/state-notice.tsx";
import { periodQuery } from "./calls.ts";
import { ComparedPanel } from "./compared-panel.tsx";
import { CsvLink } from "./csv-link.tsx";
import { HeatMap } from "./heat-map.tsx";
import { differenceWords, figureWords, type Period, type Preset } from "./period-choice.ts";
import { PeriodPicker } from "./period-picker.tsx";
import { PeriodRooms } from "./period-rooms.tsx";

interface PeriodSectionProps {
  preset: Preset | null;
  period: Period;
  onPreset(preset: Preset): void;
  onDays(period: Period): void;
}

export function PeriodSection(props: PeriodSectionProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...periodQuery(props.period),
    placeholderData: keepPreviousData,
  });
  const complaints = fieldErrors(error);
  return (
    <section aria-labelledby="period" className="mt-6 grid gap-5 border-t-2 border-ink pt-5">
      <h2 id="period" className="poster-type text-2xl">
        A Period Compared with the One Before
      </h2>
      <PeriodPicker {...props} complaints={complaints} />
      {error && complaints.size === 0 && (
        <FailureNotice title="The period's figures could not be fetched" onRetry={() => void refetch()} />
      )}
      {!error && data && (
        <div aria-busy={isPlaceholderData} className="grid gap-5">
          <PeriodParts {...data} />
        </div>
      )}
      {!error && !data && (
        <>
          <p role="status" className="sr-only">
            Loading the period...
          </p>
          <Skeleton className="h-96" />
        </>
      )}
    </section>
  );
}

const days = ({ from, to }: Period): string =>
  from === to ? shortDayAndYear(from) : `${shortDayAndYear(from)} – ${shortDayAndYear(to)}`;

const isEmpty = (figures: PeriodFigures): boolean =>
  (["figures", "waitlist"] as const)
    .flatMap((table) => comparedRows(table, { period: figures, before: figures }))
    .every(({ now }) => now === null || now === 0);

function PeriodParts({ period, before }: { period: PeriodFigures; before: PeriodFigures }) {
  const compared = { period, before };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="figures">
          <strong>{days(period)}</strong>, compared with {days(before)}
        </p>
        <div className="flex flex-wrap gap-2">
          <CsvLink table="figures" period={period}>
            Figures as CSV
          </CsvLink>
          <CsvLink table="bookings" period={period}>
            Bookings as CSV
          </CsvLink>
        </div>
      </div>
      <Figures
        className="grid-cols-1 xs:grid-cols-2 lg:grid-cols-3"
        figures={comparedRows("figures", compared).map(({ label, ...row }) => ({
          label,
          value: figureWords(row.now, row.unit),
          note: `${differenceWords(row)}; before: ${figureWords(row.before, row.unit)}`,
        }))}
      />
      {isEmpty(period) ? (
        <EmptyNotice title="Nothing in this period">
          No booking was made, visited or paid in these days, and no person joined the waitlist. Choose
          another period above.
        </EmptyNotice>
      ) : (
        <>
          <PeriodRooms {...compared} />
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <HeatMap period={period} />
            <div className="grid gap-5">
              <ComparedPanel title="Booked ahead" of="Before the visit" table="lead-times" {...compared} />
              <ComparedPanel title="Made by" of="Source" table="sources" {...compared} />
            </div>
            <ComparedPanel
              title="Cancellations, no-shows and refunds"
              of="What"
              table="cancellations"
              {...compared}
            />
            <ComparedPanel title="Takings by method" of="Method" table="takings" {...compared} />
            <ComparedPanel title="Waitlist" of="What" table="waitlist" {...compared} />
          </div>
        </>
      )}
    </>
  );
}
