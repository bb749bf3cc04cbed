/** Lets a customer with a billing account choose how they pay: by card now, or on account (decision 262). */
import type { OwnAccount } from "../../../../bff/contract/billing/accounts.ts";
import { formatMoney, toCents } from "../../../../core/booking/rules/money.ts";
import { ChoiceCard } from "../../ui/choice-card.tsx";
import { FieldGroup } from "./field-group.tsx";
import type { ShownPrice } from "./submission/own-hold.ts";

export type PaysBy = "card" | "account";
export type BookableAccount = NonNullable<OwnAccount["account"]>;

interface PaymentChoiceProps {
  account: BookableAccount;
  /** Of the booking or the series, in integer cents. */
  price: ShownPrice;
  value: PaysBy;
  onChange(value: PaysBy): void;
}

export function PaymentChoice({ account, price, value, onChange }: PaymentChoiceProps) {
  const why = whyNotOnAccount(account, price.totalCents);
  const radio = (of: PaysBy) => ({
    name: "pays-by",
    value: of,
    checked: value === of,
    onChange: () => onChange(of),
  });
  return (
    <FieldGroup legend="Payment">
      <ChoiceCard {...radio("card")} label="By card">
        {cardText(price)}
      </ChoiceCard>
      <ChoiceCard
        {...radio("account")}
        label={`On account${account.name ? `: ${account.name}` : ""}`}
        disabled={why !== null}
      >
        {why ??
          `Nothing now: an invoice lists it after the visit. ${formatMoney(account.available)} of your limit is left`}
      </ChoiceCard>
    </FieldGroup>
  );
}

/** `"$40.00 now, $40.00 at the venue"` */
const cardText = ({ downpaymentCents, remainingCents }: ShownPrice): string =>
  [
    ...(downpaymentCents > 0 ? [`${formatMoney(downpaymentCents)} now`] : []),
    ...(remainingCents > 0 ? [`${formatMoney(remainingCents)} at the venue`] : []),
  ].join(", ");

/** Why this cannot be booked on the account now; null if it can. The server decides. */
export function whyNotOnAccount(
  { state, overdue, available }: Pick<BookableAccount, "state" | "overdue" | "available">,
  totalCents: number,
): string | null {
  if (state === "suspended") return "The venue has suspended your account. Please write to us";
  if (state === "overdue") return `${formatMoney(overdue)} is overdue. Pay it first, then book on account`;
  return totalCents > (toCents(available) ?? 0)
    ? `${formatMoney(available)} of your limit is left, which is less than this costs`
    : null;
}
