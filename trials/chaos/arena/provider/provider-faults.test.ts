/** Shows what the proxy to the payment provider and the relay of webhooks do in each state. */
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listenOnLoopback } from "../listen-on-loopback.ts";
import { openProviderProxy, type ProviderProxy } from "./provider-proxy.ts";
import { openWebhookRelay, type WebhookRelay } from "./webhook-relay.ts";

/** The bodies that have arrived behind the proxy or the relay, with their keys. */
let arrived: string[] = [];
const server = createServer(async (asked, answer) => {
  const body = (await buffer(asked)).toString();
  arrived.push(`${asked.headers["idempotency-key"] ?? asked.headers["stripe-signature"]} ${body}`);
  answer.writeHead(201, { "content-type": "text/plain" }).end(`done ${body}`);
});
let providerProxy: ProviderProxy;
let webhookRelay: WebhookRelay;
/** So long that only a change of the state delivers the collected webhooks. */
const MOMENT_MS = 3_600_000;
beforeAll(async () => {
  const port = await listenOnLoopback(server);
  providerProxy = await openProviderProxy(port);
  webhookRelay = await openWebhookRelay(() => [`http://127.0.0.1:${port}/webhook`], MOMENT_MS);
});
beforeEach(() => {
  arrived = [];
  providerProxy.set("open");
  webhookRelay.set("open");
});
afterAll(async () => {
  await Promise.all([providerProxy.close(), webhookRelay.close()]);
  server.close();
});

const ask = () =>
  fetch(`${providerProxy.url}/v1/refunds`, {
    method: "POST",
    body: "a=1",
    headers: { "idempotency-key": "k" },
  });
const send = (body: string) =>
  fetch(webhookRelay.url, { method: "POST", body, headers: { "stripe-signature": "signed" } });

describe("the proxy to the provider", () => {
  it("passes on a call and its answer", async () => {
    const answer = await ask();
    expect([answer.status, await answer.text(), arrived]).toEqual([201, "done a=1", ["k a=1"]]);
  });

  it("makes a call twice under one key, and answers once", async () => {
    providerProxy.set("twice");
    expect(await (await ask()).text()).toBe("done a=1");
    expect(arrived).toEqual(["k a=1", "k a=1"]);
  });

  it("makes a call and never answers it", async () => {
    providerProxy.set("mute");
    const asked = ask();
    await expect.poll(() => arrived).toEqual(["k a=1"]);
    providerProxy.set("open");
    await expect(asked).rejects.toThrow();
  });

  it.each(["shut", "failing"] as const)("does nothing while it is %s", async (state) => {
    providerProxy.set(state);
    const status = await ask().then(
      (answer) => answer.status,
      () => null,
    );
    expect([status, arrived]).toEqual([state === "failing" ? 500 : null, []]);
  });
});

describe("the relay of webhooks", () => {
  it("drops a webhook, and answers the provider that it arrived", async () => {
    webhookRelay.set("lossy");
    expect([(await send("one")).status, arrived]).toEqual([200, []]);
  });

  it("delivers a webhook twice", async () => {
    webhookRelay.set("doubling");
    expect([(await send("one")).status, arrived]).toEqual([201, ["signed one", "signed one"]]);
  });

  it("delivers the last webhook first", async () => {
    webhookRelay.set("shuffled");
    for (const body of ["one", "two", "three"]) await send(body);
    expect([webhookRelay.held(), arrived]).toEqual([3, []]);
    webhookRelay.set("open");
    await expect.poll(() => arrived).toEqual(["signed three", "signed two", "signed one"]);
    await expect.poll(() => webhookRelay.held()).toBe(0);
  });

  it("answers the provider as the product did, and 502 if the product did not answer", async () => {
    expect((await send("one")).status).toBe(201);
    const nowhere = await openWebhookRelay(() => []);
    expect((await fetch(nowhere.url, { method: "POST", body: "one" })).status).toBe(502);
    await nowhere.close();
  });
});
