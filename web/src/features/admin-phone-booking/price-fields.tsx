/** The fields for a phone booking's price and payment. */

import { type ReactNode, useId } from "react";
import { formatMoney, toCents } from "../../../../core/booking/rules/money.ts";
import { STAFF_PAYMENTS } from "../../../../core/booking/rules/statuses.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { currencyName } from "../../../../core/venue/currency.ts";
import type { HubForm } from "../../form/use-sent-form.ts";
import { hoursText } from "../../format/counts.ts";
import type { SeriesSums } from "../../format/series/date-list.ts";
import { ChoiceCard } from "../../ui/choice-card.tsx";
import { TextField } from "../../ui/field.tsx";
import { AccountField } from "./account-field.tsx";
import type { PhoneBookingDraft, PhoneBookingInput } from "./phone-booking-fields.ts";
import type { StandardPrice } from "./standard-price.ts";

const PAYMENTS = {
  link: {
    label: "Payment link by mail",
    means: "The hours are held until the time below; the downpayment confirms the booking.",
  },
  desk: { label: "Paid at the desk", means: "Confirmed now, paid at the venue." },
  free: { label: "Free", means: "Confirmed now, nothing to pay." },
  account: { label: "On account", means: "Confirmed now, paid by the account's next invoice." },
} as const;

const DURATIONS = { hourly: "by the hour", "half-day": "half day", "full-day": "full day" } as const;

interface PriceFieldsProps {
  caller: HubForm<PhoneBookingDraft, PhoneBookingInput>;
  /** Null while the hours are not chosen. */
  rules: (StandardPrice & { hours: number }) | null;
  /** For a series the sums over its dates, which are null while they are not known. */
  series: { sums: SeriesSums | null } | null;
  /** The end of the hold of a payment link, as the venue's clock is written. */
  holdUntil: { text: string; id: string; error: string | undefined; onType(text: string): void };
}

export function PriceFields({ caller, rules, series, holdUntil }: PriceFieldsProps) {
  const { form, field } = caller;
  const payment = form.watch("payment");
  const ownPrice = form.watch("ownPrice");
  const isFree = payment === "free";
  const needsReason = isFree || ownPrice;
  const price = series ? series.sums : rules && { ...rules.price, count: 1 };
  return (
    <>
      <Group legend="Payment">
        <div className="grid gap-2 sm:grid-cols-2">
          {STAFF_PAYMENTS.map((kind) => (
            <ChoiceCard key={kind} value={kind} label={PAYMENTS[kind].label} {...form.register("payment")}>
              {PAYMENTS[kind].means}
            </ChoiceCard>
          ))}
        </div>
        {payment === "link" && (
          <TextField
            density="dense"
            label="Hold until"
            required
            id={holdUntil.id}
            error={holdUntil.error}
            hint="In the venue's time. If the downpayment is not paid by then, the hours are free again."
            className="sm:max-w-72"
            type="datetime-local"
            value={holdUntil.text}
            onChange={({ target }) => holdUntil.onType(target.value)}
          />
        )}
        {payment === "account" && (
          <AccountField
            caller={caller}
            totalCents={ownPrice ? toCents(form.watch("totalAmount")) : (price?.totalCents ?? null)}
          />
        )}
      </Group>
      <Group legend="Price">
        <p aria-live="polite" className="figures text-lg font-semibold">
          {isFree
            ? formatMoney(0)
            : price
              ? formatMoney(price.totalCents)
              : "Choose the hours to see the price"}
          {price && rules && !isFree && (
            <span className="text-[0.9375rem] font-normal text-muted">
              {` standard price: ${series ? `${countText(price.count, "date")} of ` : ""}${hoursText(rules.hours)}, ${DURATIONS[rules.duration]}`}
              {payment === "link" && !ownPrice && `, ${formatMoney(price.downpaymentCents)} down`}
            </span>
          )}
        </p>
        {!isFree && (
          <label className="flex min-h-11 items-center gap-3 sm:min-h-9">
            <input type="checkbox" {...form.register("ownPrice")} className="size-4.5 shrink-0" />
            Another price
          </label>
        )}
        {needsReason && (
          <div className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
            {!isFree && (
              <TextField
                {...field("totalAmount")}
                density="dense"
                label={series ? `Price of all dates in ${currencyName()}` : `Price in ${currencyName()}`}
                required
                inputMode="decimal"
                autoComplete="off"
              />
            )}
            <TextField
              {...field("priceReason")}
              density="dense"
              label={isFree ? "Why it is free" : "Why another price"}
              required
              className={isFree ? "sm:col-span-2" : undefined}
              autoComplete="off"
            />
          </div>
        )}
      </Group>
    </>
  );
}

/** A named part of the form. */
export function Group({ legend, children }: { legend: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3 border-t-2 border-ink pt-3">
      <h3 id={id} className="font-semibold">
        {legend}
      </h3>
      {children}
    </section>
  );
}
