/** Shows what a guest reads when a booking is over. */
import { describe, expect, it } from "vitest";
import type { OwnBooking } from "../../../bff/contract/customer/customer.ts";
import { causeInShort, causeWords } from "./cause-words.ts";

const RECEIPT: OwnBooking["receipt"] = {
  ...{ number: "R-1", taxNumber: "", payments: [], lines: [] },
  ...{ onAccount: null, tax: "0.00", total: "0.00" },
};

const told = (cancellation: OwnBooking["cancellation"], money: Partial<OwnBooking> = {}) =>
  causeWords({
    cancellation,
    roomName: "Classroom",
    startTime: "2026-12-12T15:00:00.000Z",
    endTime: "2026-12-12T17:00:00.000Z",
    timeZone: "America/New_York",
    paidAmount: "0.00",
    refundedAmount: "0.00",
    refundUnderWayAmount: "0.00",
    receipt: RECEIPT,
    ...money,
  });
const VISIT = "Classroom on Saturday, December 12, 10:00 AM – 12:00 PM";

describe("the words for a booking that is over", () => {
  it("name the cause in short where the booking is shown beside it, with the venue's reason as a sentence", () => {
    expect(causeInShort({ cancellation: { cause: "closure", reason: "The floor is being sanded" } })).toBe(
      "We had to close the room, which cancelled this booking. The reason: The floor is being sanded.",
    );
    expect(causeInShort({ cancellation: { cause: "venue", reason: null } })).toBe(
      "We had to cancel this booking.",
    );
    expect(causeInShort({ cancellation: null })).toBe("This booking is cancelled.");
  });

  it("name the cause, each in a sentence of its own", () => {
    expect(told({ cause: "expiry", reason: null }).sentences).toEqual([
      `${VISIT} was not paid in time, so the hours are free again.`,
      "Nothing was charged.",
    ]);
    expect(told({ cause: "venue", reason: null }).sentences[0]).toBe(
      `We are sorry: we had to cancel ${VISIT}.`,
    );
    expect(told({ cause: "closure", reason: "The floor is being sanded" })).toEqual({
      title: "The room is closed at this time",
      sentences: [
        `We are sorry: we had to close the room, which cancels ${VISIT}.`,
        "The reason: The floor is being sanded.",
        "Nothing was charged.",
      ],
    });
  });
  it("say that a hold has ended before the server has recorded it", () =>
    expect(told(null).title).toBe("Your hold has ended"));
  it("say of a booking on account what its invoice lists", () => {
    const owing = (total: string) => ({ accountId: 3, receipt: { ...RECEIPT, total } });
    expect(told({ cause: "customer", reason: null }, owing("30.00"))).toEqual({
      title: "This booking is cancelled",
      sentences: [
        `As you asked, ${VISIT} is cancelled.`,
        "By the cancellation policy $30.00 is kept, and your invoice lists it.",
      ],
    });
    expect(told({ cause: "venue", reason: null }, owing("0.00")).sentences.at(-1)).toBe(
      "Nothing stays on your account.",
    );
  });
  it("say what becomes of the money", () => {
    const byVenue = { cause: "venue", reason: null } as const;
    expect(told(byVenue, { refundUnderWayAmount: "60.00", paidAmount: "60.00" }).sentences.at(-1)).toBe(
      "$60.00 is being refunded to your card.",
    );
    expect(told(byVenue, { refundedAmount: "60.00" }).sentences.at(-1)).toBe("$60.00 was refunded.");
    expect(told({ cause: "customer", reason: null }, { paidAmount: "60.00" }).sentences.at(-1)).toBe(
      "By the cancellation policy nothing is refunded.",
    );
  });
});
