/** The close of a day: the counted cash against the expected cash, confirmed once more before it is recorded permanently. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { z } from "zod";
import type { Takings } from "../../../../bff/contract/staff/takings.ts";
import { formatMoney, toAmount, toCents } from "../../../../core/booking/rules/money.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { BOOKINGS_KEY } from "../../api/staff-bookings.ts";
import { closeDay, takingsQuery } from "../../api/staff-desk.ts";
import { toastRefusal } from "../../form/after-change.ts";
import { useHubForm } from "../../form/use-sent-form.ts";
import { signedCents } from "../../format/signed-cents.ts";
import { refreshShown } from "../../live/refresh.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { DayReopeningForm } from "./day-reopening.tsx";

/** Turns a typed amount into integer cents. */
const typedCents = (message: string) =>
  z.string().transform((typed, context) => {
    const cents = toCents(typed);
    if (cents !== null) return cents;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

const Counted = z.object({
  counted: typedCents("Enter the counted cash, such as 75.00; 0.00 for none"),
  float: typedCents("Enter the starting cash, such as 100.00; 0.00 for none"),
  note: z.string().trim().max(2_000),
});

/** "…: $1.50 less than expected." */
function differenceWords(countedCents: number, expectedCents: number): string {
  const difference = countedCents - expectedCents;
  if (difference === 0) return "exactly as expected";
  return `${formatMoney(Math.abs(difference))} ${difference < 0 ? "less" : "more"} than expected`;
}

interface DayClosingProps {
  takings: Takings;
  begun: boolean;
  /** How many visits of the day are still to come or have not ended; null while it is not known. */
  toCome: number | null;
  mayReopen: boolean;
}

export function DayClosing({ takings, begun, toCome, mayReopen }: DayClosingProps) {
  const { day, methods, close } = takings;
  const client = useQueryClient();
  const titleId = useId();
  const { form, field } = useHubForm({
    schema: Counted,
    defaults: { float: "0.00", counted: "", note: "" },
  });
  const [asked, setAsked] = useState<{ cents: number; floatCents: number; note: string } | null>(null);
  const closing = useMutation({
    mutationFn: ({ cents, floatCents, note }: NonNullable<typeof asked>) =>
      closeDay({
        day,
        countedAmount: toAmount(cents),
        floatAmount: toAmount(floatCents),
        expectedAmount: methods.cash,
        note,
      }),
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
  if (close) return mayReopen ? <DayReopeningForm day={day} /> : null;
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
        The entries of the day add up to <strong className="figures">{formatMoney(methods.cash)}</strong> in
        cash. Count everything in the drawer.
      </p>
      {toCome !== null && toCome > 0 && (
        <p className="border-l-4 border-danger px-3 font-semibold">
          {countText(toCome, "visit")} of this day {toCome === 1 ? "has" : "have"} not ended yet. Money that
          they bring is shown as after the close.
        </p>
      )}
      <form
        noValidate
        className="grid items-start gap-3 sm:grid-cols-2"
        onSubmit={form.handleSubmit(({ counted, float, note }) => {
          const cents = counted - float;
          if (cents < 0) {
            form.setError("counted", { message: "This is less than the starting cash" });
          } else if (cents !== signedCents(methods.cash) && note === "") {
            form.setError(
              "note",
              { message: `It is ${differenceWords(cents, signedCents(methods.cash))}. Say why` },
              { shouldFocus: true },
            );
          } else setAsked({ cents, floatCents: float, note });
        })}
      >
        <TextField
          {...field("float")}
          density="dense"
          label="Starting cash"
          required
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...field("counted")}
          density="dense"
          label="Counted cash in all"
          required
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...field("note")}
          density="dense"
          label="A word about a difference"
          className="sm:col-span-2"
          autoComplete="off"
          maxLength={2_000}
        />
        <Button type="submit" density="dense" variant="solid" className="justify-self-start">
          Close Day
        </Button>
      </form>
      <ConfirmDialog
        question={
          asked === null
            ? null
            : {
                title: "Close this day?",
                text: `${formatMoney(asked.cents)} counted beyond the starting cash: ${differenceWords(asked.cents, signedCents(methods.cash))}. Only a manager can open the day again. Later entries are shown as after the close.`,
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
