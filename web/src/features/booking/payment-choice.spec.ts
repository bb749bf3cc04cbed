/** Checks why something cannot be booked on an account. */
import { expect, it } from "vitest";
import { whyNotOnAccount } from "./payment-choice.tsx";

const account = { state: "open", overdue: "0.00", available: "150.00" } as const;

it("says what is in the way, and nothing if nothing is", () => {
  expect(whyNotOnAccount(account, 15_000)).toBeNull();
  expect(whyNotOnAccount(account, 15_001)).toContain("$150.00 of your limit is left");
  expect(whyNotOnAccount({ ...account, state: "suspended" }, 1)).toContain("suspended");
  expect(whyNotOnAccount({ ...account, state: "overdue", overdue: "20.00" }, 1)).toContain(
    "$20.00 is overdue",
  );
});
