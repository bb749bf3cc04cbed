/** Checks how a request of a webhook is sent: where it may go, and how each way to fail is told. */
import { lookup } from "node:dns/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOOPBACK } from "../../platform/config/loopback.ts";
import { freePort } from "../../testing/free-port.ts";
import { type Receiver, startReceiver } from "../../webhook/receiver-fixture.ts";
import { postWebhook } from "./post.ts";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const post = (
  url: string,
  options: { allowed?: readonly string[]; timeoutMs?: number; signal?: AbortSignal } = {},
) =>
  postWebhook(
    url,
    { headers: { "webhook-id": "msg_1" }, body: `{"type":"webhook.test"}` },
    { allowed: LOOPBACK, signal: new AbortController().signal, ...options },
  );

it("posts JSON with the headers, and answers status, Retry-After and text", async () => {
  receiver.answerWith({ status: 503, headers: { "Retry-After": "7" }, body: "later" });
  expect(await post(receiver.url)).toEqual({ status: 503, retryAfter: "7", text: "later" });
  expect(receiver.received.at(-1)).toMatchObject({
    path: "/hook",
    headers: { "content-type": "application/json", "webhook-id": "msg_1" },
    text: `{"type":"webhook.test"}`,
  });
});

it("does not follow a redirect", async () => {
  const before = receiver.received.length;
  receiver.answerWith({ status: 307, headers: { Location: `http://127.0.0.1:${receiver.port}/else` } });
  expect(await post(receiver.url)).toMatchObject({ status: 307 });
  expect(receiver.received).toHaveLength(before + 1);
});

describe("an answer", () => {
  it("is read to 64 KiB at most", async () => {
    receiver.answerWith({ status: 200, body: Buffer.alloc(5_000_000, "a") });
    expect(await post(receiver.url)).toEqual({ status: 200, text: "a".repeat(64 * 1024) });
  });

  it("that never ends is over once 64 KiB of it were read", async () => {
    const endless = createServer((_request, response) => {
      response.writeHead(200);
      const write = (): void => {
        while (!response.destroyed && response.write("a".repeat(16_384)));
        if (!response.destroyed) response.once("drain", write);
      };
      write();
    });
    await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
    const { port } = endless.address() as AddressInfo; // it listens on a port
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 });
    endless.closeAllConnections();
    endless.close();
  });
});

describe("without an answer it says why", () => {
  it("nothing within the time", async () => {
    receiver.answerWith("stall");
    expect(await post(receiver.url, { timeoutMs: 200 })).toEqual({
      status: null,
      failure: "no answer within 0.2 s",
    });
  });

  it("the connection is cut off", async () => {
    receiver.answerWith("die");
    expect(await post(receiver.url)).toEqual({ status: null, failure: "the connection was cut off" });
  });

  it("nothing listens", async () => {
    expect(await post(`http://127.0.0.1:${await freePort()}/`)).toEqual({
      status: null,
      failure: "the connection was refused",
    });
  });

  it("no TLS where https is asked for", async () => {
    receiver.answerWith({ status: 204 });
    expect(await post(`https://127.0.0.1:${receiver.port}/`)).toMatchObject({
      status: null,
      failure: expect.stringMatching(/^the request failed/),
    });
  });
});

it("ends when the worker is stopped", async () => {
  receiver.answerWith("stall");
  const stop = new AbortController();
  const under = post(receiver.url, { signal: stop.signal });
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  stop.abort(new Error("stopped"));
  await expect(under).rejects.toThrow("stopped");
});

describe("nothing is connected to", () => {
  const FORBIDDEN = { status: null, failure: "the address is not one of the public internet" };

  it.each(["http://127.0.0.1", "https://127.0.0.1", "https://[::1]", "https://localhost"])(
    "at %s, unless the operator allows it",
    async (origin) => {
      const before = receiver.received.length;
      expect(await post(`${origin}:${receiver.port}/`, { allowed: [] })).toEqual(FORBIDDEN);
      expect(receiver.received).toHaveLength(before);
    },
  );

  it("if a name resolves to an address that is not public", async () => {
    // The machine's own name is an address of the loopback or of its network, where the machine knows it.
    const isKnown = await lookup(hostname()).then(
      () => true,
      () => false,
    );
    expect(await post(`https://${hostname()}:${receiver.port}/`, { allowed: [] })).toEqual(
      isKnown ? FORBIDDEN : { status: null, failure: "the name is not known" },
    );
  });
});
