/** Defines the stream `webhook-N`: an address that is told of public events, from its making to its end (decision 300). Pure. */
import { z } from "zod";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { refuse } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";
import { ADMINS, type StaffRole } from "../staff/staff.ts";
import { WEBHOOK_BODIES, WEBHOOK_EVENTS, type WebhookBody, type WebhookEventName } from "./choices.ts";

const events = z.array(z.enum(WEBHOOK_EVENTS));
const body = z.enum(WEBHOOK_BODIES);

const definitions = [
  /** The address and the sealed secret are in its row, since an address may contain a secret. */
  defineEvent("WebhookMade", z.object({ events, body })),
  defineEvent(
    "WebhookChanged",
    z.object({
      events: events.optional(),
      body: body.optional(),
      active: z.boolean().optional(),
      url: z.literal("changed").optional(),
    }),
  ),
  defineEvent("WebhookSecretRotated", z.object({})),
  /** Deliveries from this position on are made once more. */
  defineEvent("WebhookReplayed", z.object({ from: z.number().int() })),
  /** Its receiver answered 410: it is not active until an admin makes it so. */
  defineEvent("WebhookDisabled", z.object({})),
  /** A delivery failed ten times. Of further ones within a day, no event is told. */
  defineEvent("WebhookDeliveryFailed", z.object({ deliveryId: z.number().int() })),
  defineEvent("WebhookEnded", z.object({})),
] as const;

export type WebhookEvent = EventOf<(typeof definitions)[number]>;

interface Webhook {
  exists: true;
  events: readonly WebhookEventName[];
  body: WebhookBody;
  active: boolean;
  ended: boolean;
}

type WebhookState = { exists: false } | Webhook;

function evolve(state: WebhookState, event: WebhookEvent): WebhookState {
  if (event.type === "WebhookMade") return { exists: true, ...event.data, active: true, ended: false };
  if (!state.exists) return state;
  switch (event.type) {
    case "WebhookChanged": {
      const { events = state.events, body = state.body, active = state.active } = event.data;
      return { ...state, events, body, active };
    }
    case "WebhookDisabled":
      return { ...state, active: false };
    case "WebhookEnded":
      return { ...state, active: false, ended: true };
    case "WebhookSecretRotated":
    case "WebhookReplayed":
    case "WebhookDeliveryFailed":
      return state;
    default:
      return event satisfies never;
  }
}

/** The streams `webhook-N`. */
export const webhookStream = defineStream({
  category: "webhook",
  events: definitions,
  initial: { exists: false } as WebhookState,
  evolve,
});

/** What an admin may change. */
export interface WebhookChange {
  events?: readonly WebhookEventName[] | undefined;
  body?: WebhookBody | undefined;
  active?: boolean | undefined;
  /** Whether the address becomes another one. */
  movesTo?: "another" | undefined;
}

export type WebhookCommand =
  | { type: "MakeWebhook"; role: StaffRole; events: readonly WebhookEventName[]; body: WebhookBody }
  | { type: "ChangeWebhook"; role: StaffRole; change: WebhookChange }
  | { type: "RotateSecret"; role: StaffRole }
  | { type: "Replay"; role: StaffRole; from: number }
  | { type: "EndWebhook"; role: StaffRole }
  /** By the product itself. */
  | { type: "Disable" }
  | { type: "NoteFailure"; deliveryId: number };

const NOTHING: Decision<WebhookEvent> = { ok: true, events: [] };
const one = (event: WebhookEvent): Decision<WebhookEvent> => ({ ok: true, events: [event] });

/** Webhooks are an admin's. No event means that the webhook is already as asked for. An ended one is not found. */
export function decide(command: WebhookCommand, state: WebhookState): Decision<WebhookEvent> {
  if ("role" in command && !ADMINS.includes(command.role)) return refuse("RoleNotPermitted");
  if (command.type === "MakeWebhook") {
    const { events, body } = command;
    return one({ type: "WebhookMade", data: { events: inOrder(events), body } });
  }
  const isThere = state.exists && !state.ended;
  switch (command.type) {
    case "ChangeWebhook":
      return isThere ? changed(command.change, state) : refuse("WebhookNotFound");
    case "RotateSecret":
      return isThere ? one({ type: "WebhookSecretRotated", data: {} }) : refuse("WebhookNotFound");
    case "Replay":
      if (!isThere) return refuse("WebhookNotFound");
      return state.active
        ? one({ type: "WebhookReplayed", data: { from: command.from } })
        : refuse("WebhookNotActive");
    case "EndWebhook":
      if (!state.exists) return refuse("WebhookNotFound");
      return state.ended ? NOTHING : one({ type: "WebhookEnded", data: {} });
    case "Disable":
      return isThere && state.active ? one({ type: "WebhookDisabled", data: {} }) : NOTHING;
    case "NoteFailure":
      return isThere
        ? one({ type: "WebhookDeliveryFailed", data: { deliveryId: command.deliveryId } })
        : NOTHING;
    default:
      return command satisfies never;
  }
}

/** Each name once. */
const inOrder = (names: readonly WebhookEventName[]): WebhookEventName[] =>
  WEBHOOK_EVENTS.filter((name) => names.includes(name));

function changed(change: WebhookChange, state: Webhook): Decision<WebhookEvent> {
  const events = change.events && inOrder(change.events);
  const data = {
    ...(events && events.join() !== state.events.join() && { events }),
    ...(change.body && change.body !== state.body && { body: change.body }),
    ...(change.active !== undefined && change.active !== state.active && { active: change.active }),
    ...(change.movesTo && { url: "changed" as const }),
  };
  return Object.keys(data).length === 0 ? NOTHING : one({ type: "WebhookChanged", data });
}
