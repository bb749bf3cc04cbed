/** Carries out a change of a booking by staff, and answers the booking after it. */
import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { BookingChange } from "../../../core/booking/booking.ts";
import { handleBooking } from "../../../core/booking/handle.ts";
import { handleBookingOnce } from "../../../core/booking/handle-once.ts";
import type { Core } from "../../../core/context.ts";
import type { PersonalData } from "../../../core/personal-data.ts";
import { type StaffEnv, staffMeta } from "../../access/staff-guard.ts";
import { StaffBooking } from "../../contract/staff/staff-booking.ts";
import { readRepeatable } from "../../http/idempotency.ts";
import { writtenAt } from "../../http/log-position.ts";
import { writtenAnswer } from "../../http/openapi.ts";
import { problem, refusal } from "../../http/problem.ts";
import { staffBookingJsonFromLog } from "../../wire/staff-booking-json.ts";

export const CHANGED = writtenAnswer("The booking after the change", StaffBooking);

/** `person`: the texts that the command refers to, stored apart from the log. */
interface Change {
  command: BookingChange;
  person?: PersonalData | undefined;
}

/**
 * Answers from the log, so that staff see their change even if the projections are behind. `asked`: the content that the idempotency key
 * is checked against; left out where a repeat does no harm.
 */
export async function changeBooking(
  c: Context<StaffEnv>,
  core: Core,
  id: number | null,
  { command, person, asked }: Change & { asked?: unknown },
) {
  const repeatable = asked === undefined ? null : readRepeatable(c, core, [command.type, asked]);
  if (repeatable && !repeatable.ok) return repeatable.response;
  if (id === null) return problem(c, "BookingNotFound");
  const context = { meta: staffMeta(c), ...(person ? { person } : {}) };
  const outcome = repeatable
    ? await handleBookingOnce(core, id, command, { ...context, ...repeatable })
    : await handleBooking(core, id, command, { ...context, commandId: `staff:${randomUUID()}` });
  if (!outcome.ok) return refusal(c, outcome.rejection);
  const booking = await staffBookingJsonFromLog(core, id);
  return booking ? c.json(booking, 200, writtenAt(outcome.position)) : problem(c, "BookingNotFound");
}
