/** The interface between the payment step and a card form, for every provider: one call and its possible outcomes. */
import type { Ref } from "react";
import type { PaymentIntentOpened } from "../../../../bff/contract/booking.ts";

/** The customer's data, as the provider needs it. */
export interface Person {
  email: string;
  name: string;
}

export type CardOutcome =
  /** The provider took the money; our API still has to record it. */
  | { kind: "succeeded" }
  /** The card, or its bank, refused. The message is the provider's and can be shown to the customer; null if there is none. */
  | { kind: "declined"; message: string | null }
  /** Nothing was charged, and the card is not the reason. */
  | { kind: "failed"; message: string | null }
  /** Nothing was charged, and nothing can be: the payment was cancelled, for example with its booking. Our API knows why. */
  | { kind: "closed" }
  /** Nothing was sent: a field is empty or wrong, and the form itself says which. */
  | { kind: "incomplete" };

export interface CardForm {
  /** Asks the provider for the money. Never rejects; a repeated call after any outcome cannot charge twice. */
  confirm(): Promise<CardOutcome>;
  /** Says at the card why it was refused, and puts the focus there. */
  showDecline(words: string): void;
}

export interface CardFormProps {
  intent: PaymentIntentOpened;
  person: Person;
  /** What the buttons of wallets say. */
  walletText: "book" | "pay";
  /** Holds the form once `confirm` can be called; null before. */
  ref: Ref<CardForm | null>;
  /** Called if the provider's part of the page could not be loaded. */
  onUnavailable(): void;
  /** Pays like a press of the page's own button: the provider's form has buttons too. */
  onPay(): Promise<void>;
}

/** Whether a provider's error is due to the card or its bank, so that another card may work. */
export const isCardError = (type: string | undefined, code: string | undefined): boolean =>
  type === "card_error" || code === "payment_intent_authentication_failure";
