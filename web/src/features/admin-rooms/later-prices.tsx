/** Schedules a room's prices for visits from a day on, and withdraws what has not begun. */
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import type { z } from "zod";
import { NewLaterPrices, type RoomSettings } from "../../../../bff/contract/venue/room-settings.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { currencySign } from "../../../../core/venue/currency.ts";
import { PRICE_RULE_LINE } from "../../../../core/venue/rooms/price-rules.ts";
import { shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { contractCheck } from "../../form/contract-check.ts";
import { typedLines } from "../../form/typed-lines.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { ROOM_SETTINGS_KEY, schedulePrices, withdrawPrices } from "./calls.ts";

export function LaterPricesPanel({ room }: { room: RoomSettings }) {
  const refresh = useRefresh();
  const changed = () => refresh(ROOM_SETTINGS_KEY, ROOMS_KEY);
  const withdrawing = useMutation({
    mutationFn: (from: string) => withdrawPrices(room.id, from),
    onError: toastRefusal("Not Withdrawn", "The prices could not be withdrawn. Please try again."),
    onSettled: changed,
  });
  return (
    <section aria-labelledby="later-prices" className="grid gap-4">
      <div>
        <h2 id="later-prices" className="text-lg font-semibold">
          Prices from a day on
        </h2>
        <p className="text-sm text-muted">
          For visits from that day. Bookings that were made before keep theirs. The engineer's fee stays.
        </p>
      </div>
      {room.laterPrices.length > 0 && (
        <ul aria-label="Scheduled prices" className="grid gap-2">
          {room.laterPrices.map(({ from, hourlyRate, halfDayRate, fullDayRate, priceRules }) => (
            <li
              key={from}
              className="flex flex-wrap items-center justify-between gap-3 border border-rule bg-sheet px-4 py-3"
            >
              <span className="figures">
                <strong>From {shortDayAndYear(from)}</strong>: {formatMoney(hourlyRate)} an hour,{" "}
                {formatMoney(halfDayRate)} half a day, {formatMoney(fullDayRate)} a day
                {priceRules.length > 0 && `; ${priceRules.join("; ")}`}
              </span>
              <Button
                density="dense"
                aria-label={`Withdraw the prices from ${shortDayAndYear(from)}`}
                busy={withdrawing.isPending && withdrawing.variables === from}
                onClick={() => withdrawing.mutate(from)}
              >
                Withdraw
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ScheduleForm key={room.id} room={room} onDone={changed} />
    </section>
  );
}

interface Draft {
  from: string;
  hourlyRate: string;
  halfDayRate: string;
  fullDayRate: string;
  priceRules: string;
}

const sentOf = ({ priceRules, ...draft }: Draft) => ({ ...draft, priceRules: typedLines(priceRules) });

const draftOf = ({ hourlyRate, halfDayRate, fullDayRate, priceRules }: RoomSettings): Draft => ({
  from: "",
  hourlyRate,
  halfDayRate,
  fullDayRate,
  priceRules: priceRules.join("\n"),
});

function ScheduleForm({ room, onDone }: { room: RoomSettings; onDone(): void }) {
  const { form, field, sending, refused, frame } = useSentForm({
    schema: contractCheck(NewLaterPrices, sentOf),
    defaults: draftOf(room),
    send: (prices: z.input<typeof NewLaterPrices>) => schedulePrices(room.id, prices),
    onSuccess() {
      toast({ title: "Prices Scheduled", description: "Visits from that day on are sold at them." });
      form.reset(draftOf(room));
      onDone();
    },
    refusal: (error) => refusalMessage(error, "The prices could not be scheduled. Please try again."),
  });
  // The room may be saved while prices are typed here: what is typed stays, and the other fields show the room's new prices.
  void form.formState.dirtyFields; // react-hook-form keeps them only for a form that reads them
  useEffect(() => form.reset(draftOf(room), { keepDirtyValues: true }), [room, form]);
  const line = { density: "dense", autoComplete: "off", inputMode: "decimal" } as const;
  return (
    <form {...frame} aria-label="Schedule prices" className="grid gap-4 sm:grid-cols-2">
      {refused && <p className="font-semibold text-danger sm:col-span-2">{refused}</p>}
      <TextField {...field("from")} density="dense" label="From day" type="date" required />
      <TextField {...field("hourlyRate")} {...line} label={`Hourly, ${currencySign()}`} required />
      <TextField {...field("halfDayRate")} {...line} label={`Half day, ${currencySign()}`} required />
      <TextField {...field("fullDayRate")} {...line} label={`Full day, ${currencySign()}`} required />
      <AreaField
        {...field("priceRules")}
        density="dense"
        label="Price rules then"
        rows={3}
        className="sm:col-span-2"
        hint={`One per line, like "${PRICE_RULE_LINE}"`}
      />
      <Button
        type="submit"
        density="dense"
        variant="solid"
        className="justify-self-start"
        busy={sending.isPending}
      >
        {sending.isPending ? "Scheduling..." : "Schedule Prices"}
      </Button>
    </form>
  );
}
