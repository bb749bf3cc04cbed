/** The choice of the billing account on which a phone booking is made: what each has left, and why some take no bookings (decision 261). */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { AccountChoice, AccountState } from "../../../../bff/contract/billing/accounts.ts";
import { formatMoney, toCents } from "../../../../core/booking/rules/money.ts";
import { accountChoicesQuery } from "../../api/staff-billing.ts";
import type { HubForm } from "../../form/use-sent-form.ts";
import { accountName } from "../../format/names.ts";
import { SelectField } from "../../ui/field.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";
import { guestOnAccount, type PhoneBookingDraft, type PhoneBookingInput } from "./phone-booking-fields.ts";

const WHY_NOT: Record<Exclude<AccountState, "open">, string> = {
  suspended: "suspended, takes no bookings",
  overdue: "an invoice is overdue, takes no bookings until it is paid",
};

const optionName = ({ state, available, ...account }: AccountChoice): string =>
  state === "open"
    ? `${accountName(account)} (${formatMoney(available)} left)`
    : `${accountName(account)}: ${WHY_NOT[state]}`;

interface AccountFieldProps {
  caller: HubForm<PhoneBookingDraft, PhoneBookingInput>;
  /** What the booking costs; null while it is not known. Integer cents. */
  totalCents: number | null;
}

export function AccountField({ caller: { form, field }, totalCents }: AccountFieldProps) {
  const choices = useQuery(accountChoicesQuery);
  const { data: accounts } = choices;
  const { getValues, setValue } = form;
  const [accountId, email] = form.watch(["accountId", "email"]);
  const accountOf = (id: string) => accounts?.find((account) => String(account.id) === id);

  // A guest whose mailbox is that of an account most likely books on it.
  useEffect(() => {
    if (getValues("accountId") !== "") return;
    const own = accounts?.find((one) => one.state === "open" && isSameMailbox(one.email, email));
    if (own) setValue("accountId", String(own.id), { shouldDirty: true });
  }, [accounts, email, getValues, setValue]);

  if (!accounts) {
    return <QueryPlaceholder of={choices} failed="Failed to fetch the billing accounts" className="h-20" />;
  }
  if (accounts.length === 0) {
    return (
      <p className="border-l-4 border-ink bg-sheet px-4 py-2.5">
        There is no billing account yet. Managers open them on the dashboard, under Accounts.
      </p>
    );
  }
  const chosen = accountOf(accountId);
  const { error, ...control } = field("accountId", {
    onChange({ target }) {
      const account = accountOf(target.value);
      if (!account) return;
      const guest = guestOnAccount(getValues(), account, chosen);
      for (const [name, value] of Object.entries(guest)) {
        setValue(name as keyof typeof guest, value, { shouldValidate: form.formState.isSubmitted });
      }
    },
  });
  return (
    <SelectField
      {...control}
      density="dense"
      label="Billing account"
      required
      className="sm:max-w-120"
      hint={chosen && totalCents !== null && leftWords(chosen, totalCents)}
      error={error ?? (chosen && totalCents !== null ? limitWords(chosen, totalCents) : undefined)}
    >
      <option value="">Choose an account</option>
      {accounts.map((account) => (
        <option key={account.id} value={account.id} disabled={account.state !== "open"}>
          {optionName(account)}
        </option>
      ))}
    </SelectField>
  );
}

const isSameMailbox = (one: string | null, other: string): boolean =>
  one !== null && one.toLowerCase() === other.trim().toLowerCase();

const restCents = ({ available }: AccountChoice, totalCents: number): number =>
  (toCents(available) ?? 0) - totalCents;

const leftWords = (account: AccountChoice, totalCents: number): string | false => {
  const rest = restCents(account, totalCents);
  return rest >= 0 && `After this, ${formatMoney(rest)} of its credit limit is left.`;
};

/** Said before the booking is sent: the server refuses it, unless the account is paid in the meantime. */
const limitWords = (account: AccountChoice, totalCents: number): string | undefined =>
  restCents(account, totalCents) < 0 ? `This costs ${formatMoney(totalCents)}, more than is left` : undefined;
