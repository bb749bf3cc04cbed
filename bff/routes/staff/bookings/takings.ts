/** The calls of a venue day's takings: money received and returned, the colleague who did it, and the close of the day (decision 112). */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { TypedResponse } from "hono";
import { z } from "zod";
import { readDocuments } from "../../../../core/billing/read-document.ts";
import { closeDay, readCloses, reopenDay } from "../../../../core/day/handle.ts";
import type { Actor } from "../../../../core/log/append-request.ts";
import type { LogPosition } from "../../../../core/log/position.ts";
import { CASHIERS, MANAGERS } from "../../../../core/staff/staff.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { namesOf } from "../../../../projections/views/staff.ts";
import { type MoneyEntry, readMoney, readTakingsEntries } from "../../../../projections/views/takings.ts";
import { staffCalls, staffMeta } from "../../../access/staff-access.ts";
import type { App, Bff } from "../../../context.ts";
import { PeriodQuery } from "../../../contract/analytics/analytics-period.ts";
import { DayClose, DayReopening, Takings, TakingsQuery } from "../../../contract/staff/takings.ts";
import { answerWritten } from "../../../http/answers.ts";
import { fileHeaders, streamText } from "../../../http/files/files.ts";
import { BODY_PROBLEMS, jsonAnswer, jsonAnswerOfWrite, jsonBody, ReadAfter } from "../../../http/openapi.ts";
import { CSV_TYPE } from "../../../wire/csv.ts";
import { MONEY_HEADINGS, moneyCells } from "../../../wire/money-csv.ts";
import { pagedCsv } from "../../../wire/paged-csv.ts";
import { takingsJson } from "../../../wire/takings-json.ts";

export function takingsRoutes(app: App, bff: Bff): void {
  const { core, reads } = bff;
  const staff = staffCalls(bff, "Staff: desk", CASHIERS);
  const managers = staffCalls(bff, "Staff: desk", MANAGERS);

  app.openapi(
    staff.get("/api/takings", {
      summary: "The takings of a venue day",
      request: { query: TakingsQuery, headers: ReadAfter },
      responses: { 200: jsonAnswer("Net, by method, and each entry", Takings) },
      problems: ["InvalidData"],
    }),
    async (c) => c.json(await takingsOf(c.env.incoming, c.req.valid("query").day), 200),
  );

  app.openapi(
    staff.post("/api/takings/close", {
      summary: "Close a day with the counted cash",
      description:
        "Once, for any day that has begun. Later entries of that day are shown as after the close.",
      request: jsonBody(DayClose),
      responses: { 200: jsonAnswerOfWrite("The day, closed", Takings) },
      problems: [
        ...BODY_PROBLEMS,
        "InvalidData",
        "DayNotBegun",
        "DayAlreadyClosed",
        "TakingsChanged",
        "ConcurrentChange",
      ],
    }),
    async (c) => {
      const { day, countedAmount, expectedAmount, floatAmount = 0, note } = c.req.valid("json");
      const figures = { countedCents: countedAmount, statedCents: expectedAmount, floatCents: floatAmount };
      const outcome = await closeDay(
        core,
        { day, ...figures, note: note || null },
        { commandId: `close:${randomUUID()}`, meta: staffMeta(c) },
      );
      const { incoming } = c.env;
      return answerWritten(c, outcome, (_, position) => takingsOf(incoming, day, position));
    },
  );

  app.openapi(
    staff.get("/api/takings.csv", {
      summary: "All money in and out of a period, for the bookkeeper",
      description:
        "A line for each movement: when, what for, booking, receipt or invoice, guest or billing account, room, way, amount, the tax it contains, and who recorded it. UTF-8 with a byte order mark, RFC 4180; no text in it is a formula.",
      request: { query: PeriodQuery, headers: ReadAfter },
      responses: { 200: { description: "The file", content: { "text/csv": { schema: z.string() } } } },
      problems: ["InvalidData"],
    }),
    async (c) => {
      const period = c.req.valid("query");
      const { incoming } = c.env;
      const lines = await pagedCsv(MONEY_HEADINGS, (last: MoneyEntry | null) =>
        reads.read(incoming, ["takings", "bookings", "staff"], async (sql) => {
          const rows = await readMoney(sql, period, last);
          const known = {
            timeZone: core.timeZone,
            roomName: core.rooms.nameOf,
            nameOf: await namesOf(sql, actorsOf(rows)),
            documents: await readDocuments(sql, [...new Set(rows.flatMap(({ invoice }) => invoice ?? []))]),
          };
          return { rows, cellsOf: (entry: MoneyEntry) => moneyCells(entry, known) };
        }),
      );
      const name = `money-${period.from}-to-${period.to}.csv`;
      const response = c.body(streamText(lines), 200, fileHeaders(CSV_TYPE, name));
      return response as typeof response & TypedResponse<string, 200, "text">; // written while it is read
    },
  );

  app.openapi(
    managers.post("/api/takings/reopen", {
      summary: "Open a closed day again",
      description: "For managers and admins, with a reason. It can be closed again with a new count.",
      request: jsonBody(DayReopening),
      responses: { 200: jsonAnswerOfWrite("The day, open", Takings) },
      problems: [...BODY_PROBLEMS, "InvalidData", "DayNotClosed", "ConcurrentChange"],
    }),
    async (c) => {
      const { day, reason } = c.req.valid("json");
      const context = { commandId: `reopen:${randomUUID()}`, meta: staffMeta(c) };
      const outcome = await reopenDay(core, { day, reason }, context);
      const { incoming } = c.env;
      return answerWritten(c, outcome, (_, position) => takingsOf(incoming, day, position));
    },
  );

  const takingsOf = (incoming: IncomingMessage, day: VenueDay, atLeast: LogPosition | null = null) =>
    reads.read(
      incoming,
      ["takings", "bookings", "staff"],
      async (sql) => {
        const [entries, closes] = await Promise.all([readTakingsEntries(sql, day), readCloses(sql, day)]);
        const closed = closes.map(({ event }) => event.meta);
        const nameOf = await namesOf(sql, actorsOf([...entries, ...closed]));
        return takingsJson({ day, timeZone: core.timeZone, entries, closes, nameOf });
      },
      atLeast,
    );
}

const actorsOf = (deeds: readonly { actor: Actor }[]): Actor[] => deeds.map(({ actor }) => actor);
