/** The Bookings tab: filters, a page of matching bookings, and the links to other pages. */
import { useQuery } from "@tanstack/react-query";
import type { Room } from "../../../../bff/contract/room.ts";
import { BOOKINGS_PER_PAGE, type BookingPage, bookingsQuery } from "../../api/staff-bookings.ts";
import { Button } from "../../ui/button.tsx";
import { Pager, pagesOf, rangeText, ShortPager } from "../../ui/pager.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyNotice, FailureNotice } from "../../ui/state-notice.tsx";
import { usePaging } from "../../ui/use-paging.ts";
import { BookingCard } from "./booking-card.tsx";
import { BookingFilters } from "./booking-filters.tsx";
import { DayRange } from "./day-range.tsx";

interface BookingsTabProps {
  rooms: readonly Room[];
  page: BookingPage;
  /** How many bookings match the filters; undefined while it is not known. */
  total: number | undefined;
  onPage(next: Partial<BookingPage>): void;
  onOpen(bookingId: number): void;
  /** Staff want to make a phone booking. */
  onCaller(): void;
}

export function BookingsTab({ rooms, page, total, onPage, onOpen, onCaller }: BookingsTabProps) {
  const bookings = useQuery(bookingsQuery(page));
  const filtered =
    page.search.trim() !== "" ||
    page.status !== "all" ||
    page.paymentStatus !== "all" ||
    page.from !== undefined ||
    page.to !== undefined ||
    page.accountId !== undefined;
  const shown = bookings.data?.length ?? 0;
  const pages = pagesOf(total ?? 0, BOOKINGS_PER_PAGE);
  const { results, beyond, turn } = usePaging({
    page: page.page,
    pages: total === undefined ? undefined : pages,
    shown: bookings.isSuccess && !bookings.isPlaceholderData ? shown : undefined,
    onPage,
  });

  return (
    <div className="grid gap-4">
      <h2 className="sr-only">Bookings</h2>
      {page.accountId !== undefined && (
        <OfAccount
          name={bookings.data?.find(({ accountId }) => accountId === page.accountId)?.accountName}
          onAll={() => onPage({ accountId: undefined })}
        />
      )}
      <BookingFilters page={page} onChange={onPage} />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <DayRange from={page.from} to={page.to} onChange={onPage} />
        <Button density="dense" variant="solid" onClick={onCaller}>
          New Phone Booking
        </Button>
      </div>
      {bookings.isError && (
        <FailureNotice title="Failed to fetch bookings" onRetry={() => void bookings.refetch()} />
      )}
      {bookings.data && shown > 0 && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 sm:min-h-9">
          <p
            ref={results}
            tabIndex={-1}
            aria-live="polite"
            className="figures scroll-mt-4 text-sm text-muted"
          >
            {total === undefined ? "" : `Bookings ${rangeText(page.page, BOOKINGS_PER_PAGE, shown, total)}`}
          </p>
          <ShortPager label="Bookings, page by page" page={page.page} pages={pages} onPage={turn} />
        </div>
      )}
      {bookings.isPending && <LoadingBookings />}
      {bookings.data && shown === 0 && !beyond && (
        <EmptyNotice title="No bookings found">
          {filtered ? "Try adjusting your search or filters" : "No bookings have been made yet"}
        </EmptyNotice>
      )}
      {shown > 0 && (
        <ul aria-label="Bookings" aria-busy={bookings.isPlaceholderData} className="grid gap-2">
          {bookings.data?.map((booking) => (
            <BookingCard
              key={booking.id}
              booking={booking}
              slug={rooms.find(({ id }) => id === booking.roomId)?.slug ?? ""}
              onOpen={() => onOpen(booking.id)}
            />
          ))}
        </ul>
      )}
      <Pager label="Pages of bookings" page={page.page} pages={pages} onPage={turn} />
    </div>
  );
}

/** Says that only the bookings of one account are listed. `name`: undefined while it is not known. */
function OfAccount({ name, onAll }: { name: string | null | undefined; onAll(): void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-l-4 border-ink bg-sheet py-2 pr-2 pl-4">
      <p className="font-semibold">
        {name ? `Only bookings on account of ${name}` : "Only bookings on this account"}
      </p>
      <Button density="dense" onClick={onAll}>
        Show All Bookings
      </Button>
    </div>
  );
}

function LoadingBookings() {
  return (
    <div className="grid gap-2">
      <p role="status" className="text-sm text-muted">
        Loading bookings...
      </p>
      {Array.from({ length: 6 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike and never move.
        <Skeleton key={place} className="h-52 sm:h-36 lg:h-24" />
      ))}
    </div>
  );
}
