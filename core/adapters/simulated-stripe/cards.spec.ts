/** Checks what each test card does, and which field of an invalid one is named. */
import { describe, expect, test } from "vitest";
import { readCard, readyMadeCard } from "./cards.ts";
import { StripeRefusal } from "./stripe-refusal.ts";

const NOW = new Date("2026-06-15T12:00:00Z");
const GOOD = { number: "4242424242424242", exp_month: "12", exp_year: "2030", cvc: "123" };

function refusalOf(form: Partial<typeof GOOD>) {
  try {
    readCard({ ...GOOD, ...form }, NOW);
  } catch (error) {
    if (error instanceof StripeRefusal)
      return { status: error.status, code: error.body.code, param: error.body.param };
    throw error;
  }
  return null;
}

test.each([
  ["4242 4242 4242 4242", "approved", undefined],
  ["5555-5555-5555-4444", "approved", undefined],
  ["4000000000000259", "approved", undefined],
  ["4000000000001976", "approved", undefined],
  ["4000000000005126", "approved", undefined],
  ["4000002500003155", "authentication_required", undefined],
  ["4000000000000002", "declined", "generic_decline"],
  ["4000000000009995", "declined", "insufficient_funds"],
  ["4000000000000069", "declined", "expired_card"],
  ["4000000000000127", "declined", "incorrect_cvc"],
  // A valid number that is no test card: a real card must never seem to work.
  ["4539578763621486", "declined", "test_mode_live_card"],
])("the bank's answer to %s is %s %s", (number, kind, declineCode) => {
  expect(readCard({ ...GOOD, number }, NOW).answer).toMatchObject(
    declineCode ? { kind, declineCode } : { kind },
  );
});

test.each([
  [{ number: "4242424242424241" }, "incorrect_number", "number"],
  [{ number: "4242" }, "incorrect_number", "number"],
  [{ number: "" }, "incorrect_number", "number"],
  [{ number: "42424242 4242424x" }, "incorrect_number", "number"],
  [{ exp_month: "13" }, "invalid_expiry_month", "exp_month"],
  [{ exp_month: "0" }, "invalid_expiry_month", "exp_month"],
  [{ exp_month: "" }, "invalid_expiry_month", "exp_month"],
  [{ exp_month: "5", exp_year: "2026" }, "invalid_expiry_month", "exp_month"],
  [{ exp_year: "2025" }, "invalid_expiry_year", "exp_year"],
  [{ exp_year: "25" }, "invalid_expiry_year", "exp_year"],
  [{ exp_year: "2077" }, "invalid_expiry_year", "exp_year"],
  [{ exp_year: "soon" }, "invalid_expiry_year", "exp_year"],
  [{ cvc: "12" }, "invalid_cvc", "cvc"],
  [{ cvc: "12a" }, "invalid_cvc", "cvc"],
  [{ number: "378282246310005", cvc: "123" }, "invalid_cvc", "cvc"],
])("%j is refused as %s", (form, code, param) => {
  expect(refusalOf(form)).toEqual({ status: 402, code, param });
});

describe("a card", () => {
  test("is valid in the month it expires, with the year in two digits", () => {
    const form = { ...GOOD, exp_month: "6", exp_year: "26" };
    expect(readCard(form, NOW).details).toEqual({
      brand: "visa",
      last4: "4242",
      exp_month: 6,
      exp_year: 2026,
    });
  });

  test("of American Express has four digits of security code", () => {
    const form = { ...GOOD, number: "378282246310005", cvc: "1234" };
    expect(readCard(form, NOW)).toMatchObject({ answer: { kind: "approved" }, details: { brand: "amex" } });
  });

  test("may be presented as a ready-made method or token", () => {
    expect(readyMadeCard("pm_card_", "pm_card_visa", NOW)?.answer.kind).toBe("approved");
    expect(readyMadeCard("pm_card_", "pm_card_authenticationRequired", NOW)?.answer.kind).toBe(
      "authentication_required",
    );
    expect(readyMadeCard("tok_", "tok_chargeDeclined", NOW)?.answer.kind).toBe("declined");
    expect(readyMadeCard("tok_", "tok_other", NOW)).toBeNull();
    expect(readyMadeCard("tok_", "tok_constructor", NOW)).toBeNull();
  });
});
