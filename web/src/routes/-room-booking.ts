/** Owns what both booking pages do with a room: its choice, its live availability, its steps, and the toasts of others' bookings. */
import { useEffect } from "react";
import type { LiveMessage } from "../../../bff/contract/live.ts";
import type { Room } from "../../../bff/contract/room.ts";
import { useAvailability } from "../features/availability/use-availability.ts";
import { MISSING_SLOT_TEXT } from "../features/booking/booking-failure.ts";
import { useLiveRoom } from "../live/use-live-room.ts";
import { type ToastMessage, toast } from "../ui/toast.tsx";
import { useBookingSteps } from "./-booking-steps.ts";
import { fetchFormAhead, fetchPaymentAhead } from "./-later-steps.tsx";
import { useChoice } from "./-use-choice.ts";

/** Live alerts stand for 4 s and 3 s (SPEC §9); a freed slot speaks for itself. */
function liveToast({ type, data }: LiveMessage): ToastMessage | null {
  switch (type) {
    case "booking_created":
      return {
        title: "Availability Updated",
        description: `Somebody is booking a time in ${data.roomName}. The calendar shows what is left.`,
        durationMs: 4_000,
      };
    case "booking_payment_confirmed":
      return {
        title: "Availability Updated",
        description: `A booking in ${data.roomName} has just been confirmed.`,
        durationMs: 3_000,
      };
    case "booking_cancelled":
      return null;
  }
}

export function useRoomBooking(room: Room, minHours: 1 | 2) {
  const { choice, change, forget } = useChoice(minHours);
  const steps = useBookingSteps(room.slug, forget);
  const availability = useAvailability(room, choice);
  const live = useLiveRoom(room.id, {
    onEvent(message) {
      // One's own booking is told by its own toasts, and while paying the calendar is not on show.
      if (steps.step.at !== "choosing" || availability.booking) return;
      const told = liveToast(message);
      if (told) toast(told);
    },
  });
  const looksAtSlots = choice.day !== null;
  useEffect(() => {
    if (looksAtSlots) fetchFormAhead();
  }, [looksAtSlots]);
  const hasChosen = choice.startHour !== null;
  useEffect(() => {
    if (hasChosen) fetchPaymentAhead();
  }, [hasChosen]);
  const { trouble } = availability;
  return {
    choice,
    change,
    availability,
    live,
    ...steps,
    /** Somebody else has the hours, or they have begun: nothing can be sent. An end after closing the form itself explains. */
    slotLost: trouble !== null && trouble.kind !== "closing",
    askForSlot(): void {
      toast({ title: "Missing Information", description: MISSING_SLOT_TEXT, variant: "danger" });
    },
  };
}
