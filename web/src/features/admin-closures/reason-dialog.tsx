/** The dialog that changes or removes the reason of a closure; the earlier reason is erased. */
import { z } from "zod";
import type { ClosureInList } from "../../../../bff/contract/venue/closure.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { useRefresh } from "../../form/after-change.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { CLOSURES_KEY, changeReason } from "./calls.ts";
import { closureTimes } from "./closure-words.ts";

/** Null removes the reason. */
const Reason = z.object({
  reason: z
    .string()
    .refine((typed) => typed.trim() !== "", "Enter a reason, or remove it")
    .nullable(),
});

interface ReasonDialogProps {
  /** Null while the dialog is closed. */
  block: ClosureInList | null;
  onClose(): void;
}

export function ReasonDialog({ block, onClose }: ReasonDialogProps) {
  const zone = useZone();
  return (
    <DeskDialog open={block !== null} onClose={onClose}>
      <DialogTitle size="desk">Reason for a closure</DialogTitle>
      {block && (
        <>
          <DialogDescription className="figures">{closureTimes(block, zone)}</DialogDescription>
          <ReasonForm block={block} onClose={onClose} />
        </>
      )}
    </DeskDialog>
  );
}

function ReasonForm({ block, onClose }: { block: ClosureInList; onClose(): void }) {
  const refresh = useRefresh();
  const { form, field, sending, frame } = useSentForm({
    schema: Reason,
    defaults: { reason: block.reason as string | null },
    send: ({ reason }) => changeReason(block.id, reason),
    onSuccess({ message }) {
      toast({ title: message, description: "The earlier reason is erased." });
      refresh(CLOSURES_KEY, ROOMS_KEY);
      onClose();
    },
    onError: (error) =>
      form.setError("reason", {
        type: "server",
        message: refusalMessage(error, "The reason could not be changed. Please try again."),
      }),
  });
  return (
    <form {...frame} className="mt-5 grid gap-4">
      <TextField
        {...field("reason")}
        label="Reason"
        density="dense"
        required
        hint={block.public ? "Visitors can see it." : "Only staff can see it."}
        autoComplete="off"
        maxLength={200}
      />
      <p className="text-sm text-muted">
        Saving or removing erases the current reason permanently, for example if it names a person.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" density="dense" variant="solid" busy={sending.isPending}>
          Save
        </Button>
        <Button density="dense" inert={sending.isPending} onClick={() => sending.mutate({ reason: null })}>
          Remove the reason
        </Button>
      </div>
    </form>
  );
}
