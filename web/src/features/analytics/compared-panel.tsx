/** Owns a table of figures beside those of the period before, with the difference in words and sign. */
import type { PeriodFigures } from "../../../../bff/contract/analytics/analytics-period.ts";
import { type ComparedTable, comparedRows } from "../../../../bff/contract/analytics/period-tables.ts";
import { cellClass, TableFrame } from "../../ui/table-frame.tsx";
import { CsvHeading } from "./csv-link.tsx";
import { differenceWords, figureWords } from "./period-choice.ts";

interface ComparedPanelProps {
  title: string;
  table: ComparedTable;
  /** What the rows are. */
  of: string;
  period: PeriodFigures;
  before: PeriodFigures;
}

export function ComparedPanel({ title, table, of, period, before }: ComparedPanelProps) {
  return (
    <section className="grid min-w-0 content-start gap-2">
      <CsvHeading title={title} table={table} period={period} />
      <TableFrame label={title}>
        <table className="w-full min-w-100">
          <thead className="text-sm text-muted">
            <tr>
              <th scope="col" className={cellClass("text", "font-medium")}>
                {of}
              </th>
              {["Period", "Before", "Difference"].map((column) => (
                <th key={column} scope="col" className={cellClass("figure", "font-medium")}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {comparedRows(table, { period, before }).map(({ label, ...row }) => (
              <tr key={label} className="border-t border-rule">
                <th scope="row" className={cellClass("text", "font-normal")}>
                  {label}
                </th>
                <td className={cellClass("figure", "font-semibold")}>{figureWords(row.now, row.unit)}</td>
                <td className={cellClass("figure")}>{figureWords(row.before, row.unit)}</td>
                <td className={cellClass("figure", "text-sm text-muted")}>{differenceWords(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}
