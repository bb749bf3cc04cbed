/** The dialog of one closure on the board: when, which rooms, why, who closed them, and the button that reopens them. */
import { useQuery } from "@tanstack/react-query";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog/dialog.tsx";
import { EmptyNotice, QueryPlaceholder } from "../../ui/state-notice.tsx";
import { closuresQuery } from "./calls.ts";
import { closedRoomsWords, closureTimes, type NamedRoom } from "./closure-words.ts";
import { useReopening } from "./use-reopening.ts";

interface ClosureDialogProps {
  /** The closure's number, and a day on which it closes something; null while the dialog is closed. */
  open: { id: number; day: VenueDay } | null;
  rooms: readonly NamedRoom[];
  /** Whether this person may reopen the hours. */
  mayReopen: boolean;
  onClose(): void;
}

export function ClosureDialog({ open, ...rest }: ClosureDialogProps) {
  return (
    <DeskDialog open={open !== null} onClose={rest.onClose}>
      <DialogTitle size="desk">Closed hours</DialogTitle>
      {open !== null && <OpenClosure {...open} {...rest} />}
    </DeskDialog>
  );
}

type OpenClosureProps = NonNullable<ClosureDialogProps["open"]> &
  Pick<ClosureDialogProps, "rooms" | "mayReopen" | "onClose">;

function OpenClosure({ id, day, rooms, mayReopen, onClose }: OpenClosureProps) {
  const zone = useZone();
  const closures = useQuery(closuresQuery(day, day));
  const { data: blocks } = closures;
  const lifting = useReopening(onClose);
  const block = blocks?.find((one) => one.id === id);
  if (!blocks)
    return <QueryPlaceholder of={closures} failed="Failed to fetch closures" className="mt-4 h-28" />;
  if (!block) {
    return <EmptyNotice title="Reopened">Someone has reopened these hours in the meantime.</EmptyNotice>;
  }
  return (
    <>
      <DialogDescription className="figures">{closureTimes(block, zone)}</DialogDescription>
      <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <dt className="text-muted">Rooms</dt>
        <dd>{closedRoomsWords(block.roomIds, rooms)}</dd>
        <dt className="text-muted">Reason</dt>
        <dd className="wrap-anywhere">{block.reason}</dd>
        <dt className="text-muted">Visible to</dt>
        <dd>{block.public ? "Visitors and staff" : "Staff only"}</dd>
        <dt className="text-muted">Closed by</dt>
        <dd className="figures">
          {block.placedBy}, {dateAndTime(new Date(block.placedAt), zone)}
        </dd>
      </dl>
      {mayReopen && (
        <div className="mt-6 grid gap-3 border-t border-rule pt-5">
          <p className="text-sm text-muted">
            All of these hours can be booked again immediately. Cancelled and moved bookings stay as they are.
          </p>
          <Button
            density="dense"
            variant="solid"
            className="justify-self-start"
            busy={lifting.isPending}
            onClick={() => lifting.mutate(block.id)}
          >
            Reopen these hours
          </Button>
        </div>
      )}
    </>
  );
}
