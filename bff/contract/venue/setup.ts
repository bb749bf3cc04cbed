/** The wire shapes of the setup: its steps, the currency, the logo, and the trials of mail and payments (decision 243). */
import { z } from "zod";
import { MONEY_STYLES } from "../../../core/venue/currency.ts";
import { SETUP_STEPS } from "../../../core/venue/setup.ts";
import { emailAddress, namedObject } from "../fields.ts";
import { pictureField } from "./photo-upload.ts";

export const Setup = namedObject("Setup", {
  steps: z.array(
    z.object({
      step: z.enum(SETUP_STEPS),
      done: z.boolean().meta({ description: "Staff have called it done" }),
      sample: z.array(z.string()).meta({ description: "What of it is still the sample" }),
    }),
  ),
  currency: z.object({
    currency: z.string(),
    moneyStyle: z.string(),
    fixed: z.boolean().meta({ description: "Something was booked, so the currency can no longer change" }),
    currencies: z.array(z.string()),
  }),
  timeZone: z.string(),
  rooms: z.object({ shown: z.number().int(), sample: z.number().int() }),
  mail: z.object({ via: z.enum(["graph", "smtp", "outbox"]), sender: z.string() }),
  payments: z.object({ simulated: z.boolean(), live: z.boolean() }),
  colleagues: z.number().int().meta({ description: "Active staff accounts, one's own included" }),
});
export type Setup = z.infer<typeof Setup>;

export const CurrencyChange = namedObject("CurrencyChange", {
  currency: z
    .string({ error: "Choose a currency of the list" })
    .trim()
    .toLowerCase()
    .regex(/^[a-z]{3}$/, "Choose a currency of the list"),
  moneyStyle: z.enum(MONEY_STYLES, { error: "Choose one of the list" }),
});

export const SetupStepChange = namedObject("SetupStepChange", {
  step: z.enum(SETUP_STEPS, { error: "Choose a step of the list" }),
  done: z.boolean({ error: "Done must be true or false" }),
});

/** Its picture is converted as a room's photo is. */
export const LogoUpload = namedObject("LogoUpload", { logo: pictureField("logo") });

export const MailTrial = namedObject("MailTrial", { to: emailAddress() });

const check = z.object({
  name: z.string(),
  found: z.string().nullable(),
  hint: z.string().meta({ description: "What to do, or what was found" }),
});

export const MailTried = namedObject("MailTried", {
  success: z.boolean().meta({ description: "A mail server has accepted the mail" }),
  error: z.string().nullable(),
  sentTo: z.string(),
  via: z.enum(["graph", "smtp", "outbox"]),
  checks: z
    .array(check)
    .meta({ description: "What the sender's domain says of itself to other mail servers" }),
});
export type MailTried = z.infer<typeof MailTried>;

export const PaymentsTried = namedObject("PaymentsTried", {
  success: z.boolean().meta({ description: "The provider has answered with these keys" }),
  simulated: z.boolean(),
  live: z.boolean(),
  error: z.string().nullable(),
});
export type PaymentsTried = z.infer<typeof PaymentsTried>;
