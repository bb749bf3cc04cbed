/** Checks the fixed 'Booking Failed' texts, and that the server's errors find their fields. */
import { describe, expect, it } from "vitest";
import { RequestError } from "../../../api/request.ts";
import { accountRefusalOf, describeBookingFailure, fieldErrorsOf } from "./booking-failure.ts";

const refused = (
  status: number,
  message: string,
  errors?: { path: string; message: string }[],
  code = "Refused",
) => {
  const problem = {
    type: "about:blank",
    title: message,
    status,
    detail: message,
    message,
    code,
    requestId: "r",
    ...(errors && { errors }),
  };
  return new RequestError(status, JSON.stringify(problem), problem);
};

describe("describeBookingFailure", () => {
  it.each([
    [
      refused(400, "Missing booking information"),
      "Please select a date and time slot from the calendar first.",
    ],
    [
      refused(409, "Time slot is already booked"),
      "This time slot is no longer available. Please select a different time.",
    ],
    [refused(400, "Invalid booking data"), "Please check all required fields are filled correctly."],
    [
      new RequestError(400, "Invalid booking data", null),
      "Please check all required fields are filled correctly.",
    ],
    [refused(429, "Too many requests"), "Please try again later."],
    [refused(500, "Something went wrong"), "Please try again later."],
    [new TypeError("Failed to fetch"), "Please try again later."],
    ["not even an error", "Please try again later."],
  ])("%s", (error, text) => {
    expect(describeBookingFailure(error)).toBe(text);
  });
});

describe("accountRefusalOf", () => {
  it("says why nothing can be booked on the account, once", () => {
    const message = "This costs $80.00, and $20.00 of the account's credit limit is left";
    const error = refused(409, message, undefined, "CreditLimitExceeded");
    expect(accountRefusalOf(error)).toBe(`${message}.`);
    expect(describeBookingFailure(error)).toBe(`${message}.`);
    expect(fieldErrorsOf(error)).toEqual({ fields: {}, others: [] });
  });

  it("leaves any other failure to the other texts", () => {
    expect(accountRefusalOf(refused(409, "Time slot is already booked"))).toBeNull();
    expect(accountRefusalOf(new TypeError("Failed to fetch"))).toBeNull();
  });
});

describe("fieldErrorsOf", () => {
  it("sorts errors by field with the first one first, and keeps those without a control apart", () => {
    const error = refused(400, "Invalid booking data", [
      { path: "phone", message: "first" },
      { path: "phone", message: "second" },
      { path: "hourCount", message: "too many" },
      { path: "totalAmount", message: "The price has changed" },
    ]);
    expect(fieldErrorsOf(error)).toEqual({
      fields: { phone: "first", hourCount: "too many" },
      others: ["The price has changed"],
    });
  });

  it("passes on a reason that has no fixed text", () => {
    const message = "This email has too many unpaid bookings open";
    expect(fieldErrorsOf(refused(429, message))).toEqual({ fields: {}, others: [message] });
    expect(fieldErrorsOf(refused(500, "Something went wrong"))).toEqual({ fields: {}, others: [] });
  });

  it("has no errors for a failure without an answer", () => {
    expect(fieldErrorsOf(new TypeError("Failed to fetch"))).toEqual({ fields: {}, others: [] });
  });
});
