/** Makes a desk change to one booking once, even if it is pressed twice, then fetches what is shown again and shows the outcome. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { CardRefund, DeskMoney } from "../../../../../bff/contract/staff/desk.ts";
import type { StaffBooking } from "../../../../../bff/contract/staff/staff-booking.ts";
import { dollars } from "../../../../../core/booking/money.ts";
import type { VisitStage } from "../../../../../core/booking/statuses.ts";
import { BOOKINGS_KEY, bookingQuery } from "../../../api/staff-bookings.ts";
import { mailReceipt, moveMoney, noteVisit, refundCard } from "../../../api/staff-desk.ts";
import { toastRefusal } from "../../../form/told.ts";
import { refreshShown } from "../../../live/refresh.ts";
import { VISIT_LABELS } from "../../../ui/booking-badges.tsx";
import { toast } from "../../../ui/toast/toast.tsx";

/** Keeps the key while the same request is retried, so that a press whose answer was lost does nothing twice. */
function useKeys(): { keyOf(asked: unknown): string; done(): void } {
  const last = useRef<{ asked: string; key: string } | null>(null);
  return {
    keyOf(asked) {
      const text = JSON.stringify(asked);
      if (last.current?.asked !== text) last.current = { asked: text, key: crypto.randomUUID() };
      return last.current.key;
    },
    done() {
      last.current = null;
    },
  };
}

export function useDesk(bookingId: number) {
  const client = useQueryClient();
  const keys = useKeys();
  const said = (words: string) => ({
    onSuccess: (booking: StaffBooking) => {
      keys.done();
      client.setQueryData(bookingQuery(bookingId).queryKey, booking);
      toast({ title: "Booking Updated", description: words });
    },
  });
  const always = {
    onError: toastRefusal("Update Failed", "Failed to update booking"),
    // After a refusal too: someone else may have changed the booking meanwhile.
    onSettled: () => void refreshShown(client, BOOKINGS_KEY),
  };
  const visit = useMutation({
    mutationFn: (stage: VisitStage) => noteVisit(bookingId, stage),
    ...always,
    onSuccess: (booking, stage) => said(`Marked: ${VISIT_LABELS[stage]}.`).onSuccess(booking),
  });
  const money = useMutation({
    mutationFn: (given: DeskMoney) => moveMoney(bookingId, given, keys.keyOf(given)),
    ...always,
    onSuccess: (booking, { kind, amount }) => {
      const what = kind === "received" ? "received" : "returned";
      said(`${dollars(amount)} ${what}.`).onSuccess(booking);
    },
  });
  const refund = useMutation({
    mutationFn: (given: CardRefund) => refundCard(bookingId, given, keys.keyOf(given)),
    ...always,
    onSuccess: (booking, { amount }) =>
      said(`${dollars(amount)} will be refunded to the card.`).onSuccess(booking),
  });
  const mail = useMutation({
    mutationFn: () => mailReceipt(bookingId, keys.keyOf("receipt")),
    ...always,
    ...said("The receipt will be sent by email."),
  });
  return { visit, money, refund, mail };
}

export type Desk = ReturnType<typeof useDesk>;
