/** Owns staff's calls that change a booking: its status, its payment, and a refund that failed (SPEC §4, §7; DECISIONS Booking and Payment). */
import { randomUUID } from "node:crypto";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { z } from "zod";
import type { BookingCommand } from "../../../core/booking/booking.ts";
import { keptCents } from "../../../core/booking/booking-money.ts";
import { handleBooking, loadBooking } from "../../../core/booking/handle.ts";
import { toAmount } from "../../../core/booking/money.ts";
import { refundDue } from "../../../core/booking/own-cancellation.ts";
import type { PersonalData } from "../../../core/personal-data.ts";
import { HOUR_MS } from "../../../core/venue/venue-time.ts";
import { type StaffEnv, staffCalls, staffMeta } from "../../access/staff-guard.ts";
import type { Bff } from "../../context.ts";
import {
  RefundPreview,
  RefundPreviewQuery,
  StaffBooking,
  StaffBookingChange,
} from "../../contract/staff-booking.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { writtenAt } from "../../http/log-position.ts";
import { ById, FORM_PROBLEMS, jsonAnswer, jsonBody, PathId, writtenAnswer } from "../../http/openapi.ts";
import { problem, refusal } from "../../http/problem.ts";
import { staffBookingJsonFromLog } from "../../wire/staff-booking-json.ts";

/** A change of a booking that stands, with the words that it stores apart from the log. */
interface Change {
  command: Exclude<BookingCommand, { type: "RequestBooking" }>;
  person?: PersonalData;
}

function changeOf(
  { status, paymentStatus, cancelledBy, reason }: z.output<typeof StaffBookingChange>,
  now: Date,
): Change {
  if (status === "confirmed") return { command: { type: "ConfirmBooking" } };
  if (status === "completed") return { command: { type: "CompleteBooking" } };
  if (status === undefined) {
    return { command: { type: "MarkPayment", paymentStatus: paymentStatus ?? "failed" } };
  }
  const cancel = { type: "CancelBooking", cancelledBy: cancelledBy ?? "venue", now } as const;
  if (!reason) return { command: cancel };
  const reasonId = randomUUID();
  const nobody = { firstName: null, lastName: null, email: null, phone: null };
  return { command: { ...cancel, reasonId }, person: { id: reasonId, ...nobody, freeText: reason } };
}

export function bookingChangeRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core } = bff;
  const staff = staffCalls(bff, "Staff: bookings");

  app.openapi(
    staff.patch("/api/bookings/{id}", {
      summary: "Set a booking's status or payment status",
      description:
        "Exactly one of the two. Setting what holds changes nothing. Cancelling frees the hours and refunds by the policy; leaving `cancelled` claims them again.",
      request: { params: ById, ...jsonBody(StaffBookingChange) },
      responses: { 200: writtenAnswer("The booking as it now stands", StaffBooking) },
      problems: [...FORM_PROBLEMS, "BookingNotFound", "SlotTaken", "ConcurrentChange"],
    }),
    (c) => carryOut(c, c.req.valid("param").id, changeOf(c.req.valid("json"), core.clock.now())),
  );

  app.openapi(
    staff.get("/api/bookings/{id}/refund-preview", {
      summary: "What cancelling now would give back",
      request: { params: ById, query: RefundPreviewQuery },
      responses: { 200: jsonAnswer("The refund that the policy gives", RefundPreview) },
      problems: ["InvalidData", "BookingNotFound"],
    }),
    async (c) => {
      const { state } = await loadBooking(core, c.req.valid("param").id ?? 0);
      if (!state.exists) return problem(c, "BookingNotFound");
      const { cancelledBy } = c.req.valid("query");
      const now = core.clock.now();
      const paidCents = keptCents(state);
      // Cancelling what is cancelled gives nothing back.
      const refundCents = state.status === "cancelled" ? 0 : refundDue(state, cancelledBy, now);
      const preview: RefundPreview = {
        cancelledBy,
        paidAmount: toAmount(paidCents),
        refundAmount: toAmount(refundCents),
        keptAmount: toAmount(paidCents - refundCents),
        noticeHours: Math.round(((state.startsAt.getTime() - now.getTime()) / HOUR_MS) * 10) / 10,
      };
      return c.json(preview, 200);
    },
  );

  app.openapi(
    staff.post("/api/bookings/{id}/refunds/{refundId}/retry", {
      summary: "Ask once more for a refund that failed",
      description:
        "A refund that is issued, or under way, is left as it is: however often it is asked for, it is made once.",
      request: { params: z.object({ id: PathId, refundId: z.string() }) },
      responses: { 200: writtenAnswer("The booking as it now stands", StaffBooking) },
      problems: ["BookingNotFound", "RefundNotFound", "ConcurrentChange"],
    }),
    (c) => {
      const { id, refundId } = c.req.valid("param");
      return carryOut(c, id, { command: { type: "RetryRefund", refundId, now: core.clock.now() } });
    },
  );

  /** Answers from the log, so that whoever changed something sees it whether or not the views have come so far. */
  async function carryOut(c: Context<StaffEnv>, id: number | null, { command, person }: Change) {
    if (id === null) return problem(c, "BookingNotFound");
    const outcome = await handleBooking(core, id, command, {
      commandId: `staff:${randomUUID()}`,
      meta: staffMeta(c),
      ...(person ? { person } : {}),
    });
    if (!outcome.ok) return refusal(c, outcome.rejection);
    const booking = await staffBookingJsonFromLog(core, id);
    return booking ? c.json(booking, 200, writtenAt(outcome.position)) : problem(c, "BookingNotFound");
  }
}
