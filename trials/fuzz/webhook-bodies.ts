/** Draws bodies for the payment provider's webhook: its events about our bookings, any part of which may be replaced. */
import fc from "fast-check";
import { hostileBody, hostileJson } from "./hostile.ts";
import type { Known } from "./schema-values.ts";

const EVENTS = {
  payment_intent: [
    "payment_intent.succeeded",
    "payment_intent.processing",
    "payment_intent.payment_failed",
    "payment_intent.canceled",
  ],
  refund: ["refund.created", "refund.updated", "refund.failed"],
  dispute: ["charge.dispute.created", "charge.dispute.closed", "charge.dispute.funds_withdrawn"],
  customer: ["customer.created"],
} as const;

type Kind = keyof typeof EVENTS;

/** An event as the provider sends it, sometimes with one part replaced, and sometimes no event at all. */
export function webhookBody(known: Known): fc.Arbitrary<string> {
  const event = fc
    .tuple(
      fc.constantFrom<Kind>("payment_intent", "refund", "dispute", "customer"),
      fc.nat(),
      fc.stringMatching(/^[a-zA-Z0-9]{24}$/),
    )
    .map(([kind, place, id]) => {
      const types = EVENTS[kind];
      const about = objectOf(kind, { known, place, id });
      return {
        id: `evt_${id}`,
        object: "event",
        type: types[place % types.length],
        data: { object: about },
      };
    });
  return fc.oneof(
    { weight: 2, arbitrary: event.map((whole) => JSON.stringify(whole)) },
    {
      weight: 7,
      arbitrary: fc
        .tuple(event, fc.nat(), hostileJson)
        .map(([whole, place, json]) => withPart(whole, place % partsOf(whole), json)),
    },
    { weight: 1, arbitrary: hostileBody },
  );
}

function objectOf(kind: Kind, { known, place, id }: { known: Known; place: number; id: string }): object {
  const one = (name: string): string => String(known(name)[place % Math.max(1, known(name).length)] ?? id);
  const metadata = { bookingId: one("bookings id"), reference: one("reference") };
  const payment = one("paymentIntentId");
  switch (kind) {
    case "payment_intent":
      return {
        id: payment,
        object: kind,
        status: ["succeeded", "processing", "canceled", "requires_payment_method"][place % 4],
        amount: 5_000,
        amount_received: 5_000,
        currency: "usd",
        client_secret: `${payment}_secret_x`,
        latest_charge: "ch_1",
        last_payment_error: { type: "card_error", code: "card_declined", message: "No.", charge: "ch_2" },
        metadata,
      };
    case "refund":
      return {
        id: `re_${id}`,
        object: kind,
        amount: 100,
        status: place % 2 === 0 ? "succeeded" : "failed",
        failure_reason: null,
        payment_intent: payment,
        metadata: place % 3 === 0 ? {} : { ...metadata, refundId: "refund-1" },
      };
    case "dispute":
      return {
        id: `du_${id}`,
        object: kind,
        amount: 100,
        status: "needs_response",
        reason: "fraudulent",
        charge: "ch_1",
        payment_intent: payment,
      };
    default:
      return { id: `cus_${id}`, object: kind };
  }
}

const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** The number of values in it, itself included. */
const partsOf = (value: unknown): number =>
  1 + (isBranch(value) ? Object.values(value).reduce<number>((sum, inner) => sum + partsOf(inner), 0) : 0);

/** The value's JSON, with another text in place of its part number `place`. */
function withPart(value: unknown, place: number, json: string): string {
  let passed = 0;
  function write(part: unknown): string {
    if (passed++ === place) return json;
    if (!isBranch(part)) return JSON.stringify(part) ?? "null";
    const fields = Object.entries(part).map(([name, inner]) => `${JSON.stringify(name)}:${write(inner)}`);
    return `{${fields.join(",")}}`;
  }
  return write(value);
}
