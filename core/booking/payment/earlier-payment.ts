/** Decides on what an import says of a booking's money, and on undoing the import (decisions 309, 310). Pure; integer cents. */
import { accept, type BookingDecision, keptCents, statusAt } from "../state/booking-money.ts";
import type { Booking } from "../state/booking-state.ts";

export type ImportCommand =
  /** What was paid for the visit before, elsewhere: no day's takings have it. */
  | { type: "RecordEarlierPayment"; amountCents: number }
  /** Only for a booking on which nothing has happened since its import. */
  | { type: "UndoImport" };

/** An undone booking is cancelled by the venue. Nothing is refunded: the money never came to this product. */
export function decideImported(command: ImportCommand, booking: Booking): BookingDecision {
  const recorded = (amountCents: number, kept: number) => ({
    type: "EarlierPaymentRecorded" as const,
    data: { amountCents, paymentStatus: statusAt(booking, kept) },
  });
  if (command.type === "RecordEarlierPayment") {
    const { amountCents } = command;
    return amountCents === 0 ? accept() : accept(recorded(amountCents, keptCents(booking) + amountCents));
  }
  if (booking.status === "cancelled") return accept();
  const earlier = booking.receivedAtVenueCents;
  return accept(...(earlier === 0 ? [] : [recorded(-earlier, 0)]), {
    type: "BookingCancelled",
    data: { cancelledBy: "venue" },
  });
}
