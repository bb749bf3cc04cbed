/** Lists the scheduled changes of the venue's settings, each with what it changes, and withdraws them. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ScheduledChange, VenueWithChanges } from "../../../../bff/contract/venue/venue-record.ts";
import { shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { setVenue } from "../../format/venue.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { staffSettingsQuery, withdrawSettingsChange } from "./calls.ts";
import { changeLines } from "./change-words.ts";

export function ScheduledChanges({ upcoming }: Pick<VenueWithChanges, "upcoming">) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<ScheduledChange | null>(null);
  const withdrawing = useWithdrawing(() => setAsked(null));
  const inOrder = upcoming.toSorted((a, b) => a.from.localeCompare(b.from));
  return (
    <section aria-labelledby="coming-title" className="grid gap-2">
      <h2 ref={heading} id="coming-title" tabIndex={-1} className="text-lg font-semibold">
        Scheduled changes
      </h2>
      {inOrder.length === 0 ? (
        <p className="text-muted">None. The settings below apply until you change them.</p>
      ) : (
        <ol aria-labelledby="coming-title" className="grid gap-2">
          {inOrder.map((change) => (
            <ComingCard key={change.id} change={change} onWithdraw={() => setAsked(change)} />
          ))}
        </ol>
      )}
      <ConfirmDialog
        question={
          asked && {
            title: "Withdraw this change?",
            text: `From ${shortDayAndYear(asked.from)}: ${changeLines(asked).join("; ")}. The change will not be made; the earlier settings continue to apply. Bookings are not affected.`,
            confirm: "Withdraw",
            danger: true,
          }
        }
        busy={withdrawing.isPending}
        onConfirm={() => asked && withdrawing.mutate(asked.id)}
        onCancel={() => setAsked(null)}
        focusAfter={() => heading.current}
      />
    </section>
  );
}

function ComingCard({ change, onWithdraw }: { change: ScheduledChange; onWithdraw(): void }) {
  const lines = changeLines(change);
  const from = `From ${shortDayAndYear(change.from)}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border border-rule bg-sheet px-4 py-3">
      <div className="min-w-0">
        <h3 className="figures font-semibold">{from}</h3>
        <ul className="mt-1 grid gap-0.5">
          {lines.map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      </div>
      <Button density="dense" aria-label={`Withdraw: ${from}, ${lines.join(", ")}`} onClick={onWithdraw}>
        Withdraw
      </Button>
    </li>
  );
}

/** The mutation takes a change's number. */
function useWithdrawing(onSettled: () => void) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: withdrawSettingsChange,
    onSuccess(changed) {
      client.setQueryData(staffSettingsQuery.queryKey, changed);
      setVenue(changed.house);
      toast({
        title: "Change Withdrawn",
        description: "The earlier settings continue to apply. Bookings are not affected.",
      });
      refresh(ROOMS_KEY, [...STAFF_KEY, "holidays"]);
    },
    onError(error) {
      toastRefusal("Not Withdrawn", "The change could not be withdrawn. Please try again.")(error);
      refresh(staffSettingsQuery.queryKey);
    },
    onSettled,
  });
}
