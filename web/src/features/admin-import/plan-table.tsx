/** Shows what a dry run says of each line, all of them or only those that would not be made. */
import { useState } from "react";
import type { ImportLine, ImportPlan } from "../../../../bff/contract/open/imports.ts";
import { count } from "../../format/counts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Pager, pagesOf, rangeText } from "../../ui/pager.tsx";
import { type Column, Table } from "../../ui/table/table.tsx";

const PER_PAGE = 50;

const COLUMNS: readonly Column<ImportLine>[] = [
  { head: "Line", as: "name", cell: ({ line }) => <span className="figures">{count(line)}</span> },
  { head: "What it is", as: "text", className: "wrap-anywhere min-w-36 sm:w-1/2", cell: ({ what }) => what },
  {
    head: "What it would do",
    as: "text",
    className: "wrap-anywhere",
    cell: ({ outcome, text }) =>
      outcome === "made" ? <Badge tone="green">made</Badge> : <Problems text={text} />,
  },
];

/** A line with several problems tells each on a line of its own. */
const Problems = ({ text }: { text: string }) => (
  <span className="grid gap-1 font-medium">
    {text.split("; ").map((problem) => (
      <span key={problem}>{problem}</span>
    ))}
  </span>
);

export function PlanTable({ plan: { lines, counts } }: { plan: ImportPlan }) {
  const [onlyProblems, setOnlyProblems] = useState(counts.notMade > 0);
  const [chosen, setPage] = useState(1);
  const shown = onlyProblems ? lines.filter(({ outcome }) => outcome !== "made") : lines;
  const pages = pagesOf(shown.length, PER_PAGE);
  const page = Math.min(chosen, pages);
  const rows = shown.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return (
    <section aria-labelledby="dry-run" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h3 id="dry-run" className="font-semibold">
          {count(counts.made)} would be made, {count(counts.notMade)} not
        </h3>
        <Checkbox
          label="Only problems"
          checked={onlyProblems}
          onChange={({ target }) => {
            setOnlyProblems(target.checked);
            setPage(1);
          }}
        />
      </div>
      <Table
        label="Lines of the file"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ line }) => line}
        empty="No line has a problem"
      />
      {shown.length > PER_PAGE && (
        <p className="figures text-sm text-muted">{rangeText(page, PER_PAGE, rows.length, shown.length)}</p>
      )}
      <Pager label="Lines of the file" page={page} pages={pages} onPage={setPage} />
    </section>
  );
}
