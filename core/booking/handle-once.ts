/** Carries out once what may be asked twice by mistake: the same key and the same request (decision 31). */
import { hash, randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { findCommand } from "../log/read.ts";
import type { PersonalData } from "../personal-data.ts";
import { refuse } from "../rejection.ts";
import type { BookingChange } from "./booking.ts";
import type { Booking } from "./booking-state.ts";
import { bookingStream } from "./booking-stream.ts";
import { handleBooking, loadBooking } from "./handle.ts";

export interface Repeatable {
  /** Null: a request of its own, however often it comes. */
  idempotencyKey: string | null;
  /** Digest of what was asked; the same key with another is refused with `IdempotencyKeyReused`. */
  bodyHash: string;
}

/** As `handleBooking`; a repeated request answers the booking as it stands by then. Keys are a booking's own. */
export async function handleBookingOnce(
  core: Core,
  id: number,
  command: BookingChange,
  { idempotencyKey, bodyHash, ...rest }: Repeatable & { meta: EventMeta; person?: PersonalData },
): Promise<Outcome<Booking>> {
  if (idempotencyKey === null) {
    return handleBooking(core, id, command, { commandId: `desk:${randomUUID()}`, ...rest });
  }
  const commandId = `desk:${bookingStream.nameOf(id)}:${hash("sha256", idempotencyKey, "hex")}`;
  const answered = () => answeredBefore(core, id, commandId, bodyHash);
  // Asked first: what was due is not due any more once it has been received.
  const before = await answered();
  if (before) return before;
  const meta = { ...rest.meta, bodyHash };
  const outcome = await handleBooking(core, id, command, { ...rest, commandId, meta });
  // Or two of them came at once, and the other was faster.
  return (await answered()) ?? outcome;
}

async function answeredBefore(
  core: Core,
  id: number,
  commandId: string,
  bodyHash: string,
): Promise<Outcome<Booking> | null> {
  const first = await findCommand(core.sql, commandId);
  if (!first) return null;
  if (first.meta.bodyHash !== bodyHash) return refuse("IdempotencyKeyReused");
  const { state } = await loadBooking(core, id);
  return state.exists ? { ok: true, value: state, position: first.at } : null;
}
