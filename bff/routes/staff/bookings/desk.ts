/** The calls of the desk: the stage of a visit, money taken and returned, and receipts (decisions 109, 110). */
import type { Context } from "hono";
import { invoicesOfVisit } from "../../../../core/billing/visit-invoices.ts";
import { receiptOf } from "../../../../core/booking/payment/receipt.ts";
import { toAmount } from "../../../../core/booking/rules/money.ts";
import { VISIT_STAGES, type VisitStage } from "../../../../core/booking/rules/statuses.ts";
import {
  cardRefundsCents,
  deskReturnDueCents,
  dueCents,
} from "../../../../core/booking/state/booking-money.ts";
import { bookingStream } from "../../../../core/booking/state/booking-stream.ts";
import { readStream } from "../../../../core/log/read.ts";
import { fold } from "../../../../core/log/stream.ts";
import { previewReduction, reducePriceByStaff } from "../../../../core/payment/reduce-price.ts";
import { textRow } from "../../../../core/person/personal-data.ts";
import { paymentLines } from "../../../../projections/words/payment-lines.ts";
import { type StaffEnv, staffCalls, staffMeta } from "../../../access/staff-access.ts";
import { staffAndTokenCalls } from "../../../access/token-access.ts";
import type { App, Bff } from "../../../context.ts";
import { IDEMPOTENCY_KEY_HEADER } from "../../../contract/headers.ts";
import { Receipt } from "../../../contract/receipt.ts";
import {
  CardRefund,
  DeskMoney,
  PriceReduction,
  PriceReductionQuery,
  ReducedPrice,
} from "../../../contract/staff/desk.ts";
import { problem, refusal } from "../../../http/answers.ts";
import { IDEMPOTENCY_KEY_PARAMETER, REPEAT_PROBLEMS, readRepeatable } from "../../../http/idempotency.ts";
import { BODY_PROBLEMS, ById, jsonAnswer, jsonBody } from "../../../http/openapi.ts";
import { receiptJson } from "../../../wire/receipt-json.ts";
import { answerChanged, CHANGED_BOOKING, changeBooking } from "./booking-changes.ts";

const CHANGE_PROBLEMS = ["BookingNotFound", "OnAccount", "ConcurrentChange"] as const;

/** The contract accepts exactly one of the two. */
const reductionOf = ({ amount, percent }: { amount?: number | undefined; percent?: number | undefined }) =>
  amount === undefined ? { percent: percent ?? 0 } : { byCents: amount };

const VISITS = {
  late: {
    summary: "Note that the guest comes later",
    description: "From an hour before the start, while the guest has not arrived.",
  },
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
    description:
      "Once the visit has begun. Nothing is refunded, also if the visit is cancelled later. From 30 minutes after the start on, its hours are free at once; an earlier one frees them when it is marked again.",
  },
} as const satisfies Record<VisitStage, { summary: string; description: string }>;

