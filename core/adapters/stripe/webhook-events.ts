/** Validates webhooks as Stripe events: checks the shape of those parts of Stripe's objects that the product reads. */
import type Stripe from "stripe";
import { z } from "zod";
import { MalformedWebhook } from "../../payment/gateway.ts";

/** An id begins with letters and an underscore, so that it cannot be the name of an inherited property (`constructor`, `__proto__`). */
const StripeId = z.string().regex(/^[a-z]+_[\w-]{1,250}$/i);
/** Only printable characters: a database cannot store all others. */
const Words = z
  .string()
  .max(5_000)
  .refine((text) => !text.includes("\u0000") && !/\p{Cs}/u.test(text));
const Cents = z.int().nonnegative();
const Metadata = z.record(z.string(), Words);
const Related = z.union([StripeId, z.looseObject({ id: StripeId })]).nullish();

const INTENT = z.looseObject({
  id: StripeId,
  status: Words,
  amount: Cents,
  amount_received: Cents,
  currency: Words,
  metadata: Metadata,
  client_secret: Words,
  latest_charge: Related,
  last_payment_error: z
    .looseObject({
      type: Words.nullish(),
      code: Words.nullish(),
      decline_code: Words.nullish(),
      message: Words.nullish(),
      charge: StripeId.nullish(),
      payment_method: z.looseObject({ id: StripeId }).nullish(),
    })
    .nullish(),
});

const REFUND = z.looseObject({
  id: StripeId,
  amount: Cents,
  currency: Words,
  status: Words.nullable(),
  metadata: Metadata.nullable(),
  payment_intent: Related,
  failure_reason: Words.nullish(),
});

const DISPUTE = z.looseObject({
  id: StripeId,
  amount: Cents,
  currency: Words,
  status: Words,
  reason: Words,
  payment_intent: Related,
  charge: Related,
});

/** The shapes by the beginning of an event's type. */
const OBJECTS = [
  ["payment_intent.", INTENT],
  ["refund.", REFUND],
  ["charge.dispute.", DISPUTE],
] as const;

const Event = z.looseObject({
  id: StripeId,
  type: Words,
  data: z.looseObject({ object: z.looseObject({}) }),
});

/** Throws `MalformedWebhook`. Parts of an event that the product does not read are not checked. */
export function readEvent(json: unknown): Stripe.Event {
  const event = Event.safeParse(json);
  if (!event.success) throw new MalformedWebhook("the webhook is not an event", { cause: event.error });
  const { type, data } = event.data;
  const [, schema] = OBJECTS.find(([beginning]) => type.startsWith(beginning)) ?? [];
  const object = schema?.safeParse(data.object);
  if (object && !object.success) {
    throw new MalformedWebhook(`the webhook's ${type} does not have Stripe's shape`, { cause: object.error });
  }
  // Every part that is read was checked; the rest is Stripe's, as its signature proves.
  return json as Stripe.Event;
}
