/** The wire shapes of billing accounts: regulars who pay by invoice (decisions 260 to 262). */
import { z } from "zod";
import {
  Amount,
  cents,
  emailAddress,
  Id,
  Instant,
  integer,
  namedObject,
  requiredLine,
  requiredText,
} from "../fields.ts";
import { Invoice } from "./invoices.ts";

/** Why nothing can be booked on an account now; `open` if something can. */
const ACCOUNT_STATES = ["open", "suspended", "overdue"] as const;
export const AccountState = z.enum(ACCOUNT_STATES).meta({
  description: "`suspended` by staff, `overdue` while an invoice is: then nothing can be booked on it",
});
export type AccountState = z.infer<typeof AccountState>;

const fields = {
  name: requiredLine("Name"),
  email: emailAddress(),
  address: requiredText("Address", 500).meta({ description: "As on the invoice, with line breaks" }),
  creditLimit: cents("Credit limit must be an amount, such as 500.00").meta({
    description: "The most that may be open at once",
  }),
  paymentDays: integer("Payment days", 0, 120).meta({
    description: "From the day of an invoice to the day that it is due",
  }),
};
const selfBooking = z.boolean({ error: "Self booking must be true or false" }).meta({
  description: "Whether the customer whose verified email is the account's may book on it",
});

/** `POST /api/accounts` */
export const AccountSubmission = namedObject("AccountSubmission", {
  ...fields,
  selfBooking: selfBooking.default(false),
});
export type AccountSubmission = z.input<typeof AccountSubmission>;

/** `PATCH /api/accounts/{id}`: what is absent stays. */
export const AccountChange = z
  .strictObject({
    ...fields,
    selfBooking,
    suspended: z.boolean({ error: "Suspended must be true or false" }).meta({
      description: "While true nothing can be booked on it",
    }),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { error: "Send at least one field", path: ["name"] })
  .meta({ id: "AccountChange" });
export type AccountChange = z.input<typeof AccountChange>;

/** What is said of an account wherever it is listed. Texts are null once erased. */
export const AccountSummary = namedObject("AccountSummary", {
  id: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  creditLimit: Amount,
  paymentDays: z.number().int(),
  selfBooking: z.boolean(),
  suspended: z.boolean(),
  state: AccountState,
  open: Amount.meta({ description: "What its visits owe, invoiced or not, less payments and credits" }),
  overdue: Amount.meta({ description: "The part of invoices that are past their due day" }),
  available: Amount.meta({ description: "What can still be booked: the credit limit less what is open" }),
  uninvoiced: Amount.meta({ description: "The part that is on no invoice yet" }),
  createdAt: Instant,
});
export type AccountSummary = z.infer<typeof AccountSummary>;

/** `GET /api/accounts/{id}` */
export const Account = namedObject("Account", {
  ...AccountSummary.shape,
  visits: z
    .array(z.object({ bookingId: Id, text: z.string(), amount: Amount, startTime: Instant }))
    .meta({ description: "What is on no invoice yet, the earliest first" }),
  invoices: z.array(Invoice).meta({ description: "With credit notes, the latest first" }),
});
export type Account = z.infer<typeof Account>;

/** `GET /api/account-choices`: what staff choose from when they book on an account. */
export const AccountChoice = namedObject("AccountChoice", {
  id: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  available: Amount,
  state: AccountState,
});
export type AccountChoice = z.infer<typeof AccountChoice>;

/** `GET /api/billing-account`: the signed-in customer's own account, if there is one that they may book on or have invoices of. */
export const OwnAccount = namedObject("OwnAccount", {
  account: z
    .object({
      ...AccountSummary.omit({ email: true, address: true, createdAt: true }).shape,
      invoices: z.array(Invoice).meta({ description: "With credit notes, the latest first" }),
    })
    .nullable(),
});
export type OwnAccount = z.infer<typeof OwnAccount>;
