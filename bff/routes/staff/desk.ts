/** The calls of the desk: the stage of a visit, money taken and returned, and receipts (decisions 109, 110). */
import { hash, randomUUID } from "node:crypto";
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { z } from "zod";
import type { BookingChange } from "../../../core/booking/booking.ts";
import type { Booking } from "../../../core/booking/booking-state.ts";
import { handleBooking, loadBooking } from "../../../core/booking/handle.ts";
import { handleBookingOnce } from "../../../core/booking/handle-once.ts";
import { receiptOf } from "../../../core/booking/receipt.ts";
import { VISIT_STAGES, type VisitStage } from "../../../core/booking/statuses.ts";
import type { Outcome } from "../../../core/log/decision.ts";
import { NOBODY, type PersonalData } from "../../../core/personal-data.ts";
import { requireStaff, STAFF_PROBLEMS, type StaffEnv, staffMeta } from "../../access/staff-guard.ts";
import type { Bff } from "../../context.ts";
import { IDEMPOTENCY_KEY_HEADER } from "../../contract/headers.ts";
import { Receipt } from "../../contract/receipt.ts";
import { CardRefund, DeskMoney } from "../../contract/staff/desk.ts";
import { StaffBooking } from "../../contract/staff/staff-booking.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { writtenAt } from "../../http/log-position.ts";
import { BODY_PROBLEMS, json, jsonBody, PathId, problems, WRITTEN } from "../../http/openapi.ts";
import { problem, refusal } from "../../http/problem.ts";
import { receiptJson } from "../../wire/receipt-json.ts";
import { staffBookingJsonFromLog } from "../../wire/staff-booking-json.ts";
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_PARAMETER } from "../visitor/bookings.ts";

const words = (freeText: string): PersonalData => ({ id: randomUUID(), ...NOBODY, freeText });

const CHANGED = {
  description: "The booking as it now stands",
  headers: WRITTEN,
  content: json(StaffBooking),
};

const CHANGE_PROBLEMS = [...STAFF_PROBLEMS, "BookingNotFound", "ConcurrentChange"] as const;
const REPEAT_PROBLEMS = ["InvalidIdempotencyKey", "IdempotencyKeyReused"] as const;

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
    description: "Once the visit has begun. Nothing goes back, whoever cancels it afterward.",
  },
} as const satisfies Record<VisitStage, { summary: string; description: string }>;

export function deskRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core, limits } = bff;
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
          ...problems(...CHANGE_PROBLEMS, "BookingCancelled", "VisitNotSo"),
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
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: z.object({ id: PathId }), ...jsonBody(DeskMoney) },
      responses: {
        200: CHANGED,
        ...problems(
          ...CHANGE_PROBLEMS,
          ...BODY_PROBLEMS,
          ...REPEAT_PROBLEMS,
          "InvalidData",
          "BookingCancelled",
          "NothingDue",
          "MoreThanDue",
          "ReturnTooHigh",
        ),
      },
    }),
    (c) => {
      const { kind, method, amount: amountCents, reference } = c.req.valid("json");
      const type = kind === "received" ? "ReceiveAtDesk" : "ReturnAtDesk";
      const person = reference ? words(reference) : undefined;
      const command = { type, method, amountCents, referenceId: person?.id } as const;
      const asked = [method, amountCents, reference ?? null];
      return carryOutOnce(c, c.req.valid("param").id, command, asked, person);
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
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: z.object({ id: PathId }), ...jsonBody(CardRefund) },
      responses: {
        200: CHANGED,
        ...problems(...CHANGE_PROBLEMS, ...BODY_PROBLEMS, ...REPEAT_PROBLEMS, "InvalidData", "RefundTooHigh"),
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
      return carryOutOnce(c, c.req.valid("param").id, command, [amountCents, reason], person);
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
      method: "post",
      path: "/api/bookings/{id}/receipt/mail",
      tags: ["Staff: desk"],
      summary: "Mail the receipt to the customer",
      description:
        "As the booking stands now. Nobody is written to whose address has been erased. Five times an hour at most.",
      middleware: staff,
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: z.object({ id: PathId }) },
      responses: {
        200: CHANGED,
        ...problems(...CHANGE_PROBLEMS, ...REPEAT_PROBLEMS, "TooManyRequests"),
      },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const tooOften = id === null ? null : await tooManyReceipts(c, id);
      return tooOften ?? carryOutOnce(c, id, { type: "RequestReceipt" }, "receipt");
    },
  );

  /** A request that comes again with its key asks for no other mail. */
  async function tooManyReceipts(c: Context<StaffEnv>, id: number) {
    const key = c.req.header(IDEMPOTENCY_KEY_HEADER);
    const isRepeated = key !== undefined && !(await limits.isFirst(`receipt ${id} ${key}`));
    return isRepeated ? null : limits.receiptOfBooking(c, id);
  }

  /** The same for what must not happen twice, though it be asked for twice. */
  async function carryOutOnce(
    c: Context<StaffEnv>,
    id: number | null,
    command: BookingChange,
    asked: unknown,
    person?: PersonalData,
  ) {
    const idempotencyKey = c.req.header(IDEMPOTENCY_KEY_HEADER) ?? null;
    if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
      return problem(c, "InvalidIdempotencyKey", {
        errors: [{ path: "Idempotency-Key", message: "Send 1 to 255 printable ASCII characters" }],
      });
    }
    if (id === null) return problem(c, "BookingNotFound");
    const bodyHash = core.holderHash(hash("sha256", JSON.stringify([command.type, asked]), "hex"));
    const meta = staffMeta(c);
    const repeatable = { idempotencyKey, bodyHash, meta, ...(person ? { person } : {}) };
    return answer(c, id, await handleBookingOnce(core, id, command, repeatable));
  }

  async function carryOut(c: Context<StaffEnv>, id: number | null, command: BookingChange) {
    if (id === null) return problem(c, "BookingNotFound");
    const context = { commandId: `desk:${randomUUID()}`, meta: staffMeta(c) };
    return answer(c, id, await handleBooking(core, id, command, context));
  }

  /** From the log, so that whoever changed something sees it whether or not the views have come so far. */
  async function answer(c: Context<StaffEnv>, id: number, outcome: Outcome<Booking>) {
    if (!outcome.ok) return refusal(c, outcome.rejection);
    const booking = await staffBookingJsonFromLog(core, id);
    return booking ? c.json(booking, 200, writtenAt(outcome.position)) : problem(c, "BookingNotFound");
  }
}
