/** Calls the simulated Stripe for the test card form: Stripe's REST shape, no card is charged (decision 50). */
import { z } from "zod";
import type { PaymentIntentOpened } from "../../../../bff/contract/booking.ts";
import { type CardOutcome, isCardError } from "./card-form.ts";

export const TEST_CARDS = [
  { number: "4242424242424242", meaning: "succeeds" },
  { number: "4000000000000002", meaning: "is declined" },
  { number: "4000002500003155", meaning: "asks for a confirmation step" },
  { number: "4000000000009995", meaning: "has insufficient funds" },
] as const;

interface CardData {
  /** Digits only. */
  number: string;
  expiryMonth: number;
  expiryYear: number;
  cvc: string;
}

/** `challenge`: the bank asks whether it is really the customer; the intent waits for the answer. */
type ProviderAnswer = Exclude<CardOutcome, { kind: "incomplete" }> | { kind: "challenge" };

const Intent = z.object({ status: z.string() });
const Refusal = z.object({
  error: z.object({
    type: z.string().optional(),
    code: z.string().optional(),
    message: z.string().optional(),
    payment_intent: Intent.optional(),
  }),
});

const UNREACHABLE =
  "The payment provider could not be reached. Please try again: you will not be charged twice.";

/** Reads the answer of Stripe's `confirm`: an intent, or an error body with a 4xx status. */
export function answerOf(body: unknown): ProviderAnswer {
  const refusal = Refusal.safeParse(body);
  if (refusal.success) {
    const { type, code, message, payment_intent: intent } = refusal.data.error;
    // An earlier attempt, whose answer was lost, has paid it.
    if (code === "payment_intent_unexpected_state" && intent?.status === "succeeded") {
      return { kind: "succeeded" };
    }
    if (intent?.status === "canceled") return { kind: "closed" };
    return { kind: isCardError(type, code) ? "declined" : "failed", message: message ?? null };
  }
  const intent = Intent.safeParse(body);
  if (!intent.success) return { kind: "failed", message: null };
  if (intent.data.status === "succeeded") return { kind: "succeeded" };
  if (intent.data.status === "requires_action") return { kind: "challenge" };
  return { kind: "failed", message: null };
}

async function confirm(
  intent: PaymentIntentOpened,
  parameters: Record<string, string>,
): Promise<ProviderAnswer> {
  try {
    const response = await fetch(
      `/simulated-stripe/v1/payment_intents/${encodeURIComponent(intent.paymentIntentId)}/confirm`,
      {
        method: "POST",
        body: new URLSearchParams({ client_secret: intent.clientSecret, ...parameters }),
      },
    );
    return answerOf(await response.json());
  } catch {
    return { kind: "failed", message: UNREACHABLE };
  }
}

export const confirmCard = (intent: PaymentIntentOpened, card: CardData): Promise<ProviderAnswer> =>
  confirm(intent, {
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": card.number,
    "payment_method_data[card][exp_month]": String(card.expiryMonth),
    "payment_method_data[card][exp_year]": String(card.expiryYear),
    "payment_method_data[card][cvc]": card.cvc,
  });

/** Sends the customer's answer to the bank's question. */
export const answerChallenge = (
  intent: PaymentIntentOpened,
  answer: "succeed" | "fail",
): Promise<ProviderAnswer> => confirm(intent, { simulated_authentication: answer });