export function deskRoutes(app: App, bff: Bff): void {
  const { core, gateway, limits } = bff;
  const staff = staffCalls(bff, "Staff: desk");
  const readers = staffAndTokenCalls(bff, "Staff: desk", "bookings:read");
  const writers = staffAndTokenCalls(bff, "Staff: desk", "bookings:write");

  for (const stage of VISIT_STAGES) {
    app.openapi(
      writers.post(`/api/bookings/{id}/${stage}`, {
        ...VISITS[stage],
        request: { params: ById },
        responses: { 200: CHANGED_BOOKING },
        problems: [...CHANGE_PROBLEMS, "BookingCancelled", "VisitNotSo", "SlotTaken"],
      }),
      (c) =>
        changeBooking(c, core, c.req.valid("param").id, {
          command: { type: "NoteVisit", stage, now: core.clock.now() },
        }),
    );
  }

  app.openapi(
    writers.post("/api/bookings/{id}/undo-visit", {
      summary: "Undo the stage of the visit that was marked last",
      description:
        "On the day of the visit. A guest who had left has arrived again; otherwise no stage is marked. Hours that a no-show has freed are claimed again: 409 if others have them.",
      request: { params: ById },
      responses: { 200: CHANGED_BOOKING },
      problems: [...CHANGE_PROBLEMS, "BookingCancelled", "VisitNotSo", "SlotTaken"],
    }),
    (c) =>
      changeBooking(c, core, c.req.valid("param").id, {
        command: { type: "UndoVisit", now: core.clock.now(), timeZone: core.timeZone },
      }),
  );

  app.openapi(
    writers.post("/api/bookings/{id}/money", {
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
      const { kind, method, amount: amountCents, ...typed } = c.req.valid("json");
      const type = kind === "received" ? "ReceiveAtDesk" : "ReturnAtDesk";
      const reference = typed.reference ? textRow(typed.reference) : undefined;
      const reason = kind === "returned" && typed.reason ? textRow(typed.reason) : undefined;
      const command = {
        type,
        method,
        amountCents,
        referenceId: reference?.id,
        reasonId: reason?.id,
      } as const;
      // Without a reason it is the digest of earlier versions, whose requests may be repeated.
      const asked = [method, amountCents, typed.reference ?? null, ...(typed.reason ? [typed.reason] : [])];
      const people = [reference, reason].filter((row) => row !== undefined);
      return changeBooking(c, core, c.req.valid("param").id, { command, asked, people });
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
        people: [person],
      });
    },
  );

  app.openapi(
    staff.get("/api/bookings/{id}/price-reduction", {
      summary: "What a lower price would do to the money",
      description: "Changes nothing. By an amount or a percentage of the price as it is.",
      request: { params: ById, query: PriceReductionQuery },
      responses: { 200: jsonAnswer("The price and the money after it", ReducedPrice) },
      problems: ["InvalidData", "BookingNotFound", "BookingCancelled", "HoldExpired", "ReductionTooHigh"],
    }),
    async (c) => {
      const by = reductionOf(c.req.valid("query"));
      const outcome = await previewReduction(core, { bookingId: c.req.valid("param").id, by, reason: "" });
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const { before, after } = outcome.value;
      return c.json(
        {
          totalAmount: toAmount(after.totalCents),
          refundAmount: toAmount(cardRefundsCents(after) - cardRefundsCents(before)),
          toReturnAmount: toAmount(deskReturnDueCents(after)),
          dueAmount: toAmount(dueCents(after)),
        },
        200,
      );
    },
  );

  app.openapi(
    staff.post("/api/bookings/{id}/price-reduction", {
      summary: "Reduce the price of a booking",
      description:
        "By an amount or a percentage, before or after the visit. What was paid beyond the new price goes back the way it came: to the card automatically, other money at the desk (`toReturnAmount`).",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: ById, ...jsonBody(PriceReduction) },
      responses: { 200: CHANGED_BOOKING },
      problems: [
        ...CHANGE_PROBLEMS,
        ...BODY_PROBLEMS,
        ...REPEAT_PROBLEMS,
        "InvalidData",
        "BookingCancelled",
        "HoldExpired",
        "ReductionTooHigh",
        "NoLongerHeld",
        "PaymentRefunded",
        "PaymentProviderUnavailable",
      ],
    }),
    async (c) => {
      const bookingId = c.req.valid("param").id;
      const { reason, ...by } = c.req.valid("json");
      const repeatable = readRepeatable(c, core, ["reduce", by.amount ?? null, by.percent ?? null, reason]);
      if (!repeatable.ok) return repeatable.response;
      const asked = { bookingId, by: reductionOf(by), reason };
      const request = { ...repeatable, meta: staffMeta(c) };
      return answerChanged(c, core, bookingId, await reducePriceByStaff(core, gateway, asked, request));
    },
  );

  app.openapi(
    readers.get("/api/bookings/{id}/receipt", {
      summary: "A booking's receipt",
      request: { params: ById },
      responses: { 200: jsonAnswer("The price and the payments", Receipt) },
      problems: ["BookingNotFound"],
    }),
    async (c) => {
      const bookingId = c.req.valid("param").id;
      const events = await readStream(core.sql, bookingStream, bookingId);
      const state = fold(bookingStream, events);
      if (!state.exists) return problem(c, "BookingNotFound");
      const names = {
        bookingId,
        roomName: core.rooms.nameOf(state.roomId),
        timeZone: core.timeZone,
        taxNumber: core.settings.now().taxNumber,
        payments: paymentLines(events),
        invoices: await invoicesOfVisit(core.sql, bookingId, state),
      };
      return c.json(receiptJson(state, receiptOf(state), names), 200);
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
