/** Checks the texts of a failed payment, and which failures leave the outcome open. */
import { describe, expect, it } from "vitest";
import { RequestError } from "../../api/request.ts";
import { declined, GENERIC_FAILURE, isTemporary, refusalOf } from "./payment-failure.ts";

const refused = (status: number, code = "Refused") => {
  const message = `refused ${status}`;
  const problem = {
    type: "about:blank",
    title: "",
    status,
    detail: "",
    message,
    requestId: "r",
    code,
  };
  return new RequestError(status, message, problem);
};

describe("declined", () => {
  it("uses the provider's text if there is one, otherwise its own", () => {
    expect(declined("Your card was declined.")).toEqual({
      title: "Payment Failed",
      description: "Your card was declined.",
    });
    for (const none of [null, undefined, "  "]) expect(declined(none).description).toBe(GENERIC_FAILURE);
  });
});

describe("isTemporary", () => {
  it.each([
    [new TypeError("Failed to fetch"), true],
    [refused(502), true],
    [refused(503, "PaymentProviderUnavailable"), true],
    [refused(429), true],
    [refused(409, "ConcurrentChange"), true],
    [refused(402, "PaymentNotSucceeded"), false],
    [refused(409, "PaymentRefunded"), false],
  ])("%s: %s", (error, passing) => {
    expect(isTemporary(error)).toBe(passing);
  });
});

it("reads the rejection's code and text if there are any", () => {
  expect(refusalOf(refused(409, "HoldExpired"))).toEqual({ code: "HoldExpired", message: "refused 409" });
  expect(refusalOf(new TypeError("Failed to fetch"))).toEqual({ code: null, message: GENERIC_FAILURE });
});
