/** Checks how Stripe's answers are read: paid, a question to the customer, or a refusal in the provider's words. */
import { describe, expect, it } from "vitest";
import { returnAddress } from "./returned-intent.ts";
import { answerOf } from "./simulated-provider.ts";

describe("answerOf", () => {
  it.each([
    [{ id: "pi_1", status: "succeeded" }, { kind: "succeeded" }],
    [
      { id: "pi_1", status: "requires_action", next_action: { type: "use_stripe_sdk" } },
      { kind: "challenge" },
    ],
    [
      { error: { type: "card_error", code: "card_declined", message: "Your card was declined." } },
      { kind: "declined", message: "Your card was declined." },
    ],
    [
      {
        error: {
          type: "invalid_request_error",
          code: "payment_intent_authentication_failure",
          message: "No.",
        },
      },
      { kind: "declined", message: "No." },
    ],
    [{ error: { type: "api_error", message: "Not now." } }, { kind: "failed", message: "Not now." }],
    [
      { error: { code: "payment_intent_unexpected_state", payment_intent: { status: "succeeded" } } },
      { kind: "succeeded" },
    ],
    [
      { error: { code: "payment_intent_unexpected_state", payment_intent: { status: "canceled" } } },
      { kind: "closed" },
    ],
    [
      { id: "pi_1", status: "requires_payment_method" },
      { kind: "failed", message: null },
    ],
    ["<html>", { kind: "failed", message: null }],
  ])("%o", (body, answer) => {
    expect(answerOf(body)).toEqual(answer);
  });
});

it("gives the provider a URL without the parameters of an earlier redirect", () => {
  expect(
    returnAddress("http://hub.test/room/a?day=2026-12-12&payment_intent=pi_1&redirect_status=failed"),
  ).toBe("http://hub.test/room/a?day=2026-12-12");
});
