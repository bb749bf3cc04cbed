/** Owns what both booking pages do with a room: its choice, its live availability, its steps, and the toasts of others' bookings. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { BookingCreated, PaymentRecorded } from "../../../../bff/contract/booking.ts";
import type { LiveMessage } from "../../../../bff/contract/live.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { useAvailability } from "../../features/availability/use-availability.ts";
import { MISSING_SLOT_TEXT } from "../../features/booking/booking-failure.ts";
import {
  forgetPayment,
  type PaymentSession,
  type Person,
  recallPayment,
  rememberPayment,
} from "../../features/payment/payment-session.ts";
import { refreshShown } from "../../live/refresh.ts";
import { useLiveRoom, useReadyToRead } from "../../live/use-live-room.ts";
import { type ToastMessage, toast } from "../../ui/toast.tsx";
import { useChoice } from "./choice-search.ts";
import { fetchFormAhead, fetchPaymentAhead } from "./lazy-steps.tsx";

/** The steps of booking a room on one page: payment is one of them, not a dialog (UI 16). */
type BookingStep =
  /** `returning`: from a payment, so that the focus belongs on the calendar's heading. */
  | { at: "choosing"; returning: boolean }
  | ({ at: "paying" } & PaymentSession)
  | { at: "done"; result: PaymentRecorded };

/** The step of one room's page; a payment under way in this tab is found again after a reload. */
function useBookingSteps(roomSlug: string, forgetChoice: () => void) {
  const client = useQueryClient();
  const [step, setStep] = useState<BookingStep>(() => {
    const session = recallPayment(roomSlug);
    return session === null ? { at: "choosing", returning: false } : { at: "paying", ...session };
  });

  const chooseAgain = () => {
    forgetPayment(roomSlug);
    setStep({ at: "choosing", returning: true });
    void refreshShown(client, ROOMS_KEY);
  };

  return {
    step,
    booked(booking: BookingCreated, person: Person): void {
      forgetChoice();
      if (!booking.paymentRequired) {
        chooseAgain();
        return;
      }
      rememberPayment(roomSlug, { booking, person });
      setStep({ at: "paying", booking, person });
    },
    paid(result: PaymentRecorded): void {
      forgetPayment(roomSlug);
      setStep({ at: "done", result });
      void refreshShown(client, ROOMS_KEY);
    },
    chooseAgain,
  };
}

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
  const { choice, change, move, forget } = useChoice(minHours);
  const steps = useBookingSteps(room.slug, forget);
  const live = useLiveRoom(room.id, {
    onEvent(message) {
      // One's own booking is told by its own toasts, and while paying the calendar is not on show.
      if (steps.step.at !== "choosing" || availability.booking) return;
      const told = liveToast(message);
      if (told) toast(told);
    },
  });
  const ready = useReadyToRead(live);
  const availability = useAvailability(room, choice, { leastHours: minHours, ready });
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
    move,
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
