/** Opens a closed day again, with a reason; for managers and admins. */
import { useQueryClient } from "@tanstack/react-query";
import { DayReopening } from "../../../../bff/contract/staff/takings.ts";
import { reopenDay, takingsQuery } from "../../api/staff-desk.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

export function DayReopeningForm({ day }: { day: string }) {
  const client = useQueryClient();
  const { field, frame, sending } = useSentForm({
    schema: DayReopening,
    defaults: { day, reason: "" },
    send: reopenDay,
    onSuccess: (open) => {
      client.setQueryData(takingsQuery(day).queryKey, open);
      toast({ title: "Day Reopened", description: "It can be counted and closed again." });
    },
    failed: "Day Not Reopened",
  });
  return (
    <form {...frame} aria-label="Open the day again" className="print-none flex max-w-xl items-start gap-3">
      <TextField
        {...field("reason")}
        density="dense"
        label="Why the day is opened again"
        required
        className="flex-1"
        autoComplete="off"
        maxLength={2_000}
      />
      <Button type="submit" density="dense" busy={sending.isPending} className="mt-6">
        Open Again
      </Button>
    </form>
  );
}
