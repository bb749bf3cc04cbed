/** Owns what the payment step knows of a card form: one question, four answers, whoever the provider is. */
import type { Ref } from "react";
import type { PaymentIntentOpened } from "../../../../bff/contract/booking.ts";
import type { Person } from "./payment-session.ts";

export type CardOutcome =
  /** The provider took the money; our API still has to record it. */
  | { kind: "succeeded" }
  /** Nothing was charged. The message is the provider's, fit for the customer's eyes; null when it gave none. */
  | { kind: "failed"; message: string | null }
  /** Nothing was charged, and nothing can be any more: the payment was cancelled, with its booking say. Our API knows why. */
  | { kind: "closed" }
  /** Nothing was sent: a field is empty or wrong, and the form itself says which. */
  | { kind: "incomplete" };

export interface CardForm {
  /** Asks the provider for the money. Never rejects; asking again after any outcome cannot charge twice. */
  confirm(): Promise<CardOutcome>;
}

export interface CardFormProps {
  intent: PaymentIntentOpened;
  person: Person;
  /** Holds the form once it can be asked; null before. */
  ref: Ref<CardForm | null>;
  /** The provider's part of the page could not be loaded. */
  onUnavailable(): void;
}
