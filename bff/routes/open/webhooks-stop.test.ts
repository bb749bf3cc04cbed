/** Shows that a worker which is told to stop begins no delivery of a webhook: the next worker would send the same. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { LOOPBACK } from "../../../core/platform/config/loopback.ts";
import { type Receiver, startReceiver } from "../../../core/webhook/receiver-fixture.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

/** As many as a worker sends to one webhook at a time. */
const AT_ONCE = 8;

let world: StaffWorld;
let receiver: Receiver;
beforeAll(async () => {
  world = await startStaffWorld({ webhookAllow: [...LOOPBACK] });
  receiver = await startReceiver();
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

it("what is under way ends, and the rest waits for the next worker", async () => {
  const token = await world.logIn((await world.hire("admin")).username);
  for (let n = 0; n < 2 * AT_ONCE; n += 1) await world.book();
  let stopped: Promise<void> | null = null;
  receiver.answerWith(() => {
    stopped ??= world.stopWorker();
    return { status: 204 };
  });
  const body = { url: receiver.url, events: ["booking.created"] };
  const made = await world.call("/api/webhooks", { method: "POST", token, body });
  const path = `/api/webhooks/${made.body.id}`;
  await world.call(`${path}/replay`, { method: "POST", token, body: { from: 1 } });
  await expect.poll(() => stopped, { timeout: 10_000, interval: 20 }).not.toBeNull();
  await stopped;
  expect(receiver.received.length).toBeLessThanOrEqual(AT_ONCE);
  const { deliveries } = (await world.call(`${path}/deliveries`, { token })).body;
  const inState = (state: string) =>
    deliveries.filter((one: { state: string }) => one.state === state).length;
  expect([inState("delivered"), inState("waiting")]).toEqual([
    receiver.received.length,
    2 * AT_ONCE - receiver.received.length,
  ]);
});
