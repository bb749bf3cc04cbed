/** Checks which webhooks the gateway accepts, and what it reports of a provider that does not answer. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GatewayUnavailable, InvalidSignature } from "../../payment/gateway.ts";
import {
  createPaymentWorld,
  type PaymentWorld,
  REFERENCE,
  standingClock,
  startWebhookSite,
  WEBHOOK_SECRET,
} from "./payment-fixture.ts";
import { createStripeGateway } from "./stripe-gateway.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(async () => {
  expect(await world.imbalance()).toEqual([]);
  await world.close();
});

describe("a webhook", () => {
  test("is accepted if the simulated Stripe signed it, and is read as a report of its intent", async () => {
    const site = await startWebhookSite();
    const { simulated, gateway, browser } = await world.start(site.url);
    const intent = await gateway.openIntent({
      bookingId: 30,
      reference: REFERENCE,
      amountCents: 5000,
      idempotencyKey: "open-30",
    });
    await browser.pay(intent, "4000000000000002");
    await browser.pay(intent);
    await gateway.refund({
      paymentIntentId: intent.id,
      amountCents: 1500,
      idempotencyKey: "refund-30",
      name: { bookingId: 30, reference: REFERENCE, refundId: "r30" },
    });
    await simulated.deliverWebhooks();

    const reports = await Promise.all(
      site.received.map((hook) => gateway.readWebhook(hook.body, hook.signature)),
    );
    expect(reports).toHaveLength(4);
    expect(reports).toContainEqual({
      kind: "intent",
      eventId: expect.stringMatching(/^evt_/),
      intent: expect.objectContaining({ id: intent.id, status: "open", failure: expect.anything() }),
    });
    expect(reports).toContainEqual({
      kind: "intent",
      eventId: expect.stringMatching(/^evt_/),
      intent: expect.objectContaining({
        id: intent.id,
        status: "succeeded",
        bookingId: 30,
        reference: REFERENCE,
        amountCents: 5000,
      }),
    });
    expect(reports).toContainEqual({
      kind: "refund",
      eventId: expect.stringMatching(/^evt_/),
      refund: {
        stripeRefundId: expect.stringMatching(/^re_/),
        name: { bookingId: 30, reference: REFERENCE, refundId: "r30" },
        failureCode: null,
        paymentIntentId: intent.id,
        amountCents: 1500,
        status: "succeeded",
      },
    });
    // charge.refunded says nothing that refund.created has not said.
    expect(reports).toContain(null);

    const [hook] = site.received;
    if (!hook) throw new Error("no webhook came");
    const changed = hook.body.replace("5000", "5001");
    await expect(gateway.readWebhook(changed, hook.signature)).rejects.toThrow(InvalidSignature);
    await expect(gateway.readWebhook(hook.body, "")).rejects.toThrow(InvalidSignature);
    await expect(gateway.readWebhook(hook.body, "t=1,v1=00")).rejects.toThrow(InvalidSignature);

    const reader = (webhookSecret: string, now: string) =>
      createStripeGateway({
        secretKey: "sk_test_x",
        publishableKey: "pk_test_x",
        webhookSecret,
        simulated: true,
        clock: standingClock(now),
      });
    await expect(
      reader("whsec_other", "2026-06-01T12:00:00Z").readWebhook(hook.body, hook.signature),
    ).rejects.toThrow(InvalidSignature);
    await expect(
      reader(WEBHOOK_SECRET, "2026-06-01T12:05:01Z").readWebhook(hook.body, hook.signature),
    ).rejects.toThrow(InvalidSignature);
    expect(
      await reader(WEBHOOK_SECRET, "2026-06-01T12:04:59Z").readWebhook(hook.body, hook.signature),
    ).not.toBeNull();
    await site.close();
  });
});

test("a provider that cannot be reached, or that refuses the key, is unavailable", async () => {
  const { simulated } = await world.start();
  const keys = {
    publishableKey: "pk_test_x",
    webhookSecret: WEBHOOK_SECRET,
    simulated: true,
    clock: world.clock,
  };
  const stranger = createStripeGateway({ ...keys, secretKey: "sk_test_wrong", host: simulated });
  await expect(stranger.retrieveIntent("pi_1")).rejects.toThrow(GatewayUnavailable);

  await simulated.stop();
  const cutOff = createStripeGateway({ ...keys, secretKey: simulated.secretKey, host: simulated });
  await expect(
    cutOff.openIntent({
      bookingId: 1,
      reference: REFERENCE,
      amountCents: 5000,
      idempotencyKey: "no-server",
    }),
  ).rejects.toThrow(GatewayUnavailable);
});

test("a provider that does not answer is waited for until the caller's limit, and called once", async () => {
  let asked = 0;
  const hanging = createServer(() => {
    asked += 1;
  });
  await new Promise<void>((resolve) => hanging.listen(0, "127.0.0.1", resolve));
  const { port } = hanging.address() as AddressInfo; // it listens on TCP
  const gateway = createStripeGateway({
    secretKey: "sk_test_x",
    publishableKey: "pk_test_x",
    webhookSecret: WEBHOOK_SECRET,
    simulated: true,
    clock: world.clock,
    host: { host: "127.0.0.1", port },
  });
  const policy = { timeoutMs: 50, retries: 0 };
  await expect(gateway.retrieveIntent("pi_1", policy)).rejects.toThrow(GatewayUnavailable);
  await expect(gateway.cancelIntent("pi_1", policy)).rejects.toThrow(GatewayUnavailable);
  expect(asked).toBe(2);
  hanging.closeAllConnections();
  hanging.close();
});
