/** What may happen to billing accounts, in any order, for tests of random histories: by the product's own commands and the provider. */
import fc from "fast-check";
import { DESK_METHODS } from "../booking/rules/statuses.ts";
import { SERIES_SCOPES } from "../booking/series/repeat.ts";

const CARDS = [
  "pm_card_visa",
  "pm_card_visa",
  "pm_card_createDispute",
  "pm_card_createDisputeInquiry",
  "pm_card_refundFail",
  "pm_card_chargeDeclined",
];
const EVIDENCE = ["winning_evidence", "losing_evidence", "escalate_inquiry_evidence"];

/** A number of which the remainder chooses an account, a visit or an invoice. */
const which = fc.nat(59);
const hour = fc.integer({ min: 9, max: 18 });
const hours = fc.integer({ min: 1, max: 3 });
const roomId = fc.integer({ min: 1, max: 7 });
const days = fc.integer({ min: 0, max: 25 });
/** Of what is due, left or received; more than all of it is refused. */
const share = fc.constantFrom(0.33, 0.5, 1, 1, 1, 1.2);

const book = fc.record({ do: fc.constant("book" as const), which, roomId, days, hour, hours });
const invoice = fc.record({
  do: fc.constant("invoice" as const),
  which,
  days: fc.integer({ min: -5, max: 40 }),
});
const cards = fc.record({
  do: fc.constantFrom("pay by card" as const, "pay by card" as const, "pay what was opened" as const),
  which,
  method: fc.constantFrom(...CARDS),
});
const money = fc.record({
  do: fc.constantFrom("receive" as const, "receive" as const, "return" as const),
  which,
  share,
  method: fc.constantFrom(...DESK_METHODS),
});
const move = fc.record({
  do: fc.constant("move" as const),
  which,
  roomId,
  days,
  hour,
  hours,
  ourFault: fc.boolean(),
});
const cancel = fc.record({
  do: fc.constant("cancel" as const),
  which,
  by: fc.constantFrom("venue" as const, "customer" as const),
});

export const billingDeed = fc.oneof(
  book,
  book,
  book,
  book,
  invoice,
  invoice,
  invoice,
  cards,
  cards,
  cards,
  money,
  money,
  money,
  money,
  move,
  move,
  cancel,
  cancel,
  fc.record({
    do: fc.constant("book a series" as const),
    which,
    roomId,
    days,
    hour,
    hours,
    count: fc.integer({ min: 2, max: 4 }),
  }),
  fc.record({ do: fc.constant("extend the series" as const), count: fc.integer({ min: 1, max: 2 }) }),
  fc.record({
    do: fc.constant("cancel dates" as const),
    which,
    scope: fc.constantFrom(...SERIES_SCOPES),
    by: fc.constantFrom("venue" as const, "customer" as const),
  }),
  fc.record({
    do: fc.constant("move dates" as const),
    which,
    scope: fc.constantFrom(...SERIES_SCOPES),
    roomId,
  }),
  fc.record({ do: fc.constant("reduce" as const), which, percent: fc.constantFrom(5, 33, 50, 100) }),
  fc.record({ do: fc.constant("swap" as const), which, with: which, ourFault: fc.boolean() }),
  fc.record({
    do: fc.constant("close" as const),
    which,
    choice: fc.constantFrom("cancel" as const, "move" as const, "keep" as const),
    hour,
  }),
  fc.record({ do: fc.constant("let off" as const), which, share }),
  fc.record({
    do: fc.constant("refund in the dashboard" as const),
    which,
    units: fc.integer({ min: 1, max: 90 }),
  }),
  fc.record({ do: fc.constant("decide disputes" as const), which, evidence: fc.constantFrom(...EVIDENCE) }),
  fc.record({ do: fc.constant("days pass" as const), days: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constant("the tax changes" as const), percent: fc.constantFrom(0, 7, 8.875, 19) }),
  fc.record({
    do: fc.constant("change the terms" as const),
    which,
    limit: fc.constantFrom(30_000, 200_000, 900_000),
    suspended: fc.constantFrom(false, false, false, true),
    paymentDays: fc.constantFrom(0, 14, 60),
  }),
  fc.record({
    do: fc.constantFrom(
      "miss" as const,
      "come" as const,
      "undo" as const,
      "reopen" as const,
      "reopen" as const,
    ),
    which,
  }),
  fc.record({ do: fc.constant("settle the cards" as const) }),
  fc.record({ do: fc.constant("webhooks" as const) }),
);
export type BillingDeed = typeof billingDeed extends fc.Arbitrary<infer Given> ? Given : never;
