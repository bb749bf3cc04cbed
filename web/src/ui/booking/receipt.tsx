/** A receipt as a sheet for the screen, which prints on one page, black on white. */
import { currencyName } from "../../../../core/venue/currency.ts";
import "./on-paper.css";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { useVenue, useZone } from "../../format/venue.ts";
import { Table } from "../table/table.tsx";

/** An amount is cents, or text in the API's format. */
interface ReceiptRow {
  text: string;
  amount: number | string;
  /** A sum, set off by lines. */
  strong?: boolean;
}

interface ReceiptProps {
  number: string;
  /** The venue's; not shown if it is empty. */
  taxNumber: string;
  /** Each payment and return, with its date and way. */
  payments: readonly { at: string; way: string; amount: string }[];
  /** What the receipt is for: pairs of a name and a value. */
  facts: readonly (readonly [string, string])[];
  /** The parts of the total. */
  lines: readonly ReceiptRow[];
  total: string;
  /** Tax that the total contains; not shown if there is none. */
  tax: string;
  /** Payments and refunds. */
  money: readonly ReceiptRow[];
  /** The sum of the payments and refunds. */
  sums: readonly ReceiptRow[];
}

export function Receipt({
  number,
  taxNumber,
  payments,
  facts,
  lines,
  total,
  tax,
  money,
  sums,
}: ReceiptProps) {
  const { name, address, phone, email } = useVenue();
  const zone = useZone();
  const paid = payments.map(
    ({ at, way, amount }): ReceiptRow => ({
      text: `${shortDayAndYear(venueDayOf(new Date(at), zone))}, ${way.toLowerCase()}`,
      amount,
    }),
  );
  return (
    <article aria-label="Receipt" className="on-paper max-w-3xl border-2 border-ink bg-sheet p-5 sm:p-8">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 border-b-2 border-ink pb-5">
        <div>
          <p className="poster-type text-4xl">{name}</p>
          <p className="figures mt-1 font-semibold">Receipt {number}</p>
        </div>
        <address className="text-sm not-italic">
          {address.street}, {address.city}
          <br />
          {phone} · {email}
          {taxNumber && (
            <>
              <br />
              Tax number {taxNumber}
            </>
          )}
        </address>
      </div>
      <dl className="grid gap-x-6 gap-y-2 py-5 sm:grid-cols-[auto_minmax(0,1fr)]">
        {facts.map(([label, value]) => (
          <div key={label} className="sm:contents">
            <dt className="text-sm text-muted sm:text-base">{label}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Table
        bare
        label="Receipt"
        caption="What was booked, what was paid, what is due"
        className="border-t-2 border-ink"
        headClass="sr-only"
        rowClass={({ strong }) => (strong ? "border-y-2 border-ink text-lg font-semibold" : undefined)}
        pad="py-2"
        columns={[
          {
            head: "Item",
            as: "name",
            cell: ({ text, strong }) => <span className={strong ? undefined : "font-normal"}>{text}</span>,
            className: "pr-4",
          },
          { head: "Amount", cell: ({ amount }) => formatMoney(amount), className: "whitespace-nowrap" },
        ]}
        rows={[
          ...lines,
          { text: "Total", amount: total, strong: true },
          ...(Number(tax) > 0 ? [{ text: "Tax, included in the total", amount: tax }] : []),
          ...paid,
          ...money,
          ...sums.map((sum) => ({ ...sum, strong: true })),
        ]}
        keyOf={(_, at) => at}
      />
      <p className="pt-5 text-sm text-muted">Amounts in {currencyName()}. Times are the venue's.</p>
    </article>
  );
}
