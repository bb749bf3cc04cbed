/** The analytics' CSV files: the bookings made in a period, and each table of the page (decision 137). */
import type { IncomingMessage } from "node:http";
import type { TypedResponse } from "hono";
import { z } from "zod";
import { REVENUE_READERS } from "../../../core/staff/staff.ts";
import { bookingsMadeIn, type MadeBooking } from "../../../projections/views/analytics/made-bookings.ts";
import { PERIOD_VIEWS, readPeriod } from "../../../projections/views/analytics/period-report.ts";
import { staffAndTokenCalls } from "../../access/token-access.ts";
import type { App, Bff } from "../../context.ts";
import { type PeriodFigures, PeriodQuery } from "../../contract/analytics/analytics-period.ts";
import { COMPARED_TABLES } from "../../contract/analytics/period-tables.ts";
import { fileHeaders, streamText } from "../../http/files/files.ts";
import { ReadAfter } from "../../http/openapi.ts";
import { bookingCells, bookingsHeadings, comparedCsv, hoursCsv, roomsCsv } from "../../wire/analytics-csv.ts";
import { CSV_BEGINNING, CSV_TYPE, type CsvCell, csvLine } from "../../wire/csv.ts";
import { periodJson, roomNameLookup } from "../../wire/period-json.ts";

type Compared = Record<"period" | "before", PeriodFigures>;

const TABLES: Readonly<Record<string, (figures: Compared) => readonly (readonly CsvCell[])[]>> = {
  ...Object.fromEntries(COMPARED_TABLES.map((table) => [table, (figures) => comparedCsv(table, figures)])),
  rooms: roomsCsv,
  hours: hoursCsv,
};

const SUMMARIES: Readonly<Record<string, string>> = {
  figures: "A period's figures beside the period before, as CSV",
  "lead-times": "How long ahead a period's bookings were made, as CSV",
  sources: "Who made a period's bookings, as CSV",
  cancellations: "A period's cancellations, no-shows and refunds, as CSV",
  takings: "A period's takings by method, as CSV",
  waitlist: "Who joined the waitlist in a period, and what its offers brought in, as CSV",
  rooms: "A period's figures by room, as CSV",
  hours: "Hours booked in a period by weekday and hour, as CSV",
};

const FILE = { "text/csv": { schema: z.string() } };

export function analyticsFileRoutes(app: App, bff: Bff): void {
  const { core, reads } = bff;
  const readers = staffAndTokenCalls(bff, "Analytics", "analytics:read", REVENUE_READERS);
  const shared = {
    request: { query: PeriodQuery, headers: ReadAfter },
    problems: ["InvalidData"],
  } as const;

  app.openapi(
    readers.get("/api/analytics/bookings.csv", {
      ...shared,
      summary: "The bookings made in a period, as CSV",
      description:
        "A line for each, by the day on which it was made. UTF-8 with a byte order mark, RFC 4180; no text in it is a formula. It contains no names, since auditors read it too.",
      responses: { 200: { description: "The file, written as it is read", content: FILE } },
    }),
    async (c) => {
      const period = c.req.valid("query");
      const { incoming } = c.env;
      const page = (last: MadeBooking | null) =>
        reads.read(incoming, ["analytics"], (sql) => bookingsMadeIn(sql, period, last));
      // Read before the answer begins: an error here becomes a problem, not a broken file.
      const lines = linesOf(await page(null), page);
      const response = c.body(streamText(lines), 200, fileHeaders(CSV_TYPE, fileName("bookings", period)));
      return response as typeof response & TypedResponse<string, 200, "text">; // written while it is read
    },
  );

  for (const [table, rowsOf] of Object.entries(TABLES)) {
    app.openapi(
      readers.get(`/api/analytics/${table}.csv`, {
        ...shared,
        summary: SUMMARIES[table] ?? table,
        responses: { 200: { description: "The file", content: FILE } },
      }),
      async (c) => {
        const period = c.req.valid("query");
        const lines = rowsOf(await comparedFigures(c.env.incoming, period)).map(csvLine);
        const headers = fileHeaders(CSV_TYPE, fileName(table, period));
        return c.text(`${CSV_BEGINNING}${lines.join("")}`, 200, headers);
      },
    );
  }

  async function comparedFigures(incoming: IncomingMessage, asked: PeriodQuery): Promise<Compared> {
    const venue = { timeZone: core.timeZone, opening: core.settings.schedule() };
    const { period, before } = await reads.read(incoming, PERIOD_VIEWS, (sql) =>
      readPeriod(sql, asked, venue),
    );
    return { period: periodJson(period, core.rooms), before: periodJson(before, core.rooms) };
  }

  /** Reads one page of bookings at a time: a slow reader holds no connection to the database. */
  async function* linesOf(
    first: MadeBooking[],
    pageAfter: (last: MadeBooking) => Promise<MadeBooking[]>,
  ): AsyncGenerator<string, void, undefined> {
    const venue = { nameOf: roomNameLookup(core.rooms), timeZone: core.timeZone };
    yield `${CSV_BEGINNING}${csvLine(bookingsHeadings())}`;
    let page = first;
    for (let last = page.at(-1); last; last = page.at(-1)) {
      yield page.map((booking) => csvLine(bookingCells(booking, venue))).join("");
      page = await pageAfter(last);
    }
  }
}

/** `"rooms-2026-11-01-to-2026-11-30.csv"` */
const fileName = (table: string, { from, to }: PeriodQuery): string => `${table}-${from}-to-${to}.csv`;
