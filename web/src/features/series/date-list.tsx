/** The ticket of a series while it is chosen: every date with its state and actions, what is lost meanwhile, and the sums. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import type { Ink } from "../../../../core/venue/rooms/inks.ts";
import { shortDay } from "../../../../core/venue/time/time-format.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { lostSince } from "../../format/series/date-list.ts";
import { currentVenue } from "../../format/venue.ts";
import { DueAmounts } from "../../ui/booking/due-amounts.tsx";
import { Ticket } from "../../ui/booking/ticket.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { DateRow, type RoomOfSeries } from "./date-row.tsx";
import { datesText, listText } from "./repeat-choice.ts";
import type { SeriesState } from "./use-series.ts";

/** The list's id: what keeps the series from being booked is solved there. */
export const DATES_ID = "series-dates";

interface DateListProps {
  series: SeriesState;
  room: RoomOfSeries;
  ink: Ink;
  onAccount: boolean;
  /** `"Weekly, 6:00 PM – 8:00 PM"` */
  title: string;
}

export function DateList({ series, room, ink, onAccount, title }: DateListProps) {
  const { dates, quote, outdated, sums } = series;
  const lost = useLostWords(series);
  if (quote.isError) {
    return (
      <FailureNotice
        title={refusalMessage(quote.error, "The dates could not be loaded.")}
        onRetry={() => void quote.refetch()}
      />
    );
  }
  if (dates.length === 0) return <Skeleton className="h-96 w-full" />;
  const booked = sums.count;
  const words = `${datesText(booked)}, ${formatMoney(sums.totalCents)}`;
  return (
    <section
      id={DATES_ID}
      tabIndex={-1}
      aria-label="Your dates"
      aria-busy={outdated}
      className="scroll-mt-24"
    >
      <Ticket
        title="Your dates"
        level={3}
        ink={ink}
        lead={
          <>
            <p className="figures pb-3">{title}</p>
            <ol>
              {dates.map((date, at) => (
                <DateRow key={date.day} date={date} number={at + 1} room={room} series={series} />
              ))}
            </ol>
          </>
        }
        rows={[
          { label: "Dates", value: booked === dates.length ? booked : `${booked} of ${dates.length}` },
          { label: "Total", value: formatMoney(sums.totalCents), strong: true },
        ]}
        stub={
          <DueAmounts
            onAccount={onAccount}
            share={currentVenue().downpaymentPercent}
            nowCents={sums.downpaymentCents}
            laterCents={sums.remainingCents}
          />
        }
      />
      <p role="status" className="sr-only">
        {outdated ? "Looking up the dates" : words}
      </p>
      <div role="alert">
        {lost !== null && (
          <p className="mt-4 border-l-4 border-danger py-1 pl-3 font-semibold text-danger">{lost}</p>
        )}
      </div>
    </section>
  );
}

/** Which dates were lost while the visitor was choosing or typing; null once none of them is taken any more. */
function useLostWords({ dates, outdated, quote: { dataUpdatedAt }, question }: SeriesState): string | null {
  const [lost, setLost] = useState<readonly string[]>([]);
  const before = useRef({ dates, dataUpdatedAt, question });
  const look = useEffectEvent(() => {
    if (outdated) return;
    const { current: last } = before;
    before.current = { dates, dataUpdatedAt, question };
    // Only news about the same question are other visitors' doing; all else is the visitor's own.
    if (last.question !== question) return setLost([]);
    const more = last.dataUpdatedAt === dataUpdatedAt ? [] : lostSince(last.dates, dates);
    if (more.length > 0) setLost((days) => [...new Set([...days, ...more])]);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks at every list.
  useEffect(() => look(), [dates, outdated]);
  const still = dates
    .filter(({ day, state }) => state === "taken" && lost.includes(day))
    .map(({ day }) => day);
  if (still.length === 0) return null;
  const each = still.length === 1 ? "it" : "each";
  return `${listText(still.map(shortDay))}: just taken by another visitor. Swap or skip ${each}.`;
}
