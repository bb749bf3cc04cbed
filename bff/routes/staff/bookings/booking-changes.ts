/** Staff's calls that change a booking: its status, its payment, and a refund that failed (decisions 38, 39, 75, 108). */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { BookingChange } from "../../../../core/booking/booking.ts";
import { handleBooking, loadBooking } from "../../../../core/booking/handle.ts";
import { handleBookingOnce } from "../../../../core/booking/handle-once.ts";
import { owedOnceCancelled } from "../../../../core/booking/payment/on-account.ts";
import { toAmount } from "../../../../core/booking/rules/money.ts";
import { keptCents } from "../../../../core/booking/state/booking-money.ts";
import type { Booking } from "../../../../core/booking/state/booking-state.ts";
import { refundDue } from "../../../../core/booking/visit/own-cancellation.ts";
import type { Core } from "../../../../core/context.ts";
import type { Outcome } from "../../../../core/log/decision.ts";
import { type PersonalData, storePerson, textRow } from "../../../../core/person/personal-data.ts";
import { HOUR_MS } from "../../../../core/venue/time/venue-time.ts";
import { type StaffContext, staffCalls, staffMeta } from "../../../access/staff-access.ts";
import { staffAndTokenCalls } from "../../../access/token-access.ts";
import type { App, Bff } from "../../../context.ts";
import {
  RefundPreview,
  RefundPreviewQuery,
  StaffBooking,
  StaffBookingChange,
} from "../../../contract/staff/staff-booking.ts";
import { logPositionHeader, problem, refusal } from "../../../http/answers.ts";
import { readRepeatable } from "../../../http/idempotency.ts";
import {
  ById,
  FORM_PROBLEMS,
  jsonAnswer,
  jsonAnswerOfWrite,
  jsonBody,
  PathId,
} from "../../../http/openapi.ts";
import { staffBookingJsonFromLog } from "../../../wire/staff-booking-json.ts";

function changeOf(
  { status, paymentStatus, cancelledBy, reason, tellReason }: z.output<typeof StaffBookingChange>,
  now: Date,
): Change {
  if (status === "confirmed") return { command: { type: "ConfirmBooking" } };
  if (status === "completed") return { command: { type: "CompleteBooking" } };
  if (status === undefined) {
    return { command: { type: "MarkPayment", paymentStatus: paymentStatus ?? "failed" } };
  }
  const cancel = { type: "CancelBooking", cancelledBy: cancelledBy ?? "venue", now } as const;
  if (!reason) return { command: cancel };
  const person = textRow(reason);
  const told = tellReason ? { reasonTold: true } : {};
  return { command: { ...cancel, reasonId: person.id, ...told }, people: [person] };
}

export function bookingChangeRoutes(app: App, bff: Bff): void {
  const { core } = bff;
  const staff = staffCalls(bff, "Staff: bookings");
  const writers = staffAndTokenCalls(bff, "Staff: bookings", "bookings:write");

  app.openapi(
    writers.patch("/api/bookings/{id}", {
      summary: "Set a booking's status or payment status",
      description:
        "Exactly one of the two. Setting the current value changes nothing. Cancelling frees the hours and refunds by the policy; leaving `cancelled` claims them again.",
      request: { params: ById, ...jsonBody(StaffBookingChange) },
      responses: { 200: CHANGED_BOOKING },
      problems: [...FORM_PROBLEMS, "BookingNotFound", "SlotTaken", "OnAccount", "ConcurrentChange"],
    }),
    (c) => changeBooking(c, core, c.req.valid("param").id, changeOf(c.req.valid("json"), core.clock.now())),
  );

  app.openapi(
    staff.get("/api/bookings/{id}/refund-preview", {
      summary: "The refund for cancelling now",
      request: { params: ById, query: RefundPreviewQuery },
      responses: { 200: jsonAnswer("The refund that the policy gives", RefundPreview) },
      problems: ["InvalidData", "BookingNotFound"],
    }),
    async (c) => {
      const { state } = await loadBooking(core, c.req.valid("param").id);
      if (!state.exists) return problem(c, "BookingNotFound");
      const { cancelledBy } = c.req.valid("query");
      const now = core.clock.now();
      const paidCents = keptCents(state);
      // Cancelling a cancelled booking refunds nothing.
      const refundCents = state.status === "cancelled" ? 0 : refundDue(state, cancelledBy, now);
      const owed = owedOnceCancelled(state, cancelledBy, now);
      const preview: RefundPreview = {
        cancelledBy,
        paidAmount: toAmount(paidCents),
        refundAmount: toAmount(refundCents),
        keptAmount: toAmount(paidCents - refundCents),
        ...(owed === null ? {} : { owedAmount: toAmount(owed) }),
        noticeHours: Math.round(((state.startsAt.getTime() - now.getTime()) / HOUR_MS) * 10) / 10,
      };
      return c.json(preview, 200);
    },
  );

  app.openapi(
    staff.post("/api/bookings/{id}/refunds/{refundId}/retry", {
      summary: "Retry a refund that failed",
      description: "A refund that is issued, or under way, stays as it is: repeated requests issue it once.",
      request: { params: z.object({ id: PathId, refundId: z.string() }) },
      responses: { 200: CHANGED_BOOKING },
      problems: ["BookingNotFound", "RefundNotFound", "ConcurrentChange"],
    }),
    (c) => {
      const { id, refundId } = c.req.valid("param");
      return changeBooking(c, core, id, {
        command: { type: "RetryRefund", refundId, now: core.clock.now() },
      });
    },
  );
}

export const CHANGED_BOOKING = jsonAnswerOfWrite("The booking after the change", StaffBooking);

/** `people`: the texts that the command refers to, stored apart from the log. */
interface Change {
  command: BookingChange;
  people?: readonly PersonalData[];
}

/**
 * Answers from the log, so that staff see their change even if the projections are behind. `asked`: the content that the idempotency key
 * is checked against; left out where a repeat does no harm.
 */
export async function changeBooking(
  c: StaffContext,
  core: Core,
  id: number,
  { command, people = [], asked }: Change & { asked?: unknown },
) {
  const repeatable = asked === undefined ? null : readRepeatable(c, core, [command.type, asked]);
  if (repeatable && !repeatable.ok) return repeatable.response;
  const context = { meta: staffMeta(c), people: people.map(storePerson) };
  const outcome = repeatable
    ? await handleBookingOnce(core, id, command, { ...context, ...repeatable })
    : await handleBooking(core, id, command, { ...context, commandId: `staff:${randomUUID()}` });
  return answerChanged(c, core, id, outcome);
}

/** Answers the booking after a change, or why there was none. */
export async function answerChanged(c: StaffContext, core: Core, id: number, outcome: Outcome<Booking>) {
  if (!outcome.ok) return refusal(c, outcome.rejection);
  const booking = await staffBookingJsonFromLog(core, id);
  return booking ? c.json(booking, 200, logPositionHeader(outcome.position)) : problem(c, "BookingNotFound");
}
