/** Owns what a person reads when paying goes wrong (SPEC §8 Payment), and which failures may simply be tried again. */
import { RequestError } from "../../api/request.ts";

export const SETUP_FAILED = {
  title: "Payment Setup Failed",
  description: "Unable to initialize payment system. Please try again.",
};
export const NOT_READY = {
  title: "Payment Error",
  description: "Payment system not ready. Please try again.",
};
export const PAYMENT_FAILED_TITLE = "Payment Failed";
export const GENERIC_FAILURE = "Your payment could not be completed. Please try again.";

const UNRECORDED =
  "Your card's answer is in, but we could not be reached to record it. Press the button again: you will not be charged twice.";

export interface Failure {
  title: string;
  description: string;
}

/** A card's refusal, in the provider's words where it has some. */
export const declined = (message: string | null | undefined): Failure => ({
  title: PAYMENT_FAILED_TITLE,
  description: message?.trim() ? message : GENERIC_FAILURE,
});

/** Whether the server may not have answered at all: no answer, or one that says "not now". Asking again is then right. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof RequestError) || error.status >= 500 || error.status === 408 || error.status === 429;

/** Our own API refused to record the payment, or could not be reached after the provider had already said yes. */
export function recordingFailure(error: unknown): Failure {
  if (isPassing(error)) return { title: PAYMENT_FAILED_TITLE, description: UNRECORDED };
  return declined(error instanceof RequestError ? error.problem?.message : null);
}
