/** The wire shapes of a venue day's takings and of its close (decision 112). */
import { z } from "zod";
import { toCents } from "../../../core/booking/money.ts";
import { DESK_METHODS } from "../../../core/booking/statuses.ts";
import { Amount, AmountInput, Day, Id, Instant, shape } from "../wire.ts";

export const TakingsQuery = z.object({ day: Day });

const TAKINGS_METHODS = [...DESK_METHODS, "card", "marked"] as const;

const TakingsEntry = shape("TakingsEntry", {
  bookingId: Id,
  version: z.number().int().meta({ description: "Of the booking's event that moved the money" }),
  customerName: z.string().nullable().meta({ description: "Null once erased" }),
  method: z.enum(TAKINGS_METHODS),
  amount: Amount.meta({ description: "Negative: paid out" }),
  at: Instant,
  by: z.string(),
  afterClose: z.boolean(),
});
export type TakingsEntry = z.infer<typeof TakingsEntry>;

export const Takings = shape("Takings", {
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
      by: z.string(),
      at: Instant,
    })
    .nullable()
    .meta({ description: "Null while the day is open" }),
});
export type Takings = z.infer<typeof Takings>;

/** Dollars on the wire, cents once parsed; `signed` where it may be below zero. */
const cash = (label: string, signed: boolean) =>
  AmountInput.transform((given, context) => {
    const text = String(given).trim();
    const isBelow = signed && text.startsWith("-");
    const cents = toCents(isBelow ? text.slice(1) : text);
    if (cents !== null && cents <= 100_000_000) return isBelow ? -cents : cents;
    context.addIssue({ code: "custom", message: `${label} must be an amount such as 75.00` });
    return z.NEVER;
  });

export const DayClose = shape("DayClose", {
  day: Day,
  countedAmount: cash("Counted cash", false).meta({
    description: "In the drawer, less the opening balance",
  }),
  expectedAmount: cash("Expected cash", true).meta({
    description: "`methods.cash` as it was shown: if it has changed, nothing is closed (409)",
  }),
});
export type DayClose = z.input<typeof DayClose>;
