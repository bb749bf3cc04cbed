/** The close of a day: the counted cash against the expected cash, confirmed once more before it is recorded permanently. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { z } from "zod";
import type { Takings } from "../../../../bff/contract/staff/takings.ts";
import { dollars, toAmount, toCents } from "../../../../core/booking/rules/money.ts";
import { BOOKINGS_KEY } from "../../api/staff-bookings.ts";
import { closeDay, takingsQuery } from "../../api/staff-desk.ts";
import { toastRefusal } from "../../form/after-change.ts";
import { useHubForm } from "../../form/use-sent-form.ts";
import { refreshShown } from "../../live/refresh.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

/** Turns the typed amount into integer cents. */
const Counted = z.object({
  counted: z.string().transform((typed, context) => {
    const cents = toCents(typed);
    if (cents !== null) return cents;
    context.addIssue({ code: "custom", message: "Enter the counted cash, such as 75.00; 0.00 for none" });
    return z.NEVER;
  }),
});

/** Integer cents; below zero if more cash was returned than taken. */
function centsOf(amount: string): number {
  return Math.round(Number(amount) * 100);
}

/** "…: $1.50 less than expected." */
function differenceWords(countedCents: number, expectedCents: number): string {
  const difference = countedCents - expectedCents;
  if (difference === 0) return "exactly as expected";
  return `${dollars(Math.abs(difference))} ${difference < 0 ? "less" : "more"} than expected`;
}

export function DayClosing({ takings, begun }: { takings: Takings; begun: boolean }) {
  const { day, methods, close } = takings;
  const client = useQueryClient();
  const titleId = useId();
  const { form, field } = useHubForm({ schema: Counted, defaults: { counted: "" } });
  const [asked, setAsked] = useState<number | null>(null);
  const closing = useMutation({
    mutationFn: (countedCents: number) =>
      closeDay({ day, countedAmount: toAmount(countedCents), expectedAmount: methods.cash }),
    onSuccess: (closed) => {
      client.setQueryData(takingsQuery(day).queryKey, closed);
      toast({ title: "Day Closed", description: "The counted cash is recorded." });
    },
    onError: toastRefusal("Day Not Closed", "Failed to close the day"),
    onSettled: () => {
      setAsked(null);
      void refreshShown(client, BOOKINGS_KEY);
    },
  });
  if (close) return null;
  if (!begun) return <p className="print-none text-muted">A day can be closed once it has begun.</p>;

  return (
    <section
      aria-labelledby={titleId}
      className="print-none grid max-w-xl gap-3 border border-control bg-sheet p-4"
    >
      <h2 id={titleId} className="text-lg font-semibold">
        Close the day
      </h2>
      <p>
        The entries of the day add up to <strong className="figures">{dollars(methods.cash)}</strong> in cash.
        Count the drawer without its starting cash.
      </p>
      <form
        noValidate
        className="grid items-start gap-3 sm:grid-cols-[minmax(0,14rem)_auto]"
        onSubmit={form.handleSubmit(({ counted }) => setAsked(counted))}
      >
        <TextField
          {...field("counted")}
          density="dense"
          label="Counted cash"
          required
          inputMode="decimal"
          autoComplete="off"
        />
        <Button type="submit" density="dense" variant="solid" className="justify-self-start sm:mt-6">
          Close Day
        </Button>
      </form>
      <ConfirmDialog
        question={
          asked === null
            ? null
            : {
                title: "Close this day?",
                text: `${dollars(asked)} counted: ${differenceWords(asked, centsOf(methods.cash))}. This cannot be changed. Later entries are shown as after the close.`,
                confirm: "Close Day",
              }
        }
        busy={closing.isPending}
        onConfirm={() => asked !== null && closing.mutate(asked)}
        onCancel={() => setAsked(null)}
        focusAfter={() => document.getElementById("main")}
      />
    </section>
  );
}
