/** The wire shapes of invoices, credit notes and their money (decisions 263 to 266). */
import { z } from "zod";
import { DESK_METHODS } from "../../../core/booking/rules/statuses.ts";
import {
  Amount,
  cents,
  Day,
  Id,
  Instant,
  namedObject,
  numberOf,
  optionalText,
  requiredText,
} from "../fields.ts";

/** `2026-0001`; beyond 9,999 a year the number has more digits. */
const INVOICE_NUMBER = /^\d{4}-\d{4,9}$/;
export const InvoiceNumber = z
  .string()
  .regex(INVOICE_NUMBER, "An invoice's number is like 2026-0001")
  .meta({ examples: ["2026-0001"] });

const InvoiceLine = z.object({
  bookingId: Id,
  text: z.string().meta({ description: "Which visit, or why less than its price is owed" }),
  amount: Amount.meta({ description: "With tax" }),
});

/** An invoice or a credit note. It never changes; `status` and what follows it do. */
export const Invoice = namedObject("Invoice", {
  number: InvoiceNumber,
  kind: z.enum(["invoice", "credit"]),
  creditOf: InvoiceNumber.nullable().meta({ description: "The invoice that a credit note lowers" }),
  accountId: Id,
  accountName: z.string().nullable(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  issuedOn: Day,
  dueOn: Day,
  lines: z.array(InvoiceLine),
  tax: Amount.meta({ description: "Contained in the total" }),
  taxes: z
    .array(z.object({ percent: z.number(), net: Amount, tax: Amount, gross: Amount }))
    .meta({ description: "By rate" }),
  total: Amount,
  reason: z
    .string()
    .nullable()
    .meta({ description: "Of a credit note; null if a rule issued it, or erased" }),
  status: z.enum(["open", "paid", "cancelled"]).meta({
    description: "`paid`: nothing is due; `cancelled`: credited as a whole. A credit note is `paid`",
  }),
  overdue: z.boolean(),
  credited: Amount,
  received: Amount,
  returned: Amount,
  balance: Amount.meta({ description: "Still due; negative: to be returned" }),
  credits: z.array(InvoiceNumber).meta({ description: "Its credit notes" }),
  url: z.string().meta({ description: "The mailed link; its PDF is at the same address with `.pdf`" }),
});
export type Invoice = z.infer<typeof Invoice>;

/** `GET /api/invoices/{number}`: what staff see beside the document. */
export const StaffInvoice = namedObject("StaffInvoice", {
  ...Invoice.shape,
  money: z.array(
    z.object({
      kind: z.enum(["received", "returned", "disputed"]),
      method: z.enum([...DESK_METHODS, "card"]),
      amount: Amount,
      reference: z.string().nullable(),
      at: Instant,
      state: z.enum(["done", "under-way", "failed"]).meta({ description: "Of a refund to a card" }),
    }),
  ),
});
export type StaffInvoice = z.infer<typeof StaffInvoice>;

/** `GET /api/invoice-links/{token}`: what the holder of the mailed link sees. */
export const LinkedInvoice = namedObject("LinkedInvoice", {
  ...Invoice.shape,
  payable: z.boolean().meta({ description: "Whether a card can pay what is due" }),
  bankDetails: z.string().meta({
    description: "The venue's, in lines, for a transfer; empty: the holder asks by mail",
  }),
});
export type LinkedInvoice = z.infer<typeof LinkedInvoice>;

/** `POST /api/accounts/{id}/invoices` */
export const InvoiceRequest = namedObject("InvoiceRequest", {
  until: Day.meta({ description: "The last venue day whose visits are on it" }),
});
export type InvoiceRequest = z.input<typeof InvoiceRequest>;

/** The invoice that would be issued now: it has no number yet. */
export const InvoicePreview = namedObject("InvoicePreview", {
  issuedOn: Day,
  dueOn: Day,
  lines: z.array(InvoiceLine),
  tax: Amount,
  total: Amount,
});
export type InvoicePreview = z.infer<typeof InvoicePreview>;

/** `POST /api/invoices/{number}/credit` */
export const CreditRequest = namedObject("CreditRequest", {
  lines: z
    .array(
      z.object({
        bookingId: numberOf("Booking"),
        text: requiredText("Text", 200).optional().meta({ description: "The visit by default" }),
        amount: cents("Amount must be above zero, such as 75.00", { min: 1 }),
      }),
      { error: "Lines must be a list" },
    )
    .min(1, "Credit at least one line")
    .max(500, "At most 500 lines"),
  reason: requiredText("Reason", 2_000),
});
export type CreditRequest = z.input<typeof CreditRequest>;

/** `POST /api/invoices/{number}/money` */
export const InvoiceMoney = namedObject("InvoiceMoney", {
  kind: z.enum(["received", "returned"], { error: "Kind must be received or returned" }).default("received"),
  method: z.enum(DESK_METHODS, { error: `Method must be one of ${DESK_METHODS.join(", ")}` }),
  amount: cents("Amount must be above zero, such as 75.00", { min: 1 }),
  reference: optionalText("Reference", 200).meta({ description: "Of a transfer, say" }),
});
export type InvoiceMoney = z.input<typeof InvoiceMoney>;

/** `POST /api/invoices/{number}/payment`: a client says that it paid. */
export const InvoicePayment = namedObject("InvoicePayment", {
  paymentIntentId: requiredText("Payment intent", 300),
  token: requiredText("Token", 300).meta({ description: "Of the link in the mail" }),
});
export type InvoicePayment = z.input<typeof InvoicePayment>;

export const InvoicePaymentRecorded = namedObject("InvoicePaymentRecorded", {
  success: z.literal(true),
  message: z.string(),
  invoice: LinkedInvoice,
});
export type InvoicePaymentRecorded = z.infer<typeof InvoicePaymentRecorded>;
