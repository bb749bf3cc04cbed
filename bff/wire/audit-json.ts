/** Writes events, and the bookings that they make, for auditors. */

import { toAmount } from "../../core/booking/rules/money.ts";
import {
  disputedCents,
  dueCents,
  receivedCents,
  refundIssuedCents,
  refundUnderWayCents,
} from "../../core/booking/state/booking-money.ts";
import { type BookingState, heldUntil } from "../../core/booking/state/booking-state.ts";
import type { Core } from "../../core/context.ts";
import type { Actor } from "../../core/log/append-request.ts";
import { describeEvents } from "../../projections/audit/describe-events.ts";
import type { ListedEvent } from "../../projections/audit/find-events.ts";
import { namesOf } from "../../projections/views/staff.ts";
import { describeBooking } from "../../projections/words/booking-texts.ts";
import type { AuditActor, AuditEvent, BookingAsOf } from "../contract/auditor/audit.ts";

type Known = Pick<Core, "sql" | "rooms" | "timeZone">;

/** Events with their actors and their event texts. */
export async function auditEventsJson(core: Known, events: readonly ListedEvent[]): Promise<AuditEvent[]> {
  const { sql, rooms, timeZone } = core;
  const [told, nameOf] = await Promise.all([
    describeEvents(sql, events, { timeZone, rooms }),
    namesOf(
      sql,
      events.map(({ meta }) => meta.actor),
    ),
  ]);
  return events.map(({ sealed, roomId, ...event }, n) => ({
    index: sealed?.index ?? null,
    stream: event.stream,
    version: event.version,
    type: event.type,
    schemaVersion: event.schemaVersion,
    occurredAt: event.occurredAt.toISOString(),
    actor: actorJson(event.meta.actor, nameOf),
    text: told[n]?.text ?? event.type,
    changes: told[n]?.changes ?? [],
    roomId,
    roomName: roomId === null ? null : (rooms.byId(roomId)?.name ?? null),
    data: { ...objectIn(event.data) },
    meta: { ...event.meta },
    commandId: event.commandId,
    sealed: sealed && { size: sealed.size, signedAt: sealed.signedAt.toISOString() },
  }));
}

/** An event's data is always an object. */
const objectIn = (data: unknown): object => (typeof data === "object" && data !== null ? data : {});

function actorJson(actor: Actor, nameOf: (actor: Actor) => string): AuditActor {
  const id = "id" in actor ? actor.id : null;
  const name = nameOf(actor);
  return { kind: actor.kind, id, name: actor.kind === "customer" ? `${name} ${id}` : name };
}

export function bookingAsOfJson({ rooms, timeZone }: Known, booking: BookingState): BookingAsOf | null {
  if (!booking.exists) return null;
  return {
    text: describeBooking(booking, timeZone),
    status: booking.status,
    paymentStatus: booking.paymentStatus,
    expired: booking.expired,
    cancelledBy: booking.cancelledBy,
    heldUntil: heldUntil(booking)?.toISOString() ?? null,
    roomId: booking.roomId,
    roomName: rooms.byId(booking.roomId)?.name ?? "Unknown Room",
    startTime: booking.startsAt.toISOString(),
    endTime: booking.endsAt.toISOString(),
    bookingDuration: booking.duration,
    hourCount: booking.hourCount,
    attendees: booking.attendees,
    engineerRequired: booking.engineerRequired,
    totalAmount: toAmount(booking.totalCents),
    downpaymentAmount: toAmount(booking.downpaymentCents),
    receivedAmount: toAmount(receivedCents(booking)),
    refundedAmount: toAmount(refundIssuedCents(booking)),
    refundUnderWayAmount: toAmount(refundUnderWayCents(booking)),
    disputedAmount: toAmount(disputedCents(booking)),
    dueAmount: toAmount(dueCents(booking)),
  };
}
