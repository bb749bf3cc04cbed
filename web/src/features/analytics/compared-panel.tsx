/** A table of figures next to those of the period before, with the difference in words and sign. */
import type { PeriodFigures } from "../../../../bff/contract/analytics/analytics-period.ts";
import { type ComparedTable, comparedRows } from "../../../../bff/contract/analytics/period-tables.ts";
import { Table } from "../../ui/table/table.tsx";
import { CsvHeading } from "./csv-link.tsx";
import { differenceWords, figureWords } from "./period-choice.ts";

interface ComparedPanelProps {
  title: string;
  table: ComparedTable;
  /** The heading of the column that names the rows. */
  of: string;
  period: PeriodFigures;
  before: PeriodFigures;
}

export function ComparedPanel({ title, table, of, period, before }: ComparedPanelProps) {
  return (
    <section className="grid min-w-0 content-start gap-2">
      <CsvHeading title={title} table={table} period={period} />
      <Table
        label={title}
        className="min-w-100"
        headClass="text-sm text-muted"
        columns={[
          { head: of, as: "name", className: "font-normal", cell: ({ label }) => label },
          { head: "Period", className: "font-semibold", cell: ({ now, unit }) => figureWords(now, unit) },
          { head: "Before", cell: (row) => figureWords(row.before, row.unit) },
          { head: "Difference", className: "text-sm text-muted", cell: (row) => differenceWords(row) },
        ]}
        rows={comparedRows(table, { period, before })}
        keyOf={({ label }) => label}
      />
    </section>
  );
}
