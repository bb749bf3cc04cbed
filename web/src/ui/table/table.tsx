/**
 * A table whose columns are declared as data: its name, headings, alignment, the
 * frame in which a wide one scrolls, and the text for an empty one.
 */
import clsx from "clsx";
import type { CSSProperties, ReactNode } from "react";
import { EmptyNotice } from "../state-notice.tsx";

export interface Column<Row> {
  head: ReactNode;
  cell(row: Row): ReactNode;
  /** `name` is the row's subject and its heading cell; figures are aligned at the right. */
  as?: "name" | "text" | "middle" | "figure";
  /** The class of the cells below the heading. */
  className?: string;
  headClass?: string;
  style?(row: Row): CSSProperties;
  /** The value to sort by, in a sorted table. */
  sortBy?(row: Row): string | number;
}

interface ColumnOrder {
  sorted: "asc" | "desc" | false;
  toggle(event: unknown): void;
}

export interface TableProps<Row> {
  /** The name of the table and of the frame in which it scrolls. */
  label: string;
  /** More than the name, for assistive technology, or shown above the table. */
  caption?: ReactNode;
  captionClass?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row, at: number): string | number;
  /** The text in the table's place if it has no rows. */
  empty?: string;
  /** Without the frame, for a printed table. */
  bare?: boolean;
  frameClass?: string;
  className?: string;
  headClass?: string;
  rowClass?: string | ((row: Row) => string | undefined);
  /** The padding of a cell. */
  pad?: string;
  /** The order by a column; absent if the rows keep their order. */
  orderOf?(at: number): ColumnOrder;
}

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;
const ARROWS = { asc: "▲", desc: "▼" } as const;
const ALIGN = { name: "text-left", text: "text-left", middle: "text-center", figure: "text-right" } as const;

export function Table<Row>({
  label,
  caption,
  captionClass = "sr-only",
  columns,
  rows,
  keyOf,
  empty,
  bare,
  frameClass,
  className,
  headClass,
  rowClass = "border-t border-rule",
  pad = "px-3 py-2",
  orderOf,
}: TableProps<Row>) {
  if (rows.length === 0 && empty) return <EmptyNotice title={empty} />;
  const table = (
    <table className={clsx("w-full", className)}>
      {caption && <caption className={captionClass}>{caption}</caption>}
      <thead className={headClass}>
        <tr>
          {columns.map(({ head, as = "figure", headClass: own }, at) => {
            const order = orderOf?.(at);
            return (
              <th
                key={columnKey(at)}
                scope="col"
                aria-sort={order && (order.sorted ? ARIA_SORT[order.sorted] : "none")}
                className={clsx(ALIGN[as], !order && (own ?? clsx(pad, "font-medium")))}
              >
                {order ? <SortButton head={head} order={order} right={as === "figure"} /> : head}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={keyOf(row, at)} className={typeof rowClass === "function" ? rowClass(row) : rowClass}>
            {columns.map(({ cell, as = "figure", className: own, style }, column) => {
              const shown = {
                className: clsx(pad, ALIGN[as], as === "figure" && "figures", own),
                style: style?.(row),
              };
              return as === "name" ? (
                <th key={columnKey(column)} scope="row" {...shown}>
                  {cell(row)}
                </th>
              ) : (
                <td key={columnKey(column)} {...shown}>
                  {cell(row)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (bare) return table;
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls must be reachable by keyboard.
      tabIndex={0}
      className={clsx("relative overflow-x-auto border border-rule bg-sheet", frameClass)}
    >
      {table}
    </section>
  );
}

/** Columns keep their positions, so the index identifies a column. */
const columnKey = (at: number): string => `column-${at}`;

function SortButton({ head, order, right }: { head: ReactNode; order: ColumnOrder; right: boolean }) {
  return (
    <button
      type="button"
      className={clsx(
        "inline-flex min-h-11 items-center gap-1.5 px-3 text-sm font-medium hover:underline",
        right && "flex-row-reverse",
      )}
      onClick={order.toggle}
    >
      {head}
      <span aria-hidden="true" className="text-xs">
        {order.sorted ? ARROWS[order.sorted] : ""}
      </span>
    </button>
  );
}
