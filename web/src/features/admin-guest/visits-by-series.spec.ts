import { expect, it } from "vitest";
import { visitsBySeries } from "./visits-by-series.ts";

const visit = (id: number, day: number, seriesId?: number) => ({
  id,
  startTime: `2026-12-${String(day).padStart(2, "0")}T18:00:00.000Z`,
  ...(seriesId === undefined ? {} : { seriesId }),
});

it("shows a series once, by its dates, where its latest date is", () => {
  const shown = visitsBySeries([
    visit(9, 29),
    visit(8, 22, 1),
    visit(7, 20),
    visit(6, 15, 1),
    visit(5, 8, 2),
  ]);
  expect(shown.map(({ isSeries, bookings }) => [isSeries, bookings.map(({ id }) => id)])).toEqual([
    [false, [9]],
    [true, [6, 8]],
    [false, [7]],
    [false, [5]],
  ]);
});
