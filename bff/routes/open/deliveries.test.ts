/** Checks what a receiver gets, in which order and how often, and what becomes of a delivery that fails. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Received,
  type Receiver,
  signedBy,
  startReceiver,
} from "../../../core/webhook/receiver-fixture.ts";
import { eventOf, PATIENCE, typesOf, webhookWorld } from "./webhook-fixture.ts";

const hub = webhookWorld();
const { ask, make, gets, deliveriesOf, later } = hub;

async function confirm(booking: number): Promise<void> {
  expect((await ask("PATCH", `/api/bookings/${booking}`, { status: "confirmed" })).status).toBe(200);
}

describe("a receiver", () => {
  it("gets the events that it wants, thin and signed, by a message id", async () => {
    const { id, secret } = await make({ events: ["booking.confirmed"] });
    const booking = await hub.world.book();
    await confirm(booking);
    await gets(1);
    const [got] = hub.receiver.received;
    if (!got) throw new Error("nothing was received");
    const event = eventOf(got);
    expect(event).toEqual({
      type: "booking.confirmed",
      timestamp: expect.stringMatching(/Z$/),
      data: {
        stream: `booking-${booking}`,
        version: expect.any(Number),
        position: expect.any(Number),
        bookingId: booking,
      },
    });
    const { events } = (await ask("GET", `/api/events?after=${event.data.position - 1}&limit=1`)).body;
    expect(events).toEqual([event]);
    expect(got.headers).toMatchObject({
      "webhook-id": `msg_${id}_${event.data.position}`,
      "webhook-timestamp": String(Math.floor(hub.world.clock.now().getTime() / 1_000)),
      "content-type": "application/json",
    });
    expect(signedBy(secret, got)).toEqual([0]);
  });

  it("with a full body gets the booking as it is now, and after an erasure, no person", async () => {
    const { id } = await make({ events: ["booking.created"], body: "full" });
    const booking = await hub.world.book();
    await gets(1);
    const before = eventOf(hub.receiver.received[0] as Received).data.booking;
    expect(before).toMatchObject({
      id: booking,
      roomId: 1,
      status: "pending",
      email: expect.stringContaining("@"),
    });
    const erased = await ask("POST", "/api/erasures", { email: before.email, confirm: before.email });
    expect(erased.status, JSON.stringify(erased.body)).toBeLessThan(300);
    const [delivery] = await deliveriesOf(id);
    expect((await ask("POST", `/api/webhooks/${id}/replay`, { from: delivery.id })).status).toBe(200);
    await gets(2);
    const [first, second] = hub.receiver.received as [Received, Received];
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
    for (const value of [before.firstName, before.lastName, before.email])
      expect(second.text).not.toContain(value);
  });

  it("gets a stream's events in the log's order, while a failing stream holds up only itself", async () => {
    await make();
    const [failing, other] = [await hub.world.book(), await hub.world.book()];
    await gets(2);
    hub.receiver.answerWith((got) => ({ status: eventOf(got).data.bookingId === failing ? 500 : 204 }));
    await confirm(failing);
    await gets(3);
    await ask("PATCH", `/api/bookings/${failing}`, { paymentStatus: "downpaid" });
    await confirm(other);
    await gets(4);
    hub.receiver.answerWith({ status: 204 });
    await later(1);
    await gets(6);
    const of = (booking: number) =>
      typesOf(hub.receiver.received.filter((got) => eventOf(got).data.bookingId === booking));
    expect(of(failing)).toEqual([
      "booking.created",
      "booking.confirmed",
      "booking.confirmed",
      "booking.paid",
    ]);
    expect(of(other)).toEqual(["booking.created", "booking.confirmed"]);
  });

  it("that answers late does not hold up another one", async () => {
    hub.receiver.answerWith("stall");
    const quick = await startReceiver();
    await make();
    await make({ url: quick.url });
    await Promise.all(Array.from({ length: 12 }, () => hub.world.book()));
    await expect.poll(() => quick.received.length, PATIENCE).toBe(12);
    await quick.close();
  });
});

describe("a delivery that fails", () => {
  it.each([
    ["an error", { status: 500, body: "broken" }, { status: 500, answer: "broken", failure: null }],
    ["a redirect", { status: 302, headers: { Location: "/else" } }, { status: 302, failure: null }],
    ["a cut", "die", { status: null, failure: "the connection was cut off", answer: null }],
  ] as const)(
    "by %s is shown with what was answered, and tried again with the same id",
    async (_, answer, shown) => {
      hub.receiver.answerWith(answer as Parameters<Receiver["answerWith"]>[0]);
      const { id } = await make({ events: ["booking.created"] });
      const booking = await hub.world.book();
      const failed = { type: "booking.created", bookingId: booking, state: "waiting", tries: [shown] };
      await expect.poll(async () => (await deliveriesOf(id))[0], PATIENCE).toMatchObject(failed);
      hub.receiver.answerWith({ status: 200, body: "thanks" });
      await later(1);
      await expect.poll(async () => (await deliveriesOf(id))[0]?.state, PATIENCE).toBe("delivered");
      const [{ tries, nextTryAt, request }] = await deliveriesOf(id);
      expect(tries).toMatchObject([{ status: 200, answer: "thanks" }, shown]);
      expect(nextTryAt).toBeNull();
      expect(request.body).toBe(hub.receiver.received[0]?.text);
      const ids = hub.receiver.received.map(({ headers }) => headers["webhook-id"]);
      expect(new Set(ids).size).toBe(1);
      const timestamps = hub.receiver.received.map(({ headers }) => headers["webhook-timestamp"]);
      expect(new Set(timestamps).size).toBe(2);
    },
  );

  it("waits as long as Retry-After says", async () => {
    hub.receiver.answerWith({ status: 503, headers: { "Retry-After": "1800" } });
    const { id } = await make({ events: ["booking.created"] });
    await hub.world.book();
    await gets(1);
    const waits = hub.world.clock.now().getTime() + 1_800_000;
    await expect
      .poll(async () => Date.parse((await deliveriesOf(id))[0]?.nextTryAt ?? ""), PATIENCE)
      .toBe(waits);
    await later(29);
    await later(2);
    await gets(2);
  });

  it("ten times is given up: staff see it, and every admin is told by one mail", async () => {
    const colleague = await hub.world.hire("admin");
    hub.receiver.answerWith({ status: 500 });
    const { id } = await make({ events: ["booking.created"] });
    await hub.world.book();
    for (let tries = 1; tries <= 10; tries++) {
      await gets(tries);
      await expect.poll(async () => (await deliveriesOf(id))[0]?.tries.length, PATIENCE).toBe(tries);
      if (tries < 10) await later(27 * 60);
    }
    expect(await deliveriesOf(id, "?state=failed")).toMatchObject([{ state: "failed", nextTryAt: null }]);
    expect((await ask("GET", `/api/webhooks/${id}`)).body).toMatchObject({ failed: 1, retrying: 0 });
    const mails = () =>
      readdirSync(hub.world.outbox)
        .map((name) => readFileSync(join(hub.world.outbox, name), "utf8"))
        .filter((text) => text.includes("A webhook does not reach its receiver"));
    await expect.poll(() => mails().length, PATIENCE).toBe(1);
    expect(
      mails()[0]
        ?.split("\n")
        .filter((line) => /^cc:/i.test(line))
        .join(),
    ).toContain(colleague.email);
    // Nothing is lost: a replay delivers it.
    hub.receiver.answerWith({ status: 204 });
    const [delivery] = await deliveriesOf(id);
    await ask("POST", `/api/webhooks/${id}/replay`, { from: delivery.position });
    await gets(11);
  }, 60_000);

  it("with 410 disables its webhook at once, until an admin makes it active", async () => {
    hub.receiver.answerWith({ status: 410 });
    const { id } = await make({ events: ["booking.created"] });
    await hub.world.book();
    await expect
      .poll(async () => (await ask("GET", `/api/webhooks/${id}`)).body, PATIENCE)
      .toMatchObject({ active: false, disabledBecause: "gone" });
    await hub.world.book();
    expect((await ask("POST", `/api/webhooks/${id}/replay`, { from: 1 })).status).toBe(409);
    hub.receiver.answerWith({ status: 204 });
    expect((await ask("PATCH", `/api/webhooks/${id}`, { active: true })).body).toMatchObject({
      active: true,
      disabledBecause: null,
    });
    await hub.world.book();
    await gets(2);
    await ask("POST", `/api/webhooks/${id}/replay`, { from: (await deliveriesOf(id)).at(-1).id });
    await gets(5);
  });

  it("with 410 gets nothing more, also not the next event of its stream while it is being disabled", async () => {
    hub.receiver.answerWith(({ path }) => ({ status: path === "/gone" ? 410 : 204 }));
    const { id } = await make({ url: hub.receiver.url.replace("/hook", "/gone") });
    const other = await make();
    const toGone = () => hub.receiver.received.filter(({ path }) => path === "/gone");
    await hub.world.ownerSql.begin(async (tx) => {
      // Disabling has to wait for this lock.
      await tx`lock table webhooks in share mode`;
      await confirm(await hub.world.book());
      await expect.poll(() => toGone().length, PATIENCE).toBeGreaterThan(0);
      await confirm(await hub.world.book());
      await expect.poll(async () => (await deliveriesOf(other.id)).length, PATIENCE).toBe(4);
      await gets(2 + 4);
    });
    await expect
      .poll(async () => (await ask("GET", `/api/webhooks/${id}`)).body, PATIENCE)
      .toMatchObject({ active: false });
    expect(toGone()).toHaveLength(2);
  });
});
