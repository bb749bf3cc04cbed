/** Releases a hold of the visitor, and updates every part of the site that depends on it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OwnBooking } from "../../../bff/contract/customer/customer.ts";
import { updateDraft } from "../session/booking-draft.ts";
import { rememberHoldChange } from "../session/hold-marker.ts";
import { forgetAttempt } from "./bookings.ts";
import { HELD_KEY, releaseHold } from "./held-bookings.ts";
import { ROOMS_KEY } from "./rooms.ts";

interface HoldToRelease {
  booking: Pick<OwnBooking, "id" | "roomSlug">;
  /** The guest link's token, if that is the access. */
  token?: string | undefined;
}

export function useReleaseHold() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ booking, token }: HoldToRelease) => releaseHold(booking.id, token),
    onSuccess: (_, { booking }) => {
      // The same form, sent again, makes another booking. The typed fields stay.
      updateDraft(booking.roomSlug, { sent: null });
      forgetAttempt(client, booking.id);
      rememberHoldChange();
      void client.invalidateQueries({ queryKey: HELD_KEY });
      void client.invalidateQueries({ queryKey: ROOMS_KEY });
    },
  });
}
