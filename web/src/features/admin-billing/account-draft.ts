/** A billing account as its form keeps it, and what is sent of it. Pure. */
import type { AccountSubmission, AccountSummary } from "../../../../bff/contract/billing/accounts.ts";

export interface AccountDraft {
  name: string;
  email: string;
  address: string;
  creditLimit: string;
  paymentDays: string;
  selfBooking: boolean;
}

export const NEW_ACCOUNT: AccountDraft = {
  name: "",
  email: "",
  address: "",
  creditLimit: "",
  paymentDays: "14",
  selfBooking: false,
};

/** Texts that are erased are empty. */
export const draftOf = (account: AccountSummary): AccountDraft => ({
  name: account.name ?? "",
  email: account.email ?? "",
  address: account.address ?? "",
  creditLimit: account.creditLimit,
  paymentDays: String(account.paymentDays),
  selfBooking: account.selfBooking,
});

/** An empty number of days is no number, which the contract refuses. */
export const sentAccount = ({ paymentDays, ...draft }: AccountDraft): AccountSubmission => ({
  ...draft,
  paymentDays: paymentDays.trim() === "" ? Number.NaN : Number(paymentDays),
});
