/** Faults of external systems: the payment provider, its webhooks, and the disk of the outbox. */
import type { ProviderProxyState } from "../arena/provider/provider-proxy.ts";
import type { WebhookRelayState } from "../arena/provider/webhook-relay.ts";
import { type FaultContext, type FaultKind, fault } from "./fault.ts";

const providerFault = (
  name: string,
  weight: number,
  state: (scene: FaultContext) => ProviderProxyState,
): FaultKind =>
  fault(name, weight, async (scene) => {
    scene.product.providerProxy.set(state(scene));
    try {
      await scene.lasts(2_000, 6_000);
    } finally {
      scene.product.providerProxy.set("open");
    }
    return "provider";
  });

const webhookFault = (name: string, weight: number, state: WebhookRelayState): FaultKind =>
  fault(name, weight, async ({ product, lasts }) => {
    product.webhookRelay.set(state);
    try {
      await lasts(3_000, 8_000);
    } finally {
      product.webhookRelay.set("open");
    }
    return "webhooks";
  });

export const externalFaults: readonly FaultKind[] = [
  providerFault("provider-slow", 2, ({ random }) => ({ slowMs: random.between(500, 3_000) })),
  providerFault("provider-refuses", 2, () => "shut"),
  providerFault("provider-fails", 2, () => "failing"),
  providerFault("provider-does-twice", 3, () => "twice"),
  providerFault("provider-does-and-is-mute", 3, () => "mute"),
  webhookFault("webhooks-lost", 3, "lossy"),
  webhookFault("webhooks-doubled", 2, "doubling"),
  webhookFault("webhooks-shuffled", 2, "shuffled"),
  webhookFault("webhooks-late", 2, { delayMs: 2_500 }),
  fault("outbox-full", 3, async ({ product: { outbox }, lasts }) => {
    outbox.fill();
    try {
      await lasts(1_500, 5_000);
    } finally {
      outbox.relieve();
    }
    return `outbox (${outbox.error})`;
  }),
];
