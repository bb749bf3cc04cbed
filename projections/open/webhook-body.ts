/** Writes what a webhook sends, at the time of sending: after an erasure, a replay names no one any more (decision 300). */
import { loadBooking } from "../../core/booking/handle.ts";
import { toAmount } from "../../core/booking/rules/money.ts";
import { dueCents, receivedCents, remainingCents } from "../../core/booking/state/booking-money.ts";
import type { Core } from "../../core/context.ts";
import { isUnreadable } from "../../core/log/stream.ts";
import { EMPTY_PERSON, readPerson } from "../../core/person/personal-data.ts";
import type { DueDelivery } from "../../core/webhook/deliveries.ts";
import { thinEvent } from "./thin-event.ts";

type Told = Pick<
  DueDelivery,
  "type" | "stream" | "version" | "position" | "bookingId" | "occurredAt" | "body"
>;

/** JSON: the event, and with `full` the booking as it is now; null for a booking that this code cannot read. */
export async function webhookBody(core: Core, told: Told): Promise<string> {
  const thin = thinEvent(told);
  if (told.body === "thin" || told.bookingId === null) return JSON.stringify(thin);
  return JSON.stringify({
    ...thin,
    data: { ...thin.data, booking: await fullBooking(core, told.bookingId) },
  });
}

async function fullBooking(core: Core, id: number) {
  const booking = await loadBooking(core, id).then(
    ({ state }) => state,
    (error: unknown) => {
      if (isUnreadable(error)) return null;
      throw error;
    },
  );
  if (!booking?.exists) return null;
  const person = (await readPerson(core.sql, booking.personId)) ?? EMPTY_PERSON;
  return {
    id,
    roomId: booking.roomId,
    roomName: core.rooms.byId(booking.roomId)?.name ?? null,
    startTime: booking.startsAt.toISOString(),
    endTime: booking.endsAt.toISOString(),
    status: booking.status,
    paymentStatus: booking.paymentStatus,
    visit: booking.visit,
    totalAmount: toAmount(booking.totalCents),
    downpaymentAmount: toAmount(booking.downpaymentCents),
    receivedAmount: toAmount(receivedCents(booking)),
    remainingAmount: toAmount(remainingCents(booking)),
    dueAmount: toAmount(dueCents(booking)),
    eventType: booking.eventType,
    attendees: booking.attendees,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phone: person.phone,
  };
}
