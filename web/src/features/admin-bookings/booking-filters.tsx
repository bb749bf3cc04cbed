/** Owns how bookings are looked for: the search, which waits for a pause in typing, both filters and the order (SPEC §2). */
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { BookingPage, PaymentFilter, StatusFilter } from "../../api/staff-bookings.ts";
import { DeskInput, DeskSelect } from "../../ui/desk.tsx";
import { PAYMENT_WORDS, STATUS_WORDS } from "./booking-words.ts";

const PAUSE_MS = 250;

const STATUSES: Record<StatusFilter, string> = {
  all: "All",
  pending: STATUS_WORDS.pending.label,
  confirmed: STATUS_WORDS.confirmed.label,
  completed: STATUS_WORDS.completed.label,
  cancelled: STATUS_WORDS.cancelled.label,
};

const PAYMENTS: Record<PaymentFilter, string> = {
  all: "All",
  pending: PAYMENT_WORDS.pending.label,
  downpaid: PAYMENT_WORDS.downpaid.label,
  paid: PAYMENT_WORDS.paid.label,
  failed: PAYMENT_WORDS.failed.label,
};

type Order = Pick<BookingPage, "sort" | "order">;

const ORDERS: Record<string, Order & { label: string }> = {
  newest: { label: "Newest first", sort: "createdAt", order: "desc" },
  oldest: { label: "Oldest first", sort: "createdAt", order: "asc" },
  soonest: { label: "Earliest date first", sort: "startTime", order: "asc" },
  latest: { label: "Latest date first", sort: "startTime", order: "desc" },
  highest: { label: "Highest total first", sort: "totalAmount", order: "desc" },
};

interface BookingFiltersProps {
  page: BookingPage;
  onChange(next: Partial<BookingPage>): void;
}

export function BookingFilters({ page, onChange }: BookingFiltersProps) {
  const id = useId();
  const order = Object.keys(ORDERS).find(
    (name) => ORDERS[name]?.sort === page.sort && ORDERS[name].order === page.order,
  );
  return (
    <search className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-[minmax(0,1fr)_11rem_12rem_12rem]">
      <SearchField search={page.search} onSearch={(search) => onChange({ search })} />
      <label htmlFor={`${id}-status`} className="grid gap-1 text-sm font-medium">
        Booking status
        <DeskSelect
          id={`${id}-status`}
          value={page.status}
          onChange={(event) => onChange({ status: keyOf(STATUSES, event.target.value, "all") })}
        >
          <Options of={STATUSES} />
        </DeskSelect>
      </label>
      <label htmlFor={`${id}-payment`} className="grid gap-1 text-sm font-medium">
        Payment status
        <DeskSelect
          id={`${id}-payment`}
          value={page.paymentStatus}
          onChange={(event) => onChange({ paymentStatus: keyOf(PAYMENTS, event.target.value, "all") })}
        >
          <Options of={PAYMENTS} />
        </DeskSelect>
      </label>
      <label htmlFor={`${id}-order`} className="col-span-2 grid gap-1 text-sm font-medium sm:col-span-1">
        Order
        <DeskSelect
          id={`${id}-order`}
          value={order}
          onChange={(event) => {
            const { sort, order } = ORDERS[event.target.value] ?? {};
            if (sort && order) onChange({ sort, order });
          }}
        >
          {Object.entries(ORDERS).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </DeskSelect>
      </label>
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
  const id = useId();
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
      className="col-span-2 grid gap-1 text-sm font-medium sm:col-span-3 lg:col-span-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === sent.current) return;
        sent.current = typed;
        onSearch(typed);
      }}
    >
      <label htmlFor={id}>Search</label>
      <DeskInput
        id={id}
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder="Search by name, email, room, or booking ID"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
}
