/** The dialog in which a manager offers free hours to an entry before its turn, with the reason. */
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { requiredText } from "../../../../bff/contract/fields.ts";
import type { StaffWaitlistEntry } from "../../../../bff/contract/visitor/waitlist.ts";
import { dayAndTime } from "../../../../core/venue/time/time-format.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { BOOKINGS_KEY } from "../../api/staff-bookings.ts";
import { offerOutOfTurn } from "../../api/staff-waitlist.ts";
import { useRefresh } from "../../form/after-change.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { customerName } from "../../format/names.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog/dialog.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

const MAX_REASON = 300;
const Draft = z.object({ reason: requiredText("Reason", MAX_REASON) });

interface OfferDialogProps {
  /** Null while the dialog is closed. */
  entry: StaffWaitlistEntry | null;
  /** The days whose free hours are offered, the last one included. */
  day: VenueDay;
  until: VenueDay;
  onClose(): void;
}

export function OfferDialog({ entry, onClose, ...days }: OfferDialogProps) {
  return (
    <DeskDialog open={entry !== null} onClose={onClose} className="sm:p-6">
      {entry && (
        <>
          <DialogTitle size="desk">Offer to {customerName(entry)} out of turn</DialogTitle>
          <Offering entry={entry} onClose={onClose} {...days} />
        </>
      )}
    </DeskDialog>
  );
}

function Offering({ entry, day, until, onClose }: OfferDialogProps & { entry: StaffWaitlistEntry }) {
  const zone = useZone();
  const rooms = useQuery(roomsQuery).data;
  const refresh = useRefresh();
  const name = customerName(entry);
  const { field, sending, refused, frame } = useSentForm({
    schema: Draft,
    defaults: { reason: "" },
    send: (offer) => offerOutOfTurn(entry.id, { ...offer, day, until }),
    onSuccess() {
      toast({ title: "Hours Offered", description: `${name} gets a mail with the offer.` });
      onClose();
    },
    onSettled: () => refresh(BOOKINGS_KEY),
    refusal: (error) => refusalMessage(error, "The hours could not be offered. Please try again."),
  });
  // The server offers the first hours of these days that fit.
  const [first] = entry.fitsNow;
  const room = rooms?.find(({ id }) => id === first?.roomId);
  return (
    <form {...frame} className="grid gap-4">
      <DialogDescription className="text-ink!">
        {first && (
          <b className="figures">
            {room?.name ?? "A room"}, {dayAndTime(new Date(first.startTime), new Date(first.endTime), zone)}
          </b>
        )}
      </DialogDescription>
      <p>The hours are held for {name}, who gets a mail. No offer of another person ends.</p>
      <TextField
        {...field("reason")}
        density="dense"
        label="Reason"
        required
        autoComplete="off"
        maxLength={MAX_REASON}
        hint="It stays in the log, and everyone who waits now can read it. Name no person."
      />
      {refused !== null && <RefusalNotice>{refused}</RefusalNotice>}
      <Button
        type="submit"
        density="dense"
        variant="solid"
        busy={sending.isPending}
        className="justify-self-start"
      >
        Offer these hours
      </Button>
    </form>
  );
}
