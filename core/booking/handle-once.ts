/** Carries out a command once that may be sent twice by mistake, with the same key and the same request (decision 31). */
import type { Core } from "../context.ts";
import type { AppendRule, EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { commandIdOf, findFirstRequest, type IdempotentRequest } from "../log/idempotency.ts";
import type { BookingChange } from "./booking.ts";
import { handleBooking, loadBooking } from "./handle.ts";
import type { Booking } from "./state/booking-state.ts";
import { bookingStream } from "./state/booking-stream.ts";

/** Like `handleBooking`; a repeated request answers the booking as it is by then. */
export const handleBookingOnce = (
  core: Core,
  id: number,
  command: BookingChange,
  { people = [], ...request }: IdempotentRequest & { meta: EventMeta; people?: readonly AppendRule[] },
): Promise<Outcome<Booking>> =>
  changeOnce(core, id, request, (context) => handleBooking(core, id, command, { ...context, people }));

/**
 * Makes a change of one booking once, by `change`, which appends with this context. A repeated request answers the booking as it is by then.
 * Keys are counted within one booking.
 */
export async function changeOnce(
  core: Core,
  id: number,
  { idempotencyKey, bodyHash, meta }: IdempotentRequest & { meta: EventMeta },
  change: (context: { commandId: string; meta: EventMeta }) => Promise<Outcome<Booking>>,
): Promise<Outcome<Booking>> {
  const commandId = commandIdOf(`desk:${bookingStream.nameOf(id)}`, { idempotencyKey });
  if (bodyHash === null) return change({ commandId, meta });
  const answered = async (): Promise<Outcome<Booking> | null> => {
    const first = await findFirstRequest(core.sql, commandId, { bodyHash });
    if (!first?.ok) return first;
    const { state } = await loadBooking(core, id);
    return state.exists ? { ok: true, value: state, position: first.at } : null;
  };
  // Checked first: what was due is no longer due once it has been received.
  const before = await answered();
  if (before) return before;
  const outcome = await change({ commandId, meta: { ...meta, bodyHash } });
  // Or two of the repeated requests came at once, and the other was faster.
  return (await answered()) ?? outcome;
}
