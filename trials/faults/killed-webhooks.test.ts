/** Shows that a receiver gets every event at least once, and each booking's in order, although workers are killed while they deliver. */
import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handleBooking } from "../../core/booking/handle.ts";
import { requestBooking } from "../../core/booking/request-booking.ts";
import { systemClock } from "../../core/platform/clock.ts";
import { LOOPBACK } from "../../core/platform/config/loopback.ts";
import { createVault } from "../../core/platform/secrets/vault.ts";
import { bookingRequest, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { slotStarts } from "../../core/venue/time/opening-hours.ts";
import { addDays, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { makeWebhook } from "../../core/webhook/handle.ts";
import { type Receiver, signedBy, startReceiver } from "../../core/webhook/receiver-fixture.ts";
import { SESSION_SECRET, startWithoutWorkers } from "./workers-fixture.ts";

const BOOKINGS = 60;
const KILLS = 6;

let world: Awaited<ReturnType<typeof startWithoutWorkers>>;
let receiver: Receiver;
beforeAll(async () => {
  world = await startWithoutWorkers({ WEBHOOK_ALLOW: "loopback" });
  receiver = await startReceiver();
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

it("six kills in the middle of 120 events, to a receiver that fails now and then", async () => {
  const core = {
    ...(await createTestCore(world.database)),
    clock: systemClock,
    vault: createVault(SESSION_SECRET, []),
  };
  const by = { id: 1, role: "admin" as const, meta: testMeta };
  const made = await makeWebhook(core, { url: receiver.url, events: ["*"], body: "full" }, by, LOOPBACK);
  if (!made.ok) throw new Error(made.rejection.code);
  const { secret } = made.value;
  receiver.answerWith(() => (randomInt(20) === 0 ? "die" : { status: 204 }));

  let worker = await world.startWorker();
  const today = venueDayOf(new Date(), core.timeZone);
  const slots = Array.from({ length: 30 }, (_, day) =>
    slotStarts(addDays(today, day + 3), core.timeZone),
  ).flat();
  const ids: number[] = [];
  for (const [n, startsAt] of slots.slice(0, BOOKINGS).entries()) {
    const outcome = await requestBooking(core, bookingRequest(core, { roomId: 1, startsAt }), testMeta);
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    ids.push(outcome.value.id);
    const released = await handleBooking(
      core,
      outcome.value.id,
      { type: "ReleaseHold" },
      { commandId: `release:${n}`, meta: testMeta },
    );
    if (!released.ok) throw new Error(released.rejection.code);
    if (n % (BOOKINGS / KILLS) === 5) {
      await delay(randomInt(300));
      worker.child.kill("SIGKILL");
      worker = await world.startWorker();
    }
  }
  const expected = ids.flatMap((id) => [`booking.created ${id}`, `booking.cancelled ${id}`]).sort();
  const got = () =>
    receiver.received.map(({ text }) => {
      const { type, data } = JSON.parse(text);
      return { type, id: data.bookingId as number };
    });
  await expect
    .poll(() => [...new Set(got().map(({ type, id }) => `${type} ${id}`))].sort(), {
      timeout: 60_000,
      interval: 200,
    })
    .toEqual(expected);
  for (const id of ids) {
    const order = got().flatMap((one) => (one.id === id ? one.type : []));
    const lastCreated = order.lastIndexOf("booking.created");
    expect(lastCreated, `booking ${id}: ${order.join()}`).toBeLessThan(order.indexOf("booking.cancelled"));
  }
  for (const one of receiver.received) expect(signedBy(secret, one)).toEqual([0]);
  const messages = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  expect(messages.size).toBe(expected.length);
}, 180_000);
