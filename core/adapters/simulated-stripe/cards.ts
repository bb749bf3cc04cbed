/** Defines the test cards: which numbers, payment methods and tokens exist, what is wrong with a card, and how its bank answers. */
import { type StripeErrorBody, StripeRefusal } from "./stripe-refusal.ts";

/** What is kept of a card: neither its number nor its security code. */
export interface CardDetails {
  brand: "visa" | "mastercard" | "amex" | "unknown";
  last4: string;
  exp_month: number;
  exp_year: number;
}

/** What happens to the payment later: the bank takes the money back, asks about it, or fails every refund. */
export type LaterOutcome = "dispute" | "inquiry" | "refunds-fail";

/** What the bank says when the card is charged. */
type BankAnswer =
  | { kind: "approved"; then: LaterOutcome | null }
  | { kind: "authentication_required" }
  | { kind: "declined"; code: string; declineCode: string; message: string };

export interface PresentedCard {
  details: CardDetails;
  answer: BankAnswer;
}

/** A card as the browser's form sends it, every field as text. */
export interface CardForm {
  number: string;
  exp_month: string;
  exp_year: string;
  cvc?: string | undefined;
}

const declined = (code: string, declineCode: string, message: string): BankAnswer => ({
  kind: "declined",
  code,
  declineCode,
  message,
});

const approved = (then: LaterOutcome | null): BankAnswer => ({ kind: "approved", then });
const APPROVED = approved(null);
const GENERIC_DECLINE = declined("card_declined", "generic_decline", "Your card was declined.");
const INSUFFICIENT_FUNDS = declined(
  "card_declined",
  "insufficient_funds",
  "Your card has insufficient funds.",
);
const NOT_A_TEST_CARD = declined(
  "card_declined",
  "test_mode_live_card",
  "Your card was declined. Your request was in test mode, but used a non test (live) card.",
);

/** The test cards of decision 50 and the nearest of Stripe's own (docs.stripe.com/testing). */
const ANSWERS: Readonly<Record<string, BankAnswer>> = {
  "4242424242424242": APPROVED,
  "5555555555554444": APPROVED,
  "378282246310005": APPROVED,
  "4000000000000259": approved("dispute"),
  "4000000000001976": approved("inquiry"),
  "4000000000005126": approved("refunds-fail"),
  "4000002500003155": { kind: "authentication_required" },
  "4000000000000002": GENERIC_DECLINE,
  "4000000000009995": INSUFFICIENT_FUNDS,
  "4000000000000069": declined("expired_card", "expired_card", "Your card has expired."),
  "4000000000000127": declined("incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect."),
};

/** The card numbers that Stripe's ready-made payment methods (`pm_card_visa`) and tokens (`tok_visa`) represent. */
const READY_MADE: Readonly<Record<string, string>> = {
  visa: "4242424242424242",
  chargeDeclined: "4000000000000002",
  chargeDeclinedInsufficientFunds: "4000000000009995",
  authenticationRequired: "4000002500003155",
  createDispute: "4000000000000259",
  createDisputeInquiry: "4000000000001976",
  refundFail: "4000000000005126",
};

/** A card expires at most this many years from now. */
const MAX_YEARS_AHEAD = 50;

/** The card of a ready-made payment method, or with the prefix `tok_` of a token. Null if there is none of this id. */
export function readyMadeCard(prefix: "pm_card_" | "tok_", id: string, now: Date): PresentedCard | null {
  const name = id.startsWith(prefix) ? id.slice(prefix.length) : "";
  const number = Object.hasOwn(READY_MADE, name) ? READY_MADE[name] : undefined;
  if (number === undefined) return null;
  return readCard({ number, exp_month: "12", exp_year: String(now.getUTCFullYear() + 5) }, now);
}

/**
 * Checks a card as Stripe does before it asks a bank. Throws the 402 that names the invalid field: such a card was not
 * tried, so the intent stays as it was. A valid number that is not a test card is declined, so that no real card works
 * here.
 */
export function readCard(form: CardForm, now: Date): PresentedCard {
  const number = form.number.replace(/[\s-]/g, "");
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError("incorrect_number", "number", "Your card number is incorrect.");
  }
  const brand = brandOf(number);
  const month = wholeNumber(form.exp_month);
  if (month === null || month < 1 || month > 12) throw badMonth();
  const given = wholeNumber(form.exp_year);
  const year = given !== null && given < 100 ? 2000 + given : given;
  const thisYear = now.getUTCFullYear();
  if (year === null || year < thisYear || year > thisYear + MAX_YEARS_AHEAD) {
    throw cardError("invalid_expiry_year", "exp_year", "Your card's expiration year is invalid.");
  }
  if (year === thisYear && month < now.getUTCMonth() + 1) throw badMonth();
  const digits = brand === "amex" ? 4 : 3;
  if (form.cvc !== undefined && !(form.cvc.length === digits && wholeNumber(form.cvc) !== null)) {
    throw cardError("invalid_cvc", "cvc", "Your card's security code is invalid.");
  }
  return {
    details: { brand, last4: number.slice(-4), exp_month: month, exp_year: year },
    answer: ANSWERS[number] ?? NOT_A_TEST_CARD,
  };
}

function badMonth(): StripeRefusal {
  return cardError("invalid_expiry_month", "exp_month", "Your card's expiration month is invalid.");
}

function cardError(code: string, param: string, message: string): StripeRefusal {
  const body: StripeErrorBody = { type: "card_error", code, param, message };
  return new StripeRefusal(402, body);
}

function wholeNumber(text: string): number | null {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : null;
}

function brandOf(number: string): CardDetails["brand"] {
  if (number.startsWith("4")) return "visa";
  if (/^5[1-5]/.test(number)) return "mastercard";
  return /^3[47]/.test(number) ? "amex" : "unknown";
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
