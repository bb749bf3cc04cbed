/** What may happen at the venue in a random history, and which periods are then asked for. */
import fc from "fast-check";
import { invoiceStep } from "./invoice-steps-fixture.ts";

const CHANGES = [
  "confirm",
  "cancel by venue",
  "cancel by customer",
  "release",
  "expire",
  "mark paid",
  "mark failed",
  "pay by card",
  "refund card money",
  "issue refund",
  "fail refund",
  "arrive",
  "miss",
] as const;

const which = fc.nat();
const roomId = fc.integer({ min: 1, max: 9 });
const method = fc.constantFrom("cash" as const, "terminal" as const, "transfer" as const);
const cents = fc.integer({ min: 1, max: 9_000 });
const place = { roomId, daysAhead: fc.nat(45), hour: fc.integer({ min: 8, max: 21 }) };
const request = fc.record({
  do: fc.constant("request" as const),
  ...place,
  hours: fc.integer({ min: 1, max: 4 }),
  by: fc.constantFrom("web" as const, "web" as const, "desk" as const, "free" as const, "account" as const),
});
const step = fc.oneof(
  { weight: 6, arbitrary: request },
  { weight: 10, arbitrary: fc.record({ do: fc.constantFrom(...CHANGES), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("receive" as const), which, method, cents }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("return" as const), which, method, cents }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("move" as const), which, ...place }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("block" as const),
      ...place,
      hours: fc.integer({ min: 1, max: 50 }),
      disposition: fc.constantFrom("keep" as const, "cancel" as const),
    }),
  },
  { weight: 6, arbitrary: invoiceStep },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("lift" as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("retire" as const, "reinstate" as const), roomId }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "add a room" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("open otherwise" as const),
      daysAhead: fc.nat(20),
      close: fc.integer({ min: 12, max: 24 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 3_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("project" as const), batch: fc.integer({ min: 1, max: 9 }) }),
  },
);
type RequestedBy = Extract<Step, { do: "request" }>["by"];
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
export const history = fc
  .tuple(fc.array(request, { minLength: 4, maxLength: 4 }), fc.array(step, { minLength: 15, maxLength: 45 }))
  .map(([requests, steps]): Step[] => [...requests, ...steps]);
/** A period by its first day, counted from the day of the question, and its length. */
const askedPeriod = fc.record({
  start: fc.integer({ min: -40, max: 40 }),
  days: fc.integer({ min: 1, max: 60 }),
});
export type AskedPeriod = typeof askedPeriod extends fc.Arbitrary<infer P> ? P : never;
export const periods = fc.array(askedPeriod, { minLength: 3, maxLength: 3 });

export const requested = (daysAhead: number, by: RequestedBy, roomId = 1): Step => ({
  do: "request",
  roomId,
  daysAhead,
  hour: 12,
  hours: 2,
  by,
});
