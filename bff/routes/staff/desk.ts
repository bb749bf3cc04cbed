/** Owns the calls of the desk: how a visit stands, money taken and given back, receipts and the day's takings (DECISIONS, the venue's calls). */
import { randomUUID } from "node:crypto";
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { z } from "zod";
import type { BookingChange } from "../../../core/booking/booking.ts";
import { handleBooking, loadBooking } from "../../../core/booking/handle.ts";
import { toAmount } from "../../../core/booking/money.ts";
import { receiptOf } from "../../../core/booking/receipt.ts";
import { VISIT_STAGES, type VisitStage } from "../../../core/booking/statuses.ts";
import { NOBODY, type PersonalData } from "../../../core/personal-data.ts";
import { readTakings } from "../../../projections/views/takings.ts";
import { requireStaff, STAFF_PROBLEMS, type StaffEnv, staffMeta } from "../../access/staff-guard.ts";
import type { Bff } from "../../context.ts";
import { CardRefund, DeskMoney, Receipt, Takings, TakingsQuery } from "../../contract/desk.ts";
import { StaffBooking } from "../../contract/staff-booking.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { writtenAt } from "../../http/log-position.ts";
import { BODY_PROBLEMS, json, jsonBody, PathId, problems, ReadAfter, WRITTEN } from "../../http/openapi.ts";
import { problem, refusal } from "../../http/problem.ts";
import { receiptJson } from "../../wire/receipt-json.ts";
import { staffBookingJsonFromLog } from "../../wire/staff-booking-json.ts";

const words = (freeText: string): PersonalData => ({ id: randomUUID(), ...NOBODY, freeText });

const CHANGED = {
  description: "The booking as it now stands",
  headers: WRITTEN,
  content: json(StaffBooking),
};

const VISITS = {
  arrived: {
    summary: "Note that the customer has arrived",
    description: "From an hour before the start. An unpaid hold is confirmed by it.",
  },
  left: {
    summary: "Note that the customer has left",
    description: "After they have arrived.",
  },
  "no-show": {
    summary: "Note that nobody came",
    description: "Once the visit has begun. Nothing goes back, whoever cancels it afterwards.",
  },
} as const satisfies Record<VisitStage, { summary: string; description: string }>;

export function deskRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core, reads } = bff;
  const staff = requireStaff(bff);

  for (const stage of VISIT_STAGES) {
    app.openapi(
      createRoute({
        method: "post",
        path: `/api/bookings/{id}/${stage}`,
        tags: ["Staff: desk"],
        ...VISITS[stage],
        middleware: staff,
        request: { params: z.object({ id: PathId }) },
        responses: {
          200: CHANGED,
          ...problems(
            ...STAFF_PROBLEMS,
            "BookingNotFound",
            "BookingCancelled",
            "VisitNotSo",
            "ConcurrentChange",
          ),
        },
      }),
      (c) => carryOut(c, c.req.valid("param").id, { type: "NoteVisit", stage, now: core.clock.now() }),
    );
  }

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/bookings/{id}/money",
      tags: ["Staff: desk"],
      summary: "Note money received or returned at the desk",
      description:
        "What reaches the downpayment confirms, what reaches the total pays in full. No more is received than is due, and no more returned than was received at the venue.",
      middleware: staff,
      request: { params: z.object({ id: PathId }), ...jsonBody(DeskMoney) },
      responses: {
        200: CHANGED,
        ...problems(
          ...STAFF_PROBLEMS,
          ...BODY_PROBLEMS,
          "InvalidData",
          "BookingNotFound",
          "BookingCancelled",
          "NothingDue",
          "MoreThanDue",
          "ReturnTooHigh",
          "ConcurrentChange",
        ),
      },
    }),
    (c) => {
      const { kind, method, amount: amountCents, reference } = c.req.valid("json");
      const type = kind === "received" ? "ReceiveAtDesk" : "ReturnAtDesk";
      const person = reference ? words(reference) : undefined;
      const command = { type, method, amountCents, referenceId: person?.id } as const;
      return carryOut(c, c.req.valid("param").id, command, person);
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/bookings/{id}/refunds",
      tags: ["Staff: desk"],
      summary: "Refund card money",
      description: "Part or all of what cards have paid and have not been given back, through the provider.",
      middleware: staff,
      request: { params: z.object({ id: PathId }), ...jsonBody(CardRefund) },
      responses: {
        200: CHANGED,
        ...problems(
          ...STAFF_PROBLEMS,
          ...BODY_PROBLEMS,
          "InvalidData",
          "BookingNotFound",
          "RefundTooHigh",
          "ConcurrentChange",
        ),
      },
    }),
    (c) => {
      const { amount: amountCents, reason } = c.req.valid("json");
      const person = words(reason);
      const command = {
        type: "RefundCardMoney",
        amountCents,
        reasonId: person.id,
        now: core.clock.now(),
      } as const;
      return carryOut(c, c.req.valid("param").id, command, person);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/bookings/{id}/receipt",
      tags: ["Staff: desk"],
      summary: "A booking's receipt",
      middleware: staff,
      request: { params: z.object({ id: PathId }) },
      responses: {
        200: { description: "What it costs, and what was paid of it", content: json(Receipt) },
        ...problems(...STAFF_PROBLEMS, "BookingNotFound"),
      },
    }),
    async (c) => {
      const { state } = await loadBooking(core, c.req.valid("param").id ?? 0);
      if (!state.exists) return problem(c, "BookingNotFound");
      const roomName = core.rooms.everOpened().find(({ id }) => id === state.roomId)?.name ?? "Unknown Room";
      return c.json(receiptJson(state, receiptOf(state), { roomName, timeZone: core.timeZone }), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/takings",
      tags: ["Staff: desk"],
      summary: "What came in on a venue day, less what went out",
      middleware: staff,
      request: { query: TakingsQuery, headers: ReadAfter },
      responses: {
        200: { description: "Net, by the way it went", content: json(Takings) },
        ...problems(...STAFF_PROBLEMS, "InvalidData"),
      },
    }),
    async (c) => {
      const { day } = c.req.valid("query");
      const cents = await reads.read(c.env.incoming, ["takings"], (sql) => readTakings(sql, day));
      const takings: Takings = {
        methods: {
          cash: toAmount(cents.cash),
          terminal: toAmount(cents.terminal),
          transfer: toAmount(cents.transfer),
          card: toAmount(cents.card),
          marked: toAmount(cents.marked),
        },
        total: toAmount(Object.values(cents).reduce((sum, part) => sum + part, 0)),
      };
      return c.json(takings, 200);
    },
  );

  /** Answers from the log, so that whoever changed something sees it whether or not the views have come so far. */
  async function carryOut(
    c: Context<StaffEnv>,
    id: number | null,
    command: BookingChange,
    person?: PersonalData,
  ) {
    if (id === null) return problem(c, "BookingNotFound");
    const outcome = await handleBooking(core, id, command, {
      commandId: `desk:${randomUUID()}`,
      meta: staffMeta(c),
      ...(person ? { person } : {}),
    });
    if (!outcome.ok) return refusal(c, outcome.rejection);
    const booking = await staffBookingJsonFromLog(core, id);
    return booking ? c.json(booking, 200, writtenAt(outcome.position)) : problem(c, "BookingNotFound");
  }
}
