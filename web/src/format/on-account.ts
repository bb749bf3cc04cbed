/** Says of a booking on account that an invoice asks for its money, in place of what others pay now and at the venue (decision 260). */
import { formatMoney } from "../../../core/booking/rules/money.ts";

/** A booking that the invoices of a billing account pay. */
interface PerhapsOnAccount {
  accountId?: number | undefined;
}

export const isOnAccount = ({ accountId }: PerhapsOnAccount): boolean => accountId !== undefined;

export const ON_ACCOUNT = "On account: your invoice lists it";

/** What of cancelled bookings stays on the account: `owed` as on the wire. */
export const keptOnAccount = (owed: string): string =>
  Number(owed) > 0
    ? `By the cancellation policy ${formatMoney(owed)} is kept, and your invoice lists it.`
    : "Nothing stays on your account.";

/** How it is paid, as a fact beside its price. */
export const paidByText = ({ paymentStatus }: { paymentStatus: string }): string =>
  paymentStatus === "paid" ? "Paid by invoice" : "On account";
