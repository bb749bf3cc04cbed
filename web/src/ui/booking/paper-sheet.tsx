/** A receipt's or invoice's sheet on the screen, which prints black on white: the venue, the facts, and a table of amounts. */
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { currencyName } from "../../../../core/venue/currency.ts";
import { useVenue } from "../../format/venue.ts";
import { Table } from "../table/table.tsx";
import "./on-paper.css";

/** An amount is cents, or text in the API's format. */
export interface PaperRow {
  text: string;
  amount: number | string;
  /** A sum, set off by lines. */
  strong?: boolean;
}

interface PaperSheetProps {
  /** What the sheet is: "Receipt". */
  kind: string;
  number: string;
  /** The venue's; not shown if it is empty. */
  taxNumber?: string;
  /** What the sheet is for: pairs of a name and a value, which may have several lines. */
  facts: readonly (readonly [string, string])[];
  /** The table in words, for assistive technology. */
  caption: string;
  rows: readonly PaperRow[];
}

export function PaperSheet({ kind, number, taxNumber, facts, caption, rows }: PaperSheetProps) {
  const { name, address, phone, email } = useVenue();
  return (
    <article aria-label={kind} className="on-paper max-w-3xl border-2 border-ink bg-sheet p-5 sm:p-8">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 border-b-2 border-ink pb-5">
        <div>
          <p className="poster-type text-4xl">{name}</p>
          <p className="figures mt-1 font-semibold">
            {kind} {number}
          </p>
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
            <dd className="font-semibold wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      <Table
        bare
        label={kind}
        caption={caption}
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
        rows={rows}
        keyOf={(_, at) => at}
      />
      <p className="pt-5 text-sm text-muted">Amounts in {currencyName()}. Times are the venue's.</p>
    </article>
  );
}
