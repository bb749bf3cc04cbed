/** Checks how each event of an account moves money, and that it adds up to what the invoice says it received. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { DESK_METHODS } from "../rules/statuses.ts";
import { type AccountState, accountStream } from "./account.ts";
import type { AccountEvent } from "./account-events.ts";
import { accountMoneyMovedBy } from "./account-money-moved.ts";

const NUMBER = "2026-0001";
const PERSON = "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11";

const BEGINNING: AccountEvent[] = [
  {
    type: "AccountOpened",
    data: {
      reference: PERSON,
      personId: PERSON,
      creditLimitCents: 100_000,
      paymentDays: 14,
      selfBooking: false,
    },
  },
  { type: "VisitCharged", data: { bookingId: 1, day: "2026-12-01", cents: 40_000 } },
  {
    type: "InvoiceAdded",
    data: {
      number: NUMBER,
      issuedOn: "2026-12-01",
      dueOn: "2026-12-15",
      lines: [{ bookingId: 1, cents: 40_000 }],
    },
  },
];

const paid = (paymentIntentId: string, amountCents: number): AccountEvent => ({
  type: "InvoicePaymentReceived",
  data: { invoice: NUMBER, paymentIntentId, chargeId: null, amountCents },
});
const refund = { invoice: NUMBER, refundId: "refund-1" };
const asked: AccountEvent = {
  type: "InvoiceRefundRequested",
  data: { ...refund, paymentIntentId: "pi_1", amountCents: 3_000 },
};
const issued: AccountEvent = { type: "InvoiceRefundIssued", data: { ...refund, stripeRefundId: "re_1" } };
const failed: AccountEvent = {
  type: "InvoiceRefundFailed",
  data: { ...refund, stripeRefundId: "re_1", reasonCode: null },
};
const disputed: AccountEvent = {
  type: "InvoiceDisputeOpened",
  data: { invoice: NUMBER, disputeId: "dp_1", paymentIntentId: "pi_1", amountCents: 5_000 },
};
const closed = (outcome: "won" | "lost"): AccountEvent => ({
  type: "InvoiceDisputeClosed",
  data: { invoice: NUMBER, disputeId: "dp_1", outcome },
});

/** What each event after the beginning moves, in order; null for none. */
function movesOf(events: readonly AccountEvent[]) {
  let before: AccountState = accountStream.initial;
  return [...BEGINNING, ...events]
    .map((event) => {
      const after = accountStream.evolve(before, event);
      const moved = accountMoneyMovedBy({ before, after, event });
      before = after;
      return moved;
    })
    .slice(BEGINNING.length);
}
const centsOf = (events: readonly AccountEvent[]) => movesOf(events).map((moved) => moved?.cents ?? null);

it("counts a refund to a card when it is issued, and takes it back when it fails later", () => {
  expect(movesOf([paid("pi_1", 40_000)])).toEqual([{ invoice: NUMBER, method: "card", cents: 40_000 }]);
  expect(centsOf([paid("pi_1", 40_000), asked, issued, failed])).toEqual([40_000, null, -3_000, 3_000]);
  expect(centsOf([paid("pi_1", 40_000), asked, failed])).toEqual([40_000, null, null]);
});

it("withholds a dispute until it is won", () => {
  expect(centsOf([paid("pi_1", 40_000), disputed, closed("won")])).toEqual([40_000, -5_000, 5_000]);
  expect(centsOf([paid("pi_1", 40_000), disputed, closed("lost")])).toEqual([40_000, -5_000, null]);
});

it("counts an event once, whichever is repeated", () => {
  expect(centsOf([paid("pi_1", 40_000), paid("pi_1", 40_000), asked, issued, issued])).toEqual([
    40_000,
    null,
    null,
    -3_000,
    null,
  ]);
});

it("moves nothing when a visit is charged, credited or reminded of", () => {
  const credit: AccountEvent = {
    type: "InvoiceCredited",
    data: { number: "2026-0002", invoice: NUMBER, lines: [{ bookingId: 1, cents: 100 }], forgiven: true },
  };
  const reminded: AccountEvent = { type: "InvoiceReminded", data: { invoice: NUMBER, daysAfterDue: 3 } };
  expect(centsOf([credit, reminded])).toEqual([null, null]);
});

it("adds up by method in any history of the desk", () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          type: fc.constantFrom("InvoiceMoneyReceived" as const, "InvoiceMoneyReturned" as const),
          method: fc.constantFrom(...DESK_METHODS),
          amountCents: fc.integer({ min: 1, max: 9_000 }),
        }),
      ),
      (deeds) => {
        const moves = movesOf(
          deeds.map(({ type, ...data }) => ({ type, data: { invoice: NUMBER, ...data } })),
        );
        for (const method of DESK_METHODS) {
          const expected = deeds
            .filter((deed) => deed.method === method)
            .reduce(
              (sum, { type, amountCents }) => sum + (type === "InvoiceMoneyReceived" ? 1 : -1) * amountCents,
              0,
            );
          const counted = moves.reduce((sum, moved) => sum + (moved?.method === method ? moved.cents : 0), 0);
          expect(counted).toBe(expected);
        }
      },
    ),
  ));
