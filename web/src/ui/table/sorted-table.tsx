/** A table whose headings sort its rows with TanStack Table, which pages without sorting do not load. */
import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { Table, type TableProps } from "./table.tsx";

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

interface SortedTableProps<Row> extends Omit<TableProps<Row>, "orderOf"> {
  /** The column that sorts first, from the highest value down. */
  sortedBy: number;
}

/** Text columns sort from A first, figures from the highest first. */
export function SortedTable<Row extends object>({ columns, rows, sortedBy, ...rest }: SortedTableProps<Row>) {
  const sorting = columns.map(({ sortBy, as }, at) => ({
    id: String(at),
    accessorFn: (row: Row) => sortBy?.(row),
    sortFn: as === "name" ? sortFn_text : sortFn_basic,
    sortDescFirst: as !== "name",
  }));
  const table = useTable({
    features,
    columns: sorting,
    data: rows,
    initialState: { sorting: [{ id: String(sortedBy), desc: true }] },
    enableSortingRemoval: false,
    enableMultiSort: false,
  });
  return (
    <Table
      {...rest}
      columns={columns}
      rows={table.getRowModel().rows.map(({ original }) => original)}
      orderOf={(at) => {
        const column = table.getColumn(String(at));
        return {
          sorted: column?.getIsSorted() ?? false,
          toggle: (event) => column?.getToggleSortingHandler()?.(event),
        };
      }}
    />
  );
}
