/** Owns what the payment step knows of a card form: one question, four answers, whoever the provider is. */
import type { Ref } from "react";
import type { PaymentIntentOpened } from "../../../../bff/contract/booking.ts";

/** Whose booking it is, as the provider needs it. */
export interface Person {
  email: string;
  name: string;
}

export type CardOutcome =
  /** The provider took the money; our API still has to record it. */
  | { kind: "succeeded" }
  /** The card, or its bank, said no. The message is the provider's, fit for the customer's eyes; null when it gave none. */
  | { kind: "declined"; message: string | null }
  /** Nothing was charged, and that is not the card's fault. */
  | { kind: "failed"; message: string | null }
  /** Nothing was charged, and nothing can be any more: the payment was cancelled, with its booking say. Our API knows why. */
  | { kind: "closed" }
  /** Nothing was sent: a field is empty or wrong, and the form itself says which. */
  | { kind: "incomplete" };

export interface CardForm {
  /** Asks the provider for the money. Never rejects; asking again after any outcome cannot charge twice. */
  confirm(): Promise<CardOutcome>;
  /** Says at the card why it was refused, and puts the focus there. */
  showDecline(words: string): void;
}

export interface CardFormProps {
  intent: PaymentIntentOpened;
  person: Person;
  /** Holds the form once it can be asked; null before. */
  ref: Ref<CardForm | null>;
  /** The provider's part of the page could not be loaded. */
  onUnavailable(): void;
}

/** Whether a provider's error is the card's or its bank's: another card may then do. */
export const isCards = (type: string | undefined, code: string | undefined): boolean =>
  type === "card_error" || code === "payment_intent_authentication_failure";
