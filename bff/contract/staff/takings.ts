/** The wire shapes of a venue day's takings and of its close (decision 112). */
import { z } from "zod";
import { TAKINGS_METHODS } from "../../../core/booking/rules/statuses.ts";
import { InvoiceNumber } from "../billing/invoices.ts";
import { Amount, cents, Day, Id, Instant, namedObject, optionalText, requiredText } from "../fields.ts";

export const TakingsQuery = z.object({ day: Day });

const TakingsEntry = namedObject("TakingsEntry", {
  bookingId: Id.nullable().meta({ description: "Null for money of an invoice" }),
  accountId: Id.nullable().meta({ description: "The billing account of the invoice" }),
  invoice: InvoiceNumber.nullable().meta({ description: "Null for money of a booking" }),
  version: z.number().int().meta({
    description: "Of the event that moved the money, in the history of its booking or billing account",
  }),
  customerName: z.string().nullable().meta({
    description: "The guest's name, or that of the billing account; null once erased",
  }),
  method: z.enum(TAKINGS_METHODS),
  amount: Amount.meta({ description: "Negative: paid out" }),
  at: Instant,
  by: z.string(),
  afterClose: z.boolean(),
});
export type TakingsEntry = z.infer<typeof TakingsEntry>;

export const Takings = namedObject("Takings", {
  methods: z.object({
    cash: Amount,
    terminal: Amount,
    transfer: Amount,
    card: Amount.meta({ description: "Paid online, less refunds and disputes" }),
    marked: Amount.meta({ description: "Marked as received without a method" }),
  }),
  total: Amount,
  day: Day,
  timeZone: z.string(),
  entries: z.array(TakingsEntry).meta({ description: "The earliest first" }),
  close: z
    .object({
      countedAmount: Amount,
      expectedAmount: Amount.meta({ description: "The day's cash when it was closed" }),
      differenceAmount: Amount.meta({ description: "Counted less expected" }),
      floatAmount: Amount.meta({ description: "The cash that the drawer began with" }),
      note: z.string().nullable().meta({ description: "Staff's words about the difference" }),
      by: z.string(),
      at: Instant,
    })
    .nullable()
    .meta({ description: "Null while the day is open" }),
  reopenings: z
    .array(z.object({ by: z.string(), at: Instant, reason: z.string().nullable() }))
    .meta({ description: "Each time that a manager opened the day again, the oldest first" }),
});
export type Takings = z.infer<typeof Takings>;

const cash = (label: string, min: number) => cents(`${label} must be an amount such as 75.00`, { min });

export const DayClose = namedObject("DayClose", {
  day: Day,
  countedAmount: cash("Counted cash", 0).meta({
    description: "In the drawer, less the opening balance",
  }),
  expectedAmount: cash("Expected cash", -100_000_000).meta({
    description: "`methods.cash` as it was shown: if it has changed, nothing is closed (409)",
  }),
  floatAmount: cash("Starting cash", 0).optional().meta({
    description: "The opening balance that is not part of the counted amount; 0.00 by default",
  }),
  note: optionalText("Note", 2_000).meta({ description: "About a difference" }),
});
export type DayClose = z.input<typeof DayClose>;

export const DayReopening = namedObject("DayReopening", { day: Day, reason: requiredText("Reason", 2_000) });
export type DayReopening = z.input<typeof DayReopening>;
