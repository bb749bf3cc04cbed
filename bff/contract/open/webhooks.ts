/** The wire shapes of webhooks and their deliveries (decision 300). */
import { z } from "zod";
import { WEBHOOK_BODIES, WEBHOOK_EVENTS } from "../../../core/webhook/choices.ts";
import { Id, Instant, namedObject, printableText, queryNumber, singleLineText } from "../fields.ts";
import { Position } from "./events.ts";

export const DELIVERIES_PAGE = 50;

const Url = z
  .string({ error: "Enter an address" })
  .trim()
  .min(1, "Enter an address")
  // The parser of addresses leaves some of these characters out: another address than the one that was read would be stored.
  .refine(...singleLineText("The address"))
  .refine(...printableText("The address"))
  .meta({
    description: "An https address of the public internet",
    examples: ["https://example.org/webhook"],
  });

const Events = z
  .array(z.enum(WEBHOOK_EVENTS, { error: `An event is one of ${WEBHOOK_EVENTS.join(", ")}` }), {
    error: "Events must be a list",
  })
  .min(1, "Choose at least one event")
  .max(20, "Events must be at most 20")
  .meta({ description: "What it is told of; `*` is everything", examples: [["booking.confirmed"]] });

const Body = z.enum(WEBHOOK_BODIES, { error: "The body is thin or full" }).meta({
  description: "`thin` names no person; `full` adds the booking, as it is when it is sent",
});

const given = { url: Url, events: Events, body: Body };

export const NewWebhook = namedObject("NewWebhook", { ...given, body: Body.default("thin") });
export type NewWebhook = z.input<typeof NewWebhook>;

export const WebhookChanges = namedObject("WebhookChanges", {
  url: Url.optional(),
  events: Events.optional(),
  body: Body.optional(),
  active: z.boolean({ error: "Active is true or false" }).optional().meta({
    description:
      "One that becomes active again is told of what happens from then on; replay what it has missed",
  }),
});
export type WebhookChanges = z.infer<typeof WebhookChanges>;

const webhook = {
  id: Id,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  body: z.enum(WEBHOOK_BODIES),
  active: z.boolean(),
  disabledBecause: z.enum(["gone"]).nullable().meta({
    description: "`gone`: its receiver answered 410, so that nothing is sent until an admin makes it active",
  }),
  madeBy: z.string().meta({ description: "The name of the admin who made it" }),
  createdAt: Instant,
  bothSignUntil: Instant.nullable().meta({
    description: "Until when the earlier secret signs too, after a rotation",
  }),
  retrying: z.number().int().meta({ description: "Deliveries that have failed and are tried again" }),
  failed: z.number().int().meta({ description: "Deliveries of the last 30 days that have failed for good" }),
};

export const Webhook = namedObject("Webhook", webhook);
export type Webhook = z.infer<typeof Webhook>;

/** The only answers that have a secret. */
export const WebhookWithSecret = namedObject("WebhookWithSecret", {
  ...webhook,
  secret: z.string().meta({
    description: "With it a receiver checks signatures (standardwebhooks.com). No later answer has it",
    examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  }),
});

export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

const DELIVERY_STATES = ["waiting", "delivered", "failed", "replaced"] as const;

const DeliveryId = z
  .string()
  .regex(/^del_[1-9]\d{0,14}$/)
  .meta({ examples: ["del_42"] });

export const Delivery = namedObject("WebhookDelivery", {
  id: DeliveryId,
  state: z.enum(DELIVERY_STATES).meta({
    description: "`replaced`: a replay makes it once more, or the webhook was inactive or has ended",
  }),
  type: z.string().meta({ examples: ["booking.confirmed", "webhook.test"] }),
  position: Position.nullable().meta({ description: "Null for a test" }),
  bookingId: Id.nullable(),
  createdAt: Instant,
  nextTryAt: Instant.nullable().meta({
    description: "Null while an earlier delivery of its stream waits, and once it has ended",
  }),
  request: z.object({
    headers: z.record(z.string(), z.string()),
    body: z.string().meta({ description: "As it is sent now; a full one has the booking in addition" }),
  }),
  tries: z.array(
    z.object({
      at: Instant,
      tookMs: z.number().int(),
      status: z
        .number()
        .int()
        .nullable()
        .meta({ description: "The answer's HTTP status; null without an answer" }),
      failure: z.string().nullable().meta({ description: "Why there was no answer" }),
      answer: z
        .string()
        .nullable()
        .meta({ description: "The beginning of the answer. An erasure removes it" }),
    }),
  ),
});
export type Delivery = z.infer<typeof Delivery>;

export const Deliveries = namedObject("WebhookDeliveries", {
  deliveries: z.array(Delivery),
  next: z.number().int().nullable().meta({ description: "Cursor of the page after; null on the last one" }),
});

export type Deliveries = z.infer<typeof Deliveries>;

export const DeliveriesQuery = z.object({
  cursor: queryNumber("Cursor").optional(),
  state: z.enum(DELIVERY_STATES, { error: `State is one of ${DELIVERY_STATES.join(", ")}` }).optional(),
});

export const Replay = namedObject("WebhookReplay", {
  from: z
    .union([Position, DeliveryId], { error: "From is a position or the id of a delivery" })
    .meta({ description: "A position, or a delivery's id: it and all later ones are made once more" }),
});
