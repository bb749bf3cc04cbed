/** The calls by which a series' holder and staff see it, cancel or move dates, and add further ones (decisions 252 to 254). */
import { cancelDates, moveDates } from "../../../core/series/change-series.ts";
import { extendSeries } from "../../../core/series/extend-series.ts";
import { createProofOfWork } from "../../access/limits/proof-of-work.ts";
import { exceptStaff } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import { statedCents } from "../../contract/customer/customer.ts";
import { DryRunQuery } from "../../contract/fields.ts";
import {
  Series,
  SeriesCancellation,
  SeriesCancelled,
  SeriesCreated,
  SeriesExtension,
  SeriesMove,
  SeriesMoved,
  SeriesPlanned,
  SeriesQuery,
} from "../../contract/series.ts";
import { answerWritten, logPositionHeader, refusal } from "../../http/answers.ts";
import { IDEMPOTENCY_KEY_PARAMETER, readRepeatable } from "../../http/idempotency.ts";
import { BODY_PROBLEMS, ById, calls, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../http/openapi.ts";
import { refuseInvalid } from "../../http/validation.ts";
import {
  cancelledSeriesJson,
  createdSeriesJson,
  movedSeriesJson,
  parseEnd,
  seriesJson,
} from "../../wire/series-json.ts";
import { HOLDER_PROBLEMS, seriesCaller, setNoStore } from "./booking-access.ts";

const WHO =
  "For staff, the signed-in customer whose series it is, the browser that booked it (an httpOnly cookie), and the holder of the mailed link (`token`).";

/** Who holds a date needs no session: only staff are refused because of theirs. */
const CALLER_PROBLEMS = [
  ...HOLDER_PROBLEMS,
  "SessionEnded",
  "AccountDeactivated",
  "RoleNotPermitted",
  "SecondFactorRequired",
  "SeriesNotFound",
] as const;
const CHANGE_PROBLEMS = [
  ...BODY_PROBLEMS,
  ...CALLER_PROBLEMS,
  "MissingInformation",
  "InvalidData",
  "BookingNotFound",
  "BookingOver",
  "TooManyRequests",
  "ConcurrentChange",
] as const;

export function seriesChangeRoutes(app: App, bff: Bff): void {
  const { core, gateway, limits, tickets } = bff;
  const visitors = calls("Series");
  const work = createProofOfWork({ tickets, limits });

  app.openapi(
    visitors.get("/api/series/{id}", {
      summary: "A series",
      description: `${WHO} Its dates as they are now; a holder sees those that are theirs.`,
      middleware: setNoStore,
      request: { params: ById, query: SeriesQuery },
      responses: { 200: jsonAnswer("The series", Series) },
      problems: CALLER_PROBLEMS,
    }),
    async (c) => {
      const caller = await seriesCaller(c, bff, c.req.valid("param").id, c.req.valid("query").token);
      if (!caller.ok) return caller.response;
      return c.json(seriesJson(core, caller.series), 200, logPositionHeader(caller.series.at));
    },
  );

  app.openapi(
    visitors.post("/api/series/{id}/cancel", {
      summary: "Cancel dates of a series",
      description: `${WHO} One date, it and the following, or all to come, each by its own policy; all or none. A customer's \`refundAmount\` and \`owedAmount\`, if sent, must be what was shown.`,
      middleware: exceptStaff(bff, limits.bookingChanges),
      request: { params: ById, query: DryRunQuery, ...jsonBody(SeriesCancellation) },
      responses: {
        200: jsonAnswerOfWrite("The dates and the refund; with `dryRun=1` as they would be", SeriesCancelled),
      },
      problems: [...CHANGE_PROBLEMS, "RefundChanged"],
    }),
    async (c) => {
      const {
        token,
        refundAmount,
        owedAmount,
        cancelledBy = "venue",
        reason,
        ...asked
      } = c.req.valid("json");
      const caller = await seriesCaller(c, bff, c.req.valid("param").id, token);
      if (!caller.ok) return caller.response;
      const { by, series, meta } = caller;
      const dryRun = c.req.valid("query").dryRun === "1";
      const tooOften = by === "holder" && !dryRun && (await limits.countBookingChange(c, asked.bookingId));
      if (tooOften) return tooOften;
      const outcome = await cancelDates(
        core,
        series,
        {
          ...asked,
          by,
          cancelledBy: by === "holder" ? "customer" : cancelledBy,
          reason: by === "staff" ? reason || null : null,
          ...statedCents({ refundAmount, owedAmount }),
        },
        { meta, dryRun },
      );
      return answerWritten(c, outcome, (changed) => cancelledSeriesJson(core, changed));
    },
  );

  app.openapi(
    visitors.post("/api/series/{id}/move", {
      summary: "Move dates of a series",
      description: `${WHO} Each within its day, to another start, and by staff also to another room; all or none. 409 \`SlotTaken\` names in \`dates\` all that cannot move. Customers move by the rules of \`/reschedule\`.`,
      middleware: exceptStaff(bff, limits.bookingChanges),
      request: { params: ById, query: DryRunQuery, ...jsonBody(SeriesMove) },
      responses: {
        200: jsonAnswerOfWrite("The dates and the difference; with `dryRun=1` as they would be", SeriesMoved),
      },
      problems: [
        ...CHANGE_PROBLEMS,
        "InvalidBooking",
        "SlotTaken",
        "RoomNotFound",
        "RoomNotBookable",
        "RescheduleTooLate",
        "HoldExpired",
        "NoLongerHeld",
        "PaymentRefunded",
        "PaymentProviderUnavailable",
      ],
    }),
    async (c) => {
      const { token, startTime = null, roomId = null, ourFault, ...chosen } = c.req.valid("json");
      const caller = await seriesCaller(c, bff, c.req.valid("param").id, token);
      if (!caller.ok) return caller.response;
      const { by, series, meta } = caller;
      const dryRun = c.req.valid("query").dryRun === "1";
      const tooOften = by === "holder" && !dryRun && (await limits.countBookingChange(c, chosen.bookingId));
      if (tooOften) return tooOften;
      const asked = { ...chosen, startTime, roomId, ourFault: by === "staff" && ourFault, by };
      const outcome = await moveDates(core, gateway, series, asked, { meta, dryRun });
      return answerWritten(c, outcome, (changed) => movedSeriesJson(core, changed));
    },
  );

  app.openapi(
    visitors.post("/api/series/{id}/extend", {
      summary: "Add further dates to a series",
      description: `${WHO} By the same rule, in the room and at the hours of its last dates, at today's price. Answers the new dates alone. 409 \`SlotTaken\` names in \`dates\` all that are taken: skip them, or nothing is held.`,
      middleware: exceptStaff(bff, limits.bookings),
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: ById, query: DryRunQuery, ...jsonBody(SeriesExtension) },
      responses: {
        200: jsonAnswer("With `dryRun=1`: the dates as they would be", SeriesPlanned),
        201: jsonAnswerOfWrite("The new dates", SeriesCreated),
      },
      problems: [
        ...CHANGE_PROBLEMS,
        "InvalidBooking",
        "InvalidIdempotencyKey",
        "IdempotencyKeyReused",
        "SlotTaken",
        "RoomNotFound",
        "RoomNotBookable",
        "TooManyHolds",
        "ProofOfWorkNeeded",
        "PersonErased",
      ],
    }),
    async (c) => {
      const { token, skip, payment = null, ...end } = c.req.valid("json");
      const seriesId = c.req.valid("param").id;
      const caller = await seriesCaller(c, bff, seriesId, token);
      if (!caller.ok) return caller.response;
      const { by, meta } = caller;
      const repeatable = readRepeatable(c, core, c.req.valid("json"));
      if (!repeatable.ok) return repeatable.response;
      const dryRun = c.req.valid("query").dryRun === "1";
      const outcome = await extendSeries(
        core,
        {
          ...repeatable,
          seriesId,
          end: parseEnd(end),
          skip,
          byStaff: by === "staff" ? { payment } : null,
          caller: by === "staff" ? null : limits.countedAddressHashOf(c),
          workDone: by === "staff" || (await work.isProven(c)),
        },
        { meta, dryRun },
      );
      if (!outcome.ok) {
        const { rejection } = outcome;
        return rejection.code === "ProofOfWorkNeeded" ? work.ask(c) : refusal(c, rejection);
      }
      const added = createdSeriesJson(core, outcome.value);
      return dryRun ? c.json(added, 200) : c.json(added, 201, logPositionHeader(outcome.position));
    },
    refuseInvalid(),
  );
}
