/** A chart on a page: its title, the drawing, which loads separately, and the same figures as a table (decision 165). */
import { ChevronRight } from "lucide-react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Table } from "../../ui/table/table.tsx";
import type { ChartProps } from "./bar-charts.tsx";

const BarCharts = lazyPart<ChartProps>(
  async () => {
    const { default: Drawn } = await import("./bar-charts.tsx");
    // The table below gives the same figures as text.
    return (props) => (
      <div aria-hidden="true">
        <Drawn {...props} />
      </div>
    );
  },
  { waiting: <Skeleton className="h-64" />, name: "The chart" },
);

interface FigureProps extends ChartProps {
  title: string;
  /** The headings of the table's first and second column. */
  columns: readonly [string, string];
  /** Formats a value for the table, if that text is longer. */
  exact?: (value: number) => string;
}

export function Chart({ title, columns, exact, ...chart }: FigureProps) {
  const inFull = exact ?? chart.format;
  return (
    <figure className="min-w-0 border border-rule bg-sheet">
      <figcaption className="px-4 pt-3 font-semibold">{title}</figcaption>
      <div className="overflow-hidden px-2 py-3">
        <BarCharts {...chart} />
      </div>
      <details className="group border-t border-rule">
        <summary className="flex min-h-11 items-center gap-2 px-4 text-sm font-medium underline-offset-4 hover:underline">
          <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
          {title} as a table
        </summary>
        <Table
          label={title}
          frameClass="max-h-80 overflow-y-auto border-x-0 border-b-0"
          headClass="text-sm text-muted"
          pad="px-4 py-2"
          columns={[
            { head: columns[0], as: "name", className: "font-normal", cell: ({ name }) => name },
            { head: columns[1], cell: ({ value }) => inFull(value) },
          ]}
          rows={chart.bars}
          keyOf={({ name }) => name}
        />
      </details>
    </figure>
  );
}
