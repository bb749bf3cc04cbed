/** Chooses the currency until something is booked, and how its amounts are written. */
import { useState } from "react";
import type { Setup } from "../../../../../bff/contract/venue/setup.ts";
import { exampleAmount, MONEY_STYLES, type MoneyStyle } from "../../../../../core/venue/currency.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast/toast.tsx";
import { setCurrency, useSetupChange } from "./calls.ts";

const names = new Intl.DisplayNames("en", { type: "currency" });

/** `"GBP, British Pound"` */
const nameOf = (code: string): string => `${code.toUpperCase()}, ${names.of(code.toUpperCase())}`;

export function CurrencyForm({ current }: { current: Setup["currency"] }) {
  const [currency, setCode] = useState(current.currency);
  const [moneyStyle, setStyle] = useState(current.moneyStyle as MoneyStyle); // the server knows no other
  const change = useSetupChange(setCurrency, "Currency Not Changed");
  const isSame = currency === current.currency && moneyStyle === current.moneyStyle;
  return (
    <form
      aria-label="Currency"
      className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(
          { currency, moneyStyle },
          {
            onSuccess: () =>
              toast({
                title: "Currency Saved",
                description: `Amounts look like ${exampleAmount({ currency, moneyStyle })} from now on.`,
              }),
          },
        );
      }}
    >
      <SelectField
        density="dense"
        label="Currency"
        value={currency}
        disabled={current.fixed}
        onChange={({ target }) => setCode(target.value)}
        options={current.currencies.map((code) => [code, nameOf(code)] as const)}
      />
      <SelectField
        density="dense"
        label="Amounts look like"
        value={moneyStyle}
        onChange={({ target }) => setStyle(target.value as MoneyStyle) /* one of the options */}
        options={MONEY_STYLES.map(
          (style) => [style, exampleAmount({ currency, moneyStyle: style })] as const,
        )}
      />
      <Button density="dense" type="submit" inert={isSame} busy={change.isPending}>
        Save Currency
      </Button>
      <p className="text-sm text-muted sm:col-span-full">
        {current.fixed
          ? "Something was booked, so the currency stays. How amounts are written can change."
          : "The first booking fixes the currency. Prices keep their numbers; check them in the Rooms tab."}
      </p>
    </form>
  );
}
