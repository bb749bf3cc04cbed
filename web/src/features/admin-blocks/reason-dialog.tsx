/** Owns saying otherwise why hours are closed, or no longer: what was said before is gone for good. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ListedBlock } from "../../../../bff/contract/block.ts";
import { refusalWords } from "../../api/refusal.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { BLOCKS_KEY, changeReason } from "../../api/staff-blocks.ts";
import { useRefresh } from "../../form/told.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { useReturnFocus } from "../../ui/return-focus.ts";
import { toast } from "../../ui/toast/toast.tsx";
import { blockTimes } from "./block-words.ts";

interface ReasonDialogProps {
  /** Null while none is open. */
  block: ListedBlock | null;
  zone: string;
  onClose(): void;
}

export function ReasonDialog({ block, zone, onClose }: ReasonDialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Dialog open={block !== null} onOpenChange={(next) => !next && onClose()}>
      <DialogContent {...returnFocus}>
        <DialogTitle size="desk">Reason of a closure</DialogTitle>
        {block && (
          <>
            <DialogDescription className="figures">{blockTimes(block, zone)}</DialogDescription>
            <ReasonForm block={block} onClose={onClose} />
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}

function ReasonForm({ block, onClose }: { block: ListedBlock; onClose(): void }) {
  const refresh = useRefresh();
  const [reason, setReason] = useState(block.reason);
  const [error, setError] = useState<string>();
  const saving = useMutation({
    mutationFn: (next: string | null) => changeReason(block.id, next),
    onSuccess({ message }) {
      toast({ title: message, description: "What was said before is erased." });
      refresh(BLOCKS_KEY, ROOMS_KEY);
      onClose();
    },
    onError: (failure) =>
      setError(refusalWords(failure, "The reason could not be changed. Please try again.")),
  });
  return (
    <form
      noValidate
      className="mt-5 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === "") setError("Reason is required, or remove it");
        else if (!saving.isPending) saving.mutate(reason);
      }}
    >
      <TextField
        label="Reason"
        density="dense"
        required
        error={error}
        hint={block.public ? "Visitors read it." : "Staff alone read it."}
        autoComplete="off"
        maxLength={200}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setError(undefined);
        }}
      />
      <p className="text-sm text-muted">
        What it says now is erased, as where it names somebody. It cannot be brought back.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" density="dense" variant="solid" busy={saving.isPending}>
          Save
        </Button>
        <Button density="dense" inert={saving.isPending} onClick={() => saving.mutate(null)}>
          Remove the reason
        </Button>
      </div>
    </form>
  );
}
