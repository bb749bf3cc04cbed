/** The filters of the bookings list: the search, both filters and the order. */
import type { BookingPage, PaymentFilter, StatusFilter } from "../../api/staff-bookings.ts";
import { PAYMENT_LABELS, STATUS_LABELS } from "../../ui/booking/booking-badges.tsx";
import { SelectField } from "../../ui/field.tsx";
import { SearchField } from "../../ui/search-field.tsx";

const STATUSES: Record<StatusFilter, string> = { all: "All", ...STATUS_LABELS };

const PAYMENTS: Record<PaymentFilter, string> = { all: "All", ...PAYMENT_LABELS };

type Order = Pick<BookingPage, "sort" | "order">;

const ORDERS: Record<string, Order & { label: string }> = {
  newest: { label: "Newest first", sort: "createdAt", order: "desc" },
  oldest: { label: "Oldest first", sort: "createdAt", order: "asc" },
  soonest: { label: "Earliest date first", sort: "startTime", order: "asc" },
  latest: { label: "Latest date first", sort: "startTime", order: "desc" },
  highest: { label: "Highest total first", sort: "totalAmount", order: "desc" },
};

const ORDER_LABELS = Object.fromEntries(Object.entries(ORDERS).map(([name, { label }]) => [name, label]));

interface BookingFiltersProps {
  page: BookingPage;
  onChange(next: Partial<BookingPage>): void;
}

export function BookingFilters({ page, onChange }: BookingFiltersProps) {
  const order = Object.keys(ORDERS).find(
    (name) => ORDERS[name]?.sort === page.sort && ORDERS[name].order === page.order,
  );
  return (
    <search className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-[minmax(0,1fr)_11rem_12rem_12rem]">
      <SearchField
        className="col-span-2 sm:col-span-3 lg:col-span-1"
        placeholder="Search by name, email, room, or booking ID"
        search={page.search}
        onSearch={(search) => onChange({ search })}
      />
      <SelectField
        density="dense"
        label="Booking status"
        value={page.status}
        onChange={({ target }) => onChange({ status: keyOf(STATUSES, target.value, "all") })}
        options={STATUSES}
      />
      <SelectField
        density="dense"
        label="Payment status"
        value={page.paymentStatus}
        onChange={({ target }) => onChange({ paymentStatus: keyOf(PAYMENTS, target.value, "all") })}
        options={PAYMENTS}
      />
      <SelectField
        density="dense"
        label="Order"
        className="col-span-2 sm:col-span-1"
        value={order}
        onChange={({ target }) => {
          const chosen = ORDERS[target.value];
          if (chosen) onChange({ sort: chosen.sort, order: chosen.order });
        }}
        options={ORDER_LABELS}
      />
    </search>
  );
}

function keyOf<Key extends string>(known: Record<Key, string>, value: string, otherwise: Key): Key {
  // Such a record has exactly the keys of its type.
  return (Object.keys(known) as Key[]).find((key) => key === value) ?? otherwise;
}
