/** The dialog that closes hours of rooms: which hours, why, and what happens to the conflicting bookings. */
import type { Block } from "../../../../bff/contract/venue/block.ts";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog.tsx";
import { BlockForm } from "./block-form.tsx";
import type { AskedBlock } from "./block-span.ts";
import type { NamedRoom } from "./block-words.ts";

interface BlockDialogProps {
  /** Null if the dialog is closed. Times are instants or `HH:mm` of the venue's clock. */
  open: AskedBlock | null;
  rooms: readonly NamedRoom[];
  onClose(): void;
  /** The closure is made and the dialog should be closed. */
  onPlaced(block: Block): void;
}

export function BlockDialog({ open, rooms, onClose, onPlaced }: BlockDialogProps) {
  return (
    <DeskDialog
      open={open !== null}
      onClose={onClose}
      className="sm:top-[6vh] sm:max-h-[88dvh] sm:translate-y-0"
    >
      <DialogTitle size="desk">Close hours</DialogTitle>
      <DialogDescription>
        No one can book them. Conflicting bookings are listed before anything is changed.
      </DialogDescription>
      {open !== null && <BlockForm asked={open} rooms={rooms} onClose={onClose} onPlaced={onPlaced} />}
    </DeskDialog>
  );
}
