/** Owns how bookings are looked for: the search, which waits for a pause in typing, both filters and the order (SPEC §2). */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BookingPage, PaymentFilter, StatusFilter } from "../../api/staff-bookings.ts";
import { PAYMENT_LABELS, STATUS_LABELS } from "../../ui/booking-badges.tsx";
import { Field, SelectInput, TextInput } from "../../ui/field.tsx";

const PAUSE_MS = 250;

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
      <SearchField search={page.search} onSearch={(search) => onChange({ search })} />
      <Field density="dense" label="Booking status">
        {(aria) => (
          <SelectInput
            density="dense"
            {...aria}
            value={page.status}
            onChange={({ target }) => onChange({ status: keyOf(STATUSES, target.value, "all") })}
          >
            <Options of={STATUSES} />
          </SelectInput>
        )}
      </Field>
      <Field density="dense" label="Payment status">
        {(aria) => (
          <SelectInput
            density="dense"
            {...aria}
            value={page.paymentStatus}
            onChange={({ target }) => onChange({ paymentStatus: keyOf(PAYMENTS, target.value, "all") })}
          >
            <Options of={PAYMENTS} />
          </SelectInput>
        )}
      </Field>
      <Field density="dense" label="Order" className="col-span-2 sm:col-span-1">
        {(aria) => (
          <SelectInput
            density="dense"
            {...aria}
            value={order}
            onChange={({ target }) => {
              const chosen = ORDERS[target.value];
              if (chosen) onChange({ sort: chosen.sort, order: chosen.order });
            }}
          >
            <Options of={ORDER_LABELS} />
          </SelectInput>
        )}
      </Field>
    </search>
  );
}

function Options({ of }: { of: Record<string, string> }) {
  return Object.entries(of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

function keyOf<Key extends string>(known: Record<Key, string>, value: string, otherwise: Key): Key {
  // The keys of a record of ours are exactly its type's.
  return (Object.keys(known) as Key[]).find((key) => key === value) ?? otherwise;
}

/** Searches once the typing pauses, at once on Enter; follows the address where Back changes it. */
function SearchField({ search, onSearch }: { search: string; onSearch(search: string): void }) {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  const send = useEffectEvent((text: string) => {
    if (text === sent.current) return;
    sent.current = text;
    onSearch(text);
  });

  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setTyped(search);
  }, [search]);
  useEffect(() => {
    const pause = setTimeout(() => send(typed), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed]);

  return (
    <form
      className="col-span-2 sm:col-span-3 lg:col-span-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === sent.current) return;
        sent.current = typed;
        onSearch(typed);
      }}
    >
      <Field density="dense" label="Search">
        {(aria) => (
          <TextInput
            density="dense"
            {...aria}
            type="search"
            autoComplete="off"
            maxLength={200}
            placeholder="Search by name, email, room, or booking ID"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </form>
  );
}
