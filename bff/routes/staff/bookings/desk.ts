/** The calls of the desk: the stage of a visit, money taken and returned, and receipts (decisions 109, 110). */
import type { Context } from "hono";
import { loadBooking } from "../../../../core/booking/handle.ts";
import { receiptOf } from "../../../../core/booking/payment/receipt.ts";
import { VISIT_STAGES, type VisitStage } from "../../../../core/booking/rules/statuses.ts";
import { textRow } from "../../../../core/person/personal-data.ts";
import { type StaffEnv, staffCalls } from "../../../access/staff-access.ts";
import type { App, Bff } from "../../../context.ts";
import { IDEMPOTENCY_KEY_HEADER } from "../../../contract/headers.ts";
import { Receipt } from "../../../contract/receipt.ts";
import { CardRefund, DeskMoney } from "../../../contract/staff/desk.ts";
import { problem } from "../../../http/answers.ts";
import { IDEMPOTENCY_KEY_PARAMETER, REPEAT_PROBLEMS } from "../../../http/idempotency.ts";
import { BODY_PROBLEMS, ById, jsonAnswer, jsonBody } from "../../../http/openapi.ts";
import { receiptJson } from "../../../wire/receipt-json.ts";
import { CHANGED_BOOKING, changeBooking } from "./booking-changes.ts";

const CHANGE_PROBLEMS = ["BookingNotFound", "ConcurrentChange"] as const;

const VISITS = {
  arrived: {
    summary: "Mark the visit as arrived",
    description: "From an hour before the start. It confirms an unpaid hold.",
  },
  left: {
    summary: "Mark the visit as left",
    description: "After the visit was marked as arrived.",
  },
  "no-show": {
    summary: "Mark the visit as a no-show",
    description: "Once the visit has begun. Nothing is refunded, also if the visit is cancelled later.",
  },
} as const satisfies Record<VisitStage, { summary: string; description: string }>;

export function deskRoutes(app: App, bff: Bff): void {
  const { core, limits } = bff;
  const staff = staffCalls(bff, "Staff: desk");

  for (const stage of VISIT_STAGES) {
    app.openapi(
      staff.post(`/api/bookings/{id}/${stage}`, {
        ...VISITS[stage],
        request: { params: ById },
        responses: { 200: CHANGED_BOOKING },
        problems: [...CHANGE_PROBLEMS, "BookingCancelled", "VisitNotSo"],
      }),
      (c) =>
        changeBooking(c, core, c.req.valid("param").id, {
          command: { type: "NoteVisit", stage, now: core.clock.now() },
        }),
    );
  }

  app.openapi(
    staff.post("/api/bookings/{id}/money", {
      summary: "Record money received or returned at the desk",
      description:
        "Reaching the downpayment confirms the booking; reaching the total pays it in full. At most the amount due can be received, and at most what was received at the venue can be returned.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: ById, ...jsonBody(DeskMoney) },
      responses: { 200: CHANGED_BOOKING },
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
      const person = reference ? textRow(reference) : undefined;
      const command = { type, method, amountCents, referenceId: person?.id } as const;
      const asked = [method, amountCents, reference ?? null];
      return changeBooking(c, core, c.req.valid("param").id, { command, asked, person });
    },
  );

  app.openapi(
    staff.post("/api/bookings/{id}/refunds", {
      summary: "Refund card money",
      description: "Part or all of the card payments that have not been refunded, through the provider.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: ById, ...jsonBody(CardRefund) },
      responses: { 200: CHANGED_BOOKING },
      problems: [...CHANGE_PROBLEMS, ...BODY_PROBLEMS, ...REPEAT_PROBLEMS, "InvalidData", "RefundTooHigh"],
    }),
    (c) => {
      const { amount: amountCents, reason } = c.req.valid("json");
      const person = textRow(reason);
      const command = {
        type: "RefundCardMoney",
        amountCents,
        reasonId: person.id,
        now: core.clock.now(),
      } as const;
      return changeBooking(c, core, c.req.valid("param").id, {
        command,
        asked: [amountCents, reason],
        person,
      });
    },
  );

  app.openapi(
    staff.get("/api/bookings/{id}/receipt", {
      summary: "A booking's receipt",
      request: { params: ById },
      responses: { 200: jsonAnswer("The price and the payments", Receipt) },
      problems: ["BookingNotFound"],
    }),
    async (c) => {
      const { state } = await loadBooking(core, c.req.valid("param").id);
      if (!state.exists) return problem(c, "BookingNotFound");
      const roomName =
        core.rooms.allIncludingRetired().find(({ id }) => id === state.roomId)?.name ?? "Unknown Room";
      return c.json(receiptJson(state, receiptOf(state), { roomName, timeZone: core.timeZone }), 200);
    },
  );

  app.openapi(
    staff.post("/api/bookings/{id}/receipt/mail", {
      summary: "Mail the receipt to the customer",
      description:
        "For the booking's current state. No mail is sent if the address has been erased. At most five times an hour.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: ById },
      responses: { 200: CHANGED_BOOKING },
      problems: [...CHANGE_PROBLEMS, ...REPEAT_PROBLEMS, "TooManyRequests"],
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const tooOften = await tooManyReceipts(c, id);
      return (
        tooOften ?? changeBooking(c, core, id, { command: { type: "RequestReceipt" }, asked: "receipt" })
      );
    },
  );

  /** A repeated request with the same key does not count as another mail. */
  async function tooManyReceipts(c: Context<StaffEnv>, id: number) {
    const key = c.req.header(IDEMPOTENCY_KEY_HEADER);
    const isRepeated = key !== undefined && !(await limits.isFirstUse(`receipt ${id} ${key}`));
    return isRepeated ? null : limits.countReceiptMail(c, id);
  }
}
