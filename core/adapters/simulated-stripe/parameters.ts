/** Defines the parameters of each endpoint, and Stripe's refusals of missing, unknown and malformed ones. */
import { zValidator } from "@hono/zod-validator";
import type { Context, Next } from "hono";
import { z } from "zod";
import { type ParameterTree, parameterTree } from "./form-encoding.ts";
import { invalidRequest, type StripeRefusal } from "./stripe-refusal.ts";

/** Stripe's own limits, in cents of USD. */
const LEAST_CENTS = 50;
const MOST_CENTS = 99_999_999;

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
export interface PresentedPayment {
  payment_method?: string | undefined;
  payment_method_data?:
    | { card: { [field in "token" | "number" | "exp_month" | "exp_year" | "cvc"]?: string | undefined } }
    | undefined;
}

export const CreateIntent = z.strictObject({
  amount: wholeNumber
    .refine((cents) => cents >= LEAST_CENTS, {
      message: "Amount must be at least $0.50 usd",
      params: { code: "amount_too_small" },
    })
    .refine((cents) => cents <= MOST_CENTS, {
      message: "Amount must be no more than $999,999.99",
      params: { code: "amount_too_large" },
    }),
  currency: z
    .string()
    .toLowerCase()
    .refine((code) => code === "usd", { message: "Invalid currency: the simulated Stripe accepts only usd" }),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(["always", "never"]).default("always") })
    .optional(),
  metadata: metadata.default({}),
  confirm: flag.default(false),
  return_url: z.url().optional(),
  ...payment,
});
export type CreateIntent = z.output<typeof CreateIntent>;

export const ConfirmIntent = z.strictObject({ return_url: z.url().optional(), ...payment });

/** What a browser sends: its client secret with a card, or with the customer's answer to the confirmation step. */
export const ConfirmInBrowser = z.strictObject({
  client_secret: z.string().min(1),
  simulated_authentication: z.enum(["succeed", "fail"]).optional(),
  return_url: z.url().optional(),
  ...payment,
});

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
export const ListEvents = z.strictObject({
  ...page,
  type: named,
  // The SDK numbers a list's members: `types[0]=…`.
  types: z
    .record(z.string(), z.string())
    .transform((named) => Object.values(named))
    .nullable()
    .default(null),
  created: z.strictObject({ gte: second, lt: second }).default({}),
});
export type PageOfEvents = z.output<typeof ListEvents>;
export const Nothing = z.strictObject({});

/** Validates an endpoint's query, read as `c.req.valid("query")`; throws Stripe's refusal of the first invalid parameter. */
export const query = <S extends z.ZodType>(schema: S) =>
  zValidator(
    "query",
    z.preprocess((given) => parameterTree(given), schema),
    refuseWrong,
  );

/** Validates an endpoint's body, form or JSON, read as `c.req.valid("form")`; throws as `query` does. */
export function body<S extends z.ZodType>(schema: S) {
  const checked = z.preprocess((given) => parameterTree(given), schema);
  const form = zValidator("form", checked, refuseWrong);
  const json = zValidator("json", checked, (result, c) => {
    refuseWrong(result);
    c.req.addValidatedData("form", Object(result.data));
  });
  // Either validator stores what it read as the form.
  return ((c: Context, next: Next) =>
    c.req.header("content-type")?.startsWith("application/json")
      ? json(c, next)
      : form(c, next)) as typeof form;
}

function refuseWrong(result: { success: boolean; data: unknown; error?: unknown }): void {
  if (result.success) return;
  const issue = result.error instanceof z.ZodError ? result.error.issues[0] : undefined;
  throw issue ? refusalOf(issue, parameterTree(result.data)) : invalidRequest("Invalid request.");
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
