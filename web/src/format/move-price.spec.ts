/** Checks the text on how a move changes a visit's money. */
import { describe, expect, it } from "vitest";
import { afterMoveText, differenceText } from "./move-price.ts";

const paid = (receivedAmount: string, refundedAmount = "0.00") => ({
  receivedAmount,
  refundedAmount,
  refundUnderWayAmount: "0.00",
});
const price = (totalAmount: string, difference: string) => ({ totalAmount, difference });

describe("differenceWords", () => {
  it.each([
    ["150.00", "0.00", "75.00", "The price stays at $150.00"],
    ["175.00", "25.00", "75.00", "$25.00 more to pay"],
    ["125.00", "-25.00", "150.00", "$25.00 refund"],
    ["125.00", "-25.00", "75.00", "$25.00 less to pay"],
    ["60.00", "-90.00", "75.00", "$15.00 refund, $75.00 less to pay"],
    ["0.50", "-0.25", "0.00", "$0.25 less to pay"],
  ])("writes the difference for a price of %s (%s) with %s paid", (total, difference, received, words) => {
    expect(differenceText(price(total, difference), paid(received))).toBe(words);
  });
  it("counts money that was already refunded as not paid", () => {
    expect(differenceText(price("100.00", "-50.00"), paid("150.00", "50.00"))).toBe("$50.00 less to pay");
  });
});

describe("afterMoveText", () => {
  it("names what has to be done", () => {
    const nothing = { refundAmount: "0.00", toReturnAmount: "0.00", dueAmount: "0.00" };
    expect(afterMoveText({ ...price("10.00", "0.00"), ...nothing })).toBeNull();
    expect(
      afterMoveText({
        ...price("10.00", "-5.00"),
        refundAmount: "3.00",
        toReturnAmount: "2.00",
        dueAmount: "0.00",
      }),
    ).toBe("$3.00 is refunded to the card. Return $2.00 at the desk.");
    expect(afterMoveText({ ...price("10.00", "5.00"), ...nothing, dueAmount: "5.00" })).toBe("$5.00 is due.");
  });
});
