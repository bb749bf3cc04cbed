/** Owns a day's takings as a sheet: what came in by the way it went, and each entry with who took it; it prints on a page. */
import { useZone } from "../../format/the-house.ts";
import "../../ui/on-paper.css";
import type { Takings, TakingsEntry } from "../../../../bff/contract/staff/takings.ts";
import { dollars } from "../../../../core/booking/money.ts";
import { clockTime, dayName, moment } from "../../../../core/venue/time-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Figures } from "../../ui/figures.tsx";
import { EmptyNotice } from "../../ui/state-notice.tsx";
import { cellClass, TableFrame } from "../../ui/table-frame.tsx";

const METHODS: Record<TakingsEntry["method"], string> = {
  cash: "Cash",
  terminal: "Card terminal",
  transfer: "Transfer",
  card: "Card online",
  marked: "Marked by staff",
};

export function TakingsSheet({ takings }: { takings: Takings }) {
  const { methods, total, close, timeZone } = takings;
  return (
    <article aria-label="Takings of the day" className="on-paper grid gap-5">
      <p className="hidden text-2xl font-semibold print:block">Takings, {dayName(takings.day, 0)}</p>
      <Figures
        className="grid-cols-2 sm:grid-cols-3 xl:grid-cols-6"
        figures={[
          { label: METHODS.cash, value: dollars(methods.cash) },
          { label: METHODS.terminal, value: dollars(methods.terminal) },
          { label: METHODS.transfer, value: dollars(methods.transfer) },
          { label: METHODS.card, value: dollars(methods.card) },
          { label: METHODS.marked, value: dollars(methods.marked) },
          { label: "Net of the day", value: dollars(total) },
        ]}
      />
      {close && (
        <section aria-label="Close of the day" className="border-2 border-ink bg-sheet p-4">
          <p className="font-semibold">
            Closed {moment(new Date(close.at), timeZone)} by {close.by}
          </p>
          <dl className="figures mt-2 flex flex-wrap gap-x-8 gap-y-1">
            <Sum label="Counted" amount={close.countedAmount} />
            <Sum label="Expected" amount={close.expectedAmount} />
            <Sum label="Difference" amount={close.differenceAmount} />
          </dl>
        </section>
      )}
      {takings.entries.length === 0 ? (
        <EmptyNotice title="No money moved on this day" />
      ) : (
        <Entries entries={takings.entries} />
      )}
    </article>
  );
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex gap-2">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold">{dollars(amount)}</dd>
    </div>
  );
}

function Entries({ entries }: { entries: readonly TakingsEntry[] }) {
  const zone = useZone();
  return (
    <TableFrame label="Entries">
      <table className="w-full">
        <caption className="sr-only">Each time money moved on this day</caption>
        <thead>
          <tr className="text-sm">
            <th scope="col" className={cellClass("text", "font-medium")}>
              Time
            </th>
            <th scope="col" className={cellClass("text", "font-medium")}>
              Booking
            </th>
            <th scope="col" className={cellClass("text", "font-medium")}>
              How, by whom
            </th>
            <th scope="col" className={cellClass("figure", "font-medium")}>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={`${entry.bookingId}-${entry.version}`} className="border-t border-rule">
              <td className={cellClass("text", "figures align-top whitespace-nowrap")}>
                {clockTime(new Date(entry.at), zone)}
              </td>
              <th scope="row" className={cellClass("text", "align-top font-medium")}>
                <a
                  href={`/admin?booking=${entry.bookingId}`}
                  className="underline decoration-1 underline-offset-4 hover:text-action"
                >
                  #{entry.bookingId} {entry.customerName ?? "Name erased"}
                </a>
              </th>
              <td className={cellClass("text")}>
                <span className="block">{METHODS[entry.method]}</span>
                <span className="block text-sm text-muted">by {entry.by}</span>
                {entry.afterClose && <Badge tone="yellow">After close</Badge>}
              </td>
              <td className={cellClass("figure", "align-top whitespace-nowrap")}>{dollars(entry.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
