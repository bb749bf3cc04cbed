/** Lists what a webhook may be told of, and in which form (decision 300). Pure. */
import { PUBLIC_EVENT_TYPES } from "../open/public-event-types.ts";

/** `*` is everything, kinds of later versions too. */
export const WEBHOOK_EVENTS = [...PUBLIC_EVENT_TYPES, "*"] as const;
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];

/** `thin` says what happened to which booking; `full` adds the booking, as it is when it is sent. */
export const WEBHOOK_BODIES = ["thin", "full"] as const;
export type WebhookBody = (typeof WEBHOOK_BODIES)[number];
