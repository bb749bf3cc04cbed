/** Owns the steps of booking a room on one page: choose, pay, done. Payment is a step of the page, not a dialog (UI 16). */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BookingCreated, PaymentRecorded } from "../../../bff/contract/booking.ts";
import { ROOMS_KEY } from "../api/rooms.ts";
import {
  forgetPayment,
  type PaymentSession,
  type Person,
  recallPayment,
  rememberPayment,
} from "../features/payment/payment-session.ts";
import { refreshShown } from "../live/refresh.ts";

export type BookingStep =
  /** `returning`: from a payment, so that the focus belongs on the calendar's heading. */
  | { at: "choosing"; returning: boolean }
  | ({ at: "paying" } & PaymentSession)
  | { at: "done"; result: PaymentRecorded };

/** The step of one room's page; a payment under way in this tab is found again after a reload. */
export function useBookingSteps(roomSlug: string, forgetChoice: () => void) {
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
