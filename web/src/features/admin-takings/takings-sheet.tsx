/** A printable sheet of a day's takings: money received and returned by method, and each entry with the colleague who took it. */
import "../../ui/booking/on-paper.css";
import type { Takings, TakingsEntry } from "../../../../bff/contract/staff/takings.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { clockTime, dateAndTime, dayName } from "../../../../core/venue/time/time-format.ts";
import { MONEY_METHODS } from "../../format/money-methods.ts";
import { useZone } from "../../format/venue.ts";
import { Badge } from "../../ui/badge.tsx";
import { Figures } from "../../ui/figures.tsx";
import { type Column, Table } from "../../ui/table/table.tsx";

export function TakingsSheet({ takings }: { takings: Takings }) {
  const { methods, total, close, reopenings, timeZone } = takings;
  return (
    <article aria-label="Takings of the day" className="on-paper grid gap-5">
      <p className="hidden text-2xl font-semibold print:block">Takings, {dayName(takings.day, 0)}</p>
      <Figures
        className="grid-cols-2 sm:grid-cols-3 xl:grid-cols-6"
        figures={[
          ...(["cash", "terminal", "transfer", "card", "marked"] as const).map((method) => ({
            label: MONEY_METHODS[method],
            value: formatMoney(methods[method]),
          })),
          { label: "Net of the day", value: formatMoney(total) },
        ]}
      />
      {close && (
        <section aria-label="Close of the day" className="border-2 border-ink bg-sheet p-4">
          <p className="font-semibold">
            Closed {dateAndTime(new Date(close.at), timeZone)} by {close.by}
          </p>
          <dl className="figures mt-2 flex flex-wrap gap-x-8 gap-y-1">
            <Sum label="Counted" amount={close.countedAmount} />
            <Sum label="Expected" amount={close.expectedAmount} />
            <Sum label="Difference" amount={close.differenceAmount} />
            <Sum label="Starting cash" amount={close.floatAmount} />
          </dl>
          {close.note && <p className="mt-2">{close.note}</p>}
        </section>
      )}
      {reopenings.map(({ at, by, reason }) => (
        <p key={at} className="border-l-4 border-ink bg-sheet px-4 py-2">
          Opened again {dateAndTime(new Date(at), timeZone)} by {by}
          {reason && `: ${reason}`}
        </p>
      ))}
      <Entries entries={takings.entries} />
    </article>
  );
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex gap-2">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold">{formatMoney(amount)}</dd>
    </div>
  );
}

function Entries({ entries }: { entries: readonly TakingsEntry[] }) {
  const zone = useZone();
  const columns: Column<TakingsEntry>[] = [
    {
      head: "Time",
      as: "text",
      className: "figures align-top whitespace-nowrap",
      cell: ({ at }) => clockTime(new Date(at), zone),
    },
    {
      head: "Booking or invoice",
      as: "name",
      className: "align-top font-medium",
      cell: (entry) => <PaidFor {...entry} />,
    },
    {
      head: "Method, colleague",
      as: "text",
      cell: ({ method, by, afterClose }) => (
        <>
          <span className="block">{MONEY_METHODS[method]}</span>
          <span className="block text-sm text-muted">by {by}</span>
          {afterClose && <Badge tone="yellow">After close</Badge>}
        </>
      ),
    },
    { head: "Amount", className: "align-top whitespace-nowrap", cell: ({ amount }) => formatMoney(amount) },
  ];
  return (
    <Table
      label="Entries"
      caption="All payments and refunds of this day"
      empty="No payments or refunds on this day"
      headClass="text-sm"
      columns={columns}
      rows={entries}
      keyOf={({ bookingId, accountId, version }) => `${bookingId ?? `account ${accountId}`}-${version}`}
    />
  );
}

/** The booking, or the invoice, that the money is for. */
function PaidFor({ bookingId, invoice, customerName }: TakingsEntry) {
  const name = customerName ?? "Name erased";
  return (
    <a
      href={bookingId === null ? `/admin?invoice=${invoice}` : `/admin?booking=${bookingId}`}
      className="underline decoration-1 underline-offset-4 hover:text-action"
    >
      {bookingId === null ? `Invoice ${invoice} · ${name}` : `#${bookingId} ${name}`}
    </a>
  );
}
