/** Defines the parameters of each endpoint, and Stripe's refusals of missing, unknown and malformed ones. */

import type { Context } from "hono";
import { z } from "zod";
import { CURRENCIES, currencyCode, leastCardCents, toProviderAmount } from "../../venue/currency.ts";
import { type ParameterTree, parameterTree } from "./form-encoding.ts";
import { invalidRequest, type StripeRefusal } from "./stripe-refusal.ts";

/** Stripe's own limit, in the currency's smallest unit. */
const MOST_UNITS = 99_999_999;

const flag = z.enum(["true", "false"]).transform((text) => text === "true");
const wholeNumber = z
  .string()
  .refine((text) => /^-?\d{1,15}$/.test(text), {
    message: "Invalid integer",
    params: { code: "parameter_invalid_integer" },
  })
  .transform(Number);
const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50, { message: "At most 50 metadata keys are kept" });

/** How a payment method is presented: ready-made, as a token, or as the card itself. `billing_details` are accepted and not kept. */
const payment = {
  payment_method: z.string().min(1).max(255).optional(),
  payment_method_data: z
    .strictObject({
      type: z.literal("card"),
      card: z.strictObject({
        token: z.string().optional(),
        number: z.string().optional(),
        exp_month: z.string().optional(),
        exp_year: z.string().optional(),
        cvc: z.string().optional(),
      }),
      billing_details: z.unknown().optional(),
    })
    .optional(),
};
export const CreateIntent = z.strictObject({
  amount: wholeNumber
    .refine((units) => units >= toProviderAmount(leastCardCents()), {
      error: () => `Amount must be at least ${(leastCardCents() / 100).toFixed(2)} ${currencyCode()}`,
      params: { code: "amount_too_small" },
    })
    .refine((units) => units <= MOST_UNITS, {
      message: "Amount must be no more than $999,999.99",
      params: { code: "amount_too_large" },
    }),
  currency: z
    .string()
    .toLowerCase()
    .refine((code) => CURRENCIES.includes(code), { message: "Invalid currency" }),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(["always", "never"]).default("always") })
    .optional(),
  metadata: metadata.default({}),
  confirm: flag.default(false),
  return_url: z.url().optional(),
  ...payment,
});
export type CreateIntent = z.output<typeof CreateIntent>;
export type PresentedPayment = Pick<CreateIntent, keyof typeof payment>;

export const ConfirmIntent = z.strictObject({ return_url: z.url().optional(), ...payment });
export type ConfirmIntent = z.output<typeof ConfirmIntent>;

/** What a browser sends: its client secret with a card, or with the customer's answer to the confirmation step. */
export const ConfirmInBrowser = z.strictObject({
  client_secret: z.string().min(1),
  simulated_authentication: z.enum(["succeed", "fail"]).optional(),
  return_url: z.url().optional(),
  ...payment,
});
export type ConfirmInBrowser = z.output<typeof ConfirmInBrowser>;

export const RetrieveInBrowser = z.strictObject({ client_secret: z.string().min(1) });

export const CancelIntent = z.strictObject({
  cancellation_reason: z.enum(["abandoned", "duplicate", "fraudulent", "requested_by_customer"]).optional(),
});

export const CreateRefund = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: wholeNumber
    .refine((cents) => cents > 0, {
      message: "Invalid positive integer",
      params: { code: "parameter_invalid_integer" },
    })
    .optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata: metadata.default({}),
});
export type CreateRefund = z.output<typeof CreateRefund>;

export const UpdateDispute = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: z.string().max(20_000).optional() }).optional(),
  submit: flag.optional(),
});
export type UpdateDispute = z.output<typeof UpdateDispute>;

/** Null if the list is not narrowed by this parameter. */
const named = z.string().nullable().default(null);
const page = {
  limit: wholeNumber
    .refine((limit) => limit >= 1 && limit <= 100, { message: "Limit must be between 1 and 100" })
    .default(10),
  starting_after: named,
};
export const ListIntents = z.strictObject(page);
export type Page = z.output<typeof ListIntents>;
/** Narrows a list to one payment, if one is named. */
const ofPayment = { payment_intent: named, charge: named };
export const ListOfPayment = z.strictObject({ ...page, ...ofPayment });
export type PageOfPayment = z.output<typeof ListOfPayment>;
/** Seconds since 1970. */
const second = wholeNumber.optional();
const created = z.strictObject({ gte: second, lt: second }).default({});
/** The SDK numbers a list's members: `types[0]=…`. */
const list = z
  .record(z.string(), z.string())
  .transform((members) => Object.values(members))
  .nullable()
  .default(null);
export const ListEvents = z.strictObject({ ...page, type: named, types: list, created });
export type PageOfEvents = z.output<typeof ListEvents>;
export const ListCharges = z.strictObject({ ...page, created, expand: list });
export type PageOfCharges = z.output<typeof ListCharges>;
export const NoParameters = z.strictObject({});

/** An endpoint's query. Throws Stripe's refusal of the first invalid parameter. */
export function readQuery<S extends z.ZodType>(c: Context, schema: S): z.output<S> {
  const given = Object.entries(c.req.queries()).map(([name, values]) => [
    name,
    values.length === 1 ? values[0] : values,
  ]);
  return readParameters(Object.fromEntries(given), schema);
}

/** An endpoint's body, form or JSON. Throws as `readQuery` does. */
export async function readBody<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  const isJson = c.req.header("content-type")?.startsWith("application/json");
  const given = await (isJson ? c.req.json() : c.req.parseBody({ all: true })).catch(() => {
    throw invalidRequest("Invalid JSON in the request body.");
  });
  return readParameters(given, schema);
}

function readParameters<S extends z.ZodType>(given: unknown, schema: S): z.output<S> {
  const tree = parameterTree(given);
  const read = schema.safeParse(tree);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw issue ? refusalOf(issue, tree) : invalidRequest("Invalid request.");
}

function refusalOf(issue: z.core.$ZodIssue, tree: ParameterTree): StripeRefusal {
  if (issue.code === "unrecognized_keys") {
    const param = nameOf([...issue.path, issue.keys[0] ?? ""]);
    return invalidRequest(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  const param = nameOf(issue.path);
  if (valueAt(tree, issue.path) === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  const code: unknown = issue.code === "custom" ? issue.params?.code : undefined;
  return invalidRequest(issue.message, typeof code === "string" ? { code, param } : { param });
}

function nameOf(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `${first ?? ""}${rest.map((part) => `[${part}]`).join("")}`;
}

function valueAt(tree: ParameterTree, path: readonly PropertyKey[]): string | ParameterTree | undefined {
  let value: string | ParameterTree | undefined = tree;
  for (const part of path) value = typeof value === "object" ? value[String(part)] : undefined;
  return value;
}
