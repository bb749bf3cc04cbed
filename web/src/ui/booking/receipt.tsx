/** A receipt as a sheet for the screen, which prints on one page, black on white. */
import { shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { useZone } from "../../format/venue.ts";
import { type PaperRow, PaperSheet } from "./paper-sheet.tsx";

interface ReceiptProps {
  number: string;
  /** The venue's; not shown if it is empty. */
  taxNumber: string;
  /** Each payment and return, with its date and way. */
  payments: readonly { at: string; way: string; amount: string }[];
  /** What the receipt is for: pairs of a name and a value. */
  facts: readonly (readonly [string, string])[];
  /** The parts of the total. */
  lines: readonly PaperRow[];
  total: string;
  /** Tax that the total contains; not shown if there is none. */
  tax: string;
  /** Payments and refunds. */
  money: readonly PaperRow[];
  /** The sum of the payments and refunds. */
  sums: readonly PaperRow[];
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
  const zone = useZone();
  const paid = payments.map(
    ({ at, way, amount }): PaperRow => ({
      text: `${shortDayAndYear(venueDayOf(new Date(at), zone))}, ${way.toLowerCase()}`,
      amount,
    }),
  );
  return (
    <PaperSheet
      kind="Receipt"
      number={number}
      taxNumber={taxNumber}
      facts={facts}
      caption="What was booked, what was paid, what is due"
      rows={[
        ...lines,
        { text: "Total", amount: total, strong: true },
        ...(Number(tax) > 0 ? [{ text: "Tax, included in the total", amount: tax }] : []),
        ...paid,
        ...money,
        ...sums.map((sum) => ({ ...sum, strong: true })),
      ]}
    />
  );
}
