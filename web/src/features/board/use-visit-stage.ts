/** Marks or undoes the stage of a visit from the list of today's guests, and shows the outcome in a toast. */
import { useMutation } from "@tanstack/react-query";
import type { VisitStage } from "../../../../core/booking/rules/statuses.ts";
import { BOOKINGS_KEY } from "../../api/staff-bookings.ts";
import { markVisit, undoVisit } from "../../api/staff-desk.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { VISIT_LABELS } from "../../ui/booking/booking-badges.tsx";
import { toast } from "../../ui/toast/toast.tsx";

export function useVisitStage(bookingId: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (stage: VisitStage | "undo") =>
      stage === "undo" ? undoVisit(bookingId) : markVisit(bookingId, stage),
    onSuccess: (_, stage) =>
      toast({
        title: "Booking Updated",
        description: stage === "undo" ? "The last stage is undone." : `Marked: ${VISIT_LABELS[stage]}.`,
      }),
    onError: toastRefusal("Update Failed", "Failed to update booking"),
    onSettled: () => refresh(BOOKINGS_KEY),
  });
}
