/** Writes webhooks and their deliveries for admins. */
import type { ListedDelivery } from "../../../core/webhook/deliveries.ts";
import type { WebhookRow } from "../../../core/webhook/webhook-rows.ts";
import { thinEvent } from "../../../projections/open/thin-event.ts";
import type { Delivery, Webhook } from "../../contract/open/webhooks.ts";

export function webhookJson(
  { madeBy, madeAt, earlierUntil, ...webhook }: WebhookRow,
  {
    names,
    trouble = { retrying: 0, failed: 0 },
    now,
  }: {
    names: ReadonlyMap<number, string>;
    trouble: { retrying: number; failed: number } | undefined;
    now: Date;
  },
): Webhook {
  return {
    ...webhook,
    madeBy: names.get(madeBy) ?? `Staff ${madeBy}`,
    createdAt: madeAt.toISOString(),
    bothSignUntil: earlierUntil && earlierUntil > now ? earlierUntil.toISOString() : null,
    ...trouble,
  };
}

const PREFIX = "del_";
const deliveryIdOf = (id: number): string => `${PREFIX}${id}`;

/** Where a replay begins: a position, or the text of a delivery's id. */
export const fromOf = (from: number | string): { position: number } | { deliveryId: number } =>
  typeof from === "number" ? { position: from } : { deliveryId: Number(from.slice(PREFIX.length)) };

export const deliveryJson = (delivery: ListedDelivery): Delivery => ({
  id: deliveryIdOf(delivery.id),
  state: delivery.state,
  type: delivery.type,
  position: delivery.position,
  bookingId: delivery.bookingId,
  createdAt: delivery.madeAt.toISOString(),
  nextTryAt: delivery.nextAt?.toISOString() ?? null,
  request: {
    headers: { "content-type": "application/json", "webhook-id": delivery.messageId },
    body: JSON.stringify(thinEvent(delivery)),
  },
  tries: delivery.log.map(({ triedAt, ...one }) => ({ at: new Date(triedAt).toISOString(), ...one })),
});
