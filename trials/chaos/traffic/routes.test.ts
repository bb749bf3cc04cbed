/** Shows that the traffic calls every operation of the API's document, and that each succeeds without faults. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operationsOf } from "../../fuzz/document.ts";
import { openWebhookReceiver, type WebhookReceiver } from "../arena/webhook-receiver.ts";
import { OPERATIONS } from "../checker/evidence/operations.ts";
import type { Call, HistoryEntry } from "../history.ts";
import { startProduct } from "./product-fixture.ts";
import { CALLED_OPERATIONS, LEFT_OUT } from "./routes.ts";
import { startTraffic } from "./traffic.ts";

/** Longer than the traffic takes on a busy machine. */
const PATIENCE_MS = 120_000;

let product: Awaited<ReturnType<typeof startProduct>>;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await openWebhookReceiver();
  product = await startProduct();
});
afterAll(async () => {
  await product.close();
  await receiver.close();
});

describe("the operations of the traffic", () => {
  it("are all operations of the API's document, except those that it leaves out", async () => {
    const document = await (await fetch(`${product.base}/api/openapi.json`)).json();
    const operations = operationsOf(document).map(({ name }) => name);
    const listed = [...CALLED_OPERATIONS, ...Object.keys(LEFT_OUT)];
    expect(listed.toSorted()).toEqual(operations.toSorted());
  });

  it("are known to the checker if they write", async () => {
    const writing = [...CALLED_OPERATIONS].filter((operation) => !operation.startsWith("GET "));
    expect(writing.filter((operation) => !(operation in OPERATIONS))).toEqual([]);
  });

  it("are all called, and each succeeds at least once without faults", { timeout: PATIENCE_MS }, async () => {
    const calls: Call[] = [];
    const traffic = await startTraffic({
      seed: 18,
      bffs: () => [product.base],
      provider: product.provider,
      admin: product.admin,
      outbox: product.outbox,
      receiver,
      history: { add: (entry: HistoryEntry) => entry.kind === "call" && calls.push(entry) },
      clients: 12,
      pauseMs: 10,
    });
    const missing = () => [...CALLED_OPERATIONS].filter((operation) => !traffic.answered().has(operation));
    try {
      await expect.poll(missing, { timeout: PATIENCE_MS - 20_000 }).toEqual([]);
    } finally {
      await traffic.stop();
    }
    // There are no faults here: every call is answered, and never by a 5xx.
    expect(calls.filter(({ status }) => status === null || status === 500)).toEqual([]);
  });
});
