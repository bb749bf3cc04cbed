/** Writes the texts for failed payments, and decides which failures can simply be tried again (decision 66). */
import { RequestError } from "../../api/request.ts";

export const SETUP_FAILED = {
  title: "Payment Setup Failed",
  description: "Unable to initialize payment system. Please try again.",
};
export const NOT_READY = {
  title: "Payment Error",
  description: "Payment system not ready. Please try again.",
};
const PAYMENT_FAILED_TITLE = "Payment Failed";
export const GENERIC_FAILURE = "Your payment could not be completed. Please try again.";

export interface Failure {
  title: string;
  description: string;
}

/** A card's refusal, in the provider's words if it has some. */
export const declined = (message: string | null | undefined): Failure => ({
  title: PAYMENT_FAILED_TITLE,
  description: message?.trim() ? message : GENERIC_FAILURE,
});

/** The rejection's code and message if our API refused; a null code and a generic message for any other failure. */
export function refusalOf(error: unknown): { code: string | null; message: string } {
  const problem = error instanceof RequestError ? error.problem : null;
  return { code: problem?.code ?? null, message: problem?.message ?? GENERIC_FAILURE };
}

/** Whether the outcome is still unknown: there was no answer, or only a temporary failure. The call can be repeated then. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof RequestError)) return true;
  const { status } = error;
  return status >= 500 || status === 408 || status === 429 || error.problem?.code === "ConcurrentChange";
}

/** The provider says that this payment was cancelled, but the booking is not. */
export const INTENT_CANCELLED: Failure = {
  title: PAYMENT_FAILED_TITLE,
  description: "This payment was closed and nothing was charged. Please try again.",
};

/** The provider has accepted the card, but our API could not be reached to record it. */
export const NOT_RECORDED: Failure = {
  title: "Payment Error",
  description: "Your card was accepted, but we could not be reached to record it. Please try again.",
};
