/** What a booking of a series shows besides itself on its holder's pages: all dates, and the actions on them. */
import { useQuery } from "@tanstack/react-query";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import type { SeriesCreated } from "../../../../bff/contract/series.ts";
import type { BookingAccess } from "../../api/customer-bookings.ts";
import { seriesQuery } from "../../api/series.ts";
import { BookedDates } from "../../features/series/booked-dates.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";

const SeriesActions = lazyPart(
  async () => (await import("../../features/own-series/series-actions.tsx")).SeriesActions,
  { waiting: null, name: "The actions on the dates" },
);

const isOfSeries = (booking: OwnBooking): booking is OwnBooking & { seriesId: number } =>
  booking.seriesId !== undefined;

interface SeriesDatesProps {
  booking: OwnBooking;
  right: BookingAccess;
}

/** The list of dates, folded; nothing for a booking of its own. */
export function SeriesDates({ booking, right }: SeriesDatesProps) {
  return isOfSeries(booking) ? <Dates booking={booking} right={right} /> : null;
}

function Dates({ booking, right }: SeriesDatesProps & { booking: { seriesId: number } }) {
  const read = useQuery(seriesQuery(booking.seriesId, right));
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
        <span className="underline decoration-2 underline-offset-4">
          All {booking.seriesSize} dates of this series
        </span>
        <span aria-hidden="true" className="inline-block text-sm group-open:rotate-180">
          ▾
        </span>
      </summary>
      <div>
        {read.data ? (
          <BookedDates
            series={read.data}
            roomId={booking.roomId}
            zone={booking.timeZone}
            currentId={booking.id}
          />
        ) : (
          <QueryPlaceholder of={read} failed="The dates could not be loaded." className="h-40" />
        )}
      </div>
    </details>
  );
}

interface ActionsProps extends SeriesDatesProps {
  onMoveOne(): void;
  onAdded(created: SeriesCreated): void;
}

/** The buttons in place of Reschedule and Cancel; undefined for a booking of its own. */
export const seriesActions = ({ booking, ...props }: ActionsProps) =>
  isOfSeries(booking)
    ? (onCancelled: (message: string) => void) => (
        <SeriesActions booking={booking} {...props} onCancelled={onCancelled} />
      )
    : undefined;
