/** The calls by which managers close hours of rooms and reopen them (decisions 126, 127). */
import { z } from "zod";
import type { ConflictChoice } from "../../../core/closure/change-conflicting-booking.ts";
import { changeClosureReason, closeRooms, reopenRooms } from "../../../core/closure/handle.ts";
import { MANAGERS } from "../../../core/staff/staff.ts";
import type { ListedClosure } from "../../../projections/views/availability.ts";
import { closuresWithin } from "../../../projections/views/closures.ts";
import { staffCalls, staffMeta } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import {
  BlockLifted,
  Closure,
  ClosureInList,
  ClosureReasonChange,
  ClosuresQuery,
  closureReason,
  NewClosure,
  ReasonChanged,
} from "../../contract/venue/closure.ts";
import { answerWritten, logPositionHeader, problem, refusal } from "../../http/answers.ts";
import { readDateRange } from "../../http/date-range.ts";
import {
  ById,
  FORM_PROBLEMS,
  jsonAnswer,
  jsonAnswerOfWrite,
  jsonBody,
  ReadAfter,
} from "../../http/openapi.ts";

export function closureRoutes(app: App, bff: Bff): void {
  const { core, gateway } = bff;
  const managers = staffCalls(bff, "Venue", MANAGERS);

  app.openapi(
    managers.post("/api/blocks", {
      summary: "Close hours of rooms",
      description:
        "For managers and admins. Whole venue hours, at most 92 days. If there are conflicting bookings, nothing is closed and they are answered; sent again with a decision for each, everything is done or nothing. If a kept booking is cancelled later, its hours become part of the closure.",
      request: jsonBody(NewClosure),
      responses: { 201: jsonAnswerOfWrite("The closure", Closure) },
      problems: [
        ...FORM_PROBLEMS,
        "InvalidBlock",
        "RoomNotFound",
        "BookingsInTheWay",
        "BookingUnreadable",
        "SlotTaken",
        "BookingNotFound",
        "BookingOver",
        "NoLongerHeld",
        "PaymentRefunded",
        "ConcurrentChange",
        "PaymentProviderUnavailable",
      ],
    }),
    async (c) => {
      const { startTime, endTime, bookings = {}, ...asked } = c.req.valid("json");
      if (asked.roomIds.length === 0 && !asked.wholeVenue) {
        const errors = [{ path: "roomIds", message: "Name at least one room" }];
        return problem(c, "MissingInformation", { errors });
      }
      const said = Object.entries(bookings).map(([id, becomes]): [number, ConflictChoice] => [
        Number(id),
        typeof becomes === "string"
          ? becomes
          : { startsAt: new Date(becomes.startTime), roomId: becomes.roomId ?? null },
      ]);
      const block = { ...asked, startsAt: new Date(startTime), endsAt: new Date(endTime) };
      const outcome = await closeRooms(core, gateway, { ...block, bookings: new Map(said) }, staffMeta(c));
      if (outcome.ok) {
        return c.json(
          blockJson({ id: outcome.value.id, ...block, roomIds: outcome.value.roomIds, unreadable: false }),
          201,
          logPositionHeader(outcome.position),
        );
      }
      if (!outcome.bookings) return refusal(c, outcome.rejection);
      return problem(c, outcome.rejection.code, {
        bookings: outcome.bookings.map(({ startsAt, endsAt, ...booking }) => ({
          ...booking,
          startTime: startsAt.toISOString(),
          endTime: endsAt.toISOString(),
        })),
      });
    },
  );

  app.openapi(
    managers.get("/api/blocks", {
      summary: "Closures",
      description:
        "For managers and admins. The closures in effect with hours within these days, and who made them.",
      request: { query: ClosuresQuery, headers: ReadAfter },
      responses: { 200: jsonAnswer("The closures, by start", z.array(ClosureInList)) },
      problems: ["MissingInformation", "InvalidData"],
    }),
    async (c) => {
      const { from, to } = c.req.valid("query");
      const range = readDateRange({ startDate: from, endDate: to }, core.timeZone);
      if (!range.ok) {
        const errors = range.errors.map(({ message }) => ({
          path: "to",
          message: message.replaceAll("endDate", "to").replaceAll("startDate", "from"),
        }));
        return problem(c, "InvalidData", { errors });
      }
      const blocks = await bff.reads.read(c.env.incoming, ["availability"], (sql) =>
        closuresWithin(sql, range.from, range.to),
      );
      const listed = blocks.map((block) => ({
        ...blockJson(block),
        placedBy: block.placedBy,
        placedAt: block.placedAt.toISOString(),
      }));
      return c.json(listed, 200);
    },
  );

  app.openapi(
    managers.patch("/api/blocks/{id}", {
      summary: "Change the reason of a closure",
      description:
        "For managers and admins. The earlier reason is erased, for example because it named a person. Also for a reopened closure.",
      request: { params: ById, ...jsonBody(ClosureReasonChange) },
      responses: { 200: jsonAnswerOfWrite("The reason is changed", ReasonChanged) },
      problems: [...FORM_PROBLEMS, "BlockNotFound", "ConcurrentChange"],
    }),
    async (c) => {
      const { reason } = c.req.valid("json");
      const id = c.req.valid("param").id;
      const outcome = await changeClosureReason(core, { id, reason }, staffMeta(c));
      const message = reason === null ? "Reason removed" : "Reason changed";
      return answerWritten(c, outcome, () => ({ message }));
    },
  );

  app.openapi(
    managers.delete("/api/blocks/{id}", {
      summary: "Reopen a closure",
      description: "For managers and admins. Its hours are free again, except those of another closure.",
      request: { params: ById },
      responses: { 200: jsonAnswerOfWrite("Reopened, now or before", BlockLifted) },
      problems: ["BlockNotFound", "ConcurrentChange"],
    }),
    async (c) => {
      const outcome = await reopenRooms(core, c.req.valid("param").id, staffMeta(c));
      return answerWritten(c, outcome, () => ({ message: "Closure reopened" }));
    },
  );
}

const blockJson = ({ startsAt, endsAt, ...block }: ListedClosure): Closure => ({
  id: block.id,
  roomIds: block.roomIds,
  startTime: startsAt.toISOString(),
  endTime: endsAt.toISOString(),
  reason: closureReason(block),
  public: block.public,
  wholeVenue: block.wholeVenue,
});
