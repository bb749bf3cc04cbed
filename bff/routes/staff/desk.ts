/** Owns the calls of the desk: how a visit stands, money taken and given back, and receipts (DECISIONS, the venue's calls). */
import { hash, randomUUID } from "node:crypto";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { BookingChange } from "../../../core/booking/booking.ts";
import type { Booking } from "../../../core/booking/booking-state.ts";
import { handleBooking, loadBooking } from "../../../core/booking/handle.ts";
import { handleBookingOnce } from "../../../core/booking/handle-once.ts";
import { receiptOf } from "../../../core/booking/receipt.ts";
import { VISIT_STAGES, type VisitStage } from "../../../core/booking/statuses.ts";
import type { Outcome } from "../../../core/log/decision.ts";
import type { PersonalData } from "../../../core/personal-data.ts";
import { NOBODY } from "../../../core/personal-data.ts";
import { type StaffEnv, staffCalls, staffMeta } from "../../access/staff-guard.ts";
import type { Bff } from "../../context.ts";
import { CardRefund, DeskMoney, Receipt } from "../../contract/desk.ts";
import { IDEMPOTENCY_KEY_HEADER } from "../../contract/headers.ts";
import { StaffBooking } from "../../contract/staff-booking.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { writtenAt } from "../../http/log-position.ts";
import { BODY_PROBLEMS, ById, jsonAnswer, jsonBody, writtenAnswer } from "../../http/openapi.ts";
import { problem, refusal } from "../../http/problem.ts";
import { receiptJson } from "../../wire/receipt-json.ts";
import { staffBookingJsonFromLog } from "../../wire/staff-booking-json.ts";
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_PARAMETER } from "../visitor/bookings.ts";

const words = (freeText: string): PersonalData => ({ id: randomUUID(), ...NOBODY, freeText });

const CHANGED = writtenAnswer("The booking as it now stands", StaffBooking);

const CHANGE_PROBLEMS = ["BookingNotFound", "ConcurrentChange"] as const;
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
    description: "Once the visit has begun. Nothing goes back, whoever cancels it afterwards.",
  },
} as const satisfies Record<VisitStage, { summary: string; description: string }>;

export function deskRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core, limits } = bff;
  const staff = staffCalls(bff, "Staff: desk");

  for (const stage of VISIT_STAGES) {
    app.openapi(
      staff.post(`/api/bookings/{id}/${stage}`, {
        ...VISITS[stage],
        request: { params: ById },
        responses: { 200: CHANGED },
        problems: [...CHANGE_PROBLEMS, "BookingCancelled", "VisitNotSo"],
      }),
      (c) => carryOut(c, c.req.valid("param").id, { type: "NoteVisit", stage, now: core.clock.now() }),
    );
  }

  app.openapi(
    staff.post("/api/bookings/{id}/money", {
      summary: "Note money received or returned at the desk",
      description:
        "What reaches the downpayment confirms, what reaches the total pays in full. No more is received than is due, and no more returned than was received at the venue.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: ById, ...jsonBody(DeskMoney) },
      responses: { 200: CHANGED },
      problems: [
        ...CHANGE_PROBLEMS,
        ...BODY_PROBLEMS,
        ...REPEAT_PROBLEMS,
        "InvalidData",
        "BookingCancelled",
        "NothingDue",
        "MoreThanDue",
        "ReturnTooHigh",
      ],
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
    staff.post("/api/bookings/{id}/refunds", {
      summary: "Refund card money",
      description: "Part or all of what cards have paid and have not been given back, through the provider.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: ById, ...jsonBody(CardRefund) },
      responses: { 200: CHANGED },
      problems: [...CHANGE_PROBLEMS, ...BODY_PROBLEMS, ...REPEAT_PROBLEMS, "InvalidData", "RefundTooHigh"],
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
    staff.get("/api/bookings/{id}/receipt", {
      summary: "A booking's receipt",
      request: { params: ById },
      responses: { 200: jsonAnswer("What it costs, and what was paid of it", Receipt) },
      problems: ["BookingNotFound"],
    }),
    async (c) => {
      const { state } = await loadBooking(core, c.req.valid("param").id ?? 0);
      if (!state.exists) return problem(c, "BookingNotFound");
      const roomName = core.rooms.everOpened().find(({ id }) => id === state.roomId)?.name ?? "Unknown Room";
      return c.json(receiptJson(state, receiptOf(state), { roomName, timeZone: core.timeZone }), 200);
    },
  );

  app.openapi(
    staff.post("/api/bookings/{id}/receipt/mail", {
      summary: "Mail the receipt to the customer",
      description:
        "As the booking stands now. Nobody is written to whose address has been erased. Five times an hour at most.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: ById },
      responses: { 200: CHANGED },
      problems: [...CHANGE_PROBLEMS, ...REPEAT_PROBLEMS, "TooManyRequests"],
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
