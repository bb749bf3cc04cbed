/** Checks webhooks from making one to its end: what a receiver gets, in which order, how often, and what staff see of it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LOOPBACK } from "../../../core/platform/config/loopback.ts";
import {
  type Received,
  type Receiver,
  signedBy,
  startReceiver,
} from "../../../core/webhook/receiver-fixture.ts";
import { addJobs } from "../../../projections/engine/wake-followers.ts";
import { WEBHOOK_JOB } from "../../../projections/open/webhook-tasks.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

const PATIENCE = { timeout: 10_000, interval: 20 };

let world: StaffWorld;
let username: string;
let admin: string;
let receiver: Receiver;
/** Those that the test has made; they end with it. */
let made: number[];

beforeAll(async () => {
  world = await startStaffWorld({ webhookAllow: [...LOOPBACK] });
  ({ username } = await world.hire("admin"));
  admin = await world.logIn(username);
});
afterAll(() => world.close());
beforeEach(async () => {
  receiver = await startReceiver();
  made = [];
});
afterEach(async () => {
  for (const id of made) await ask("DELETE", `/api/webhooks/${id}`);
  await receiver.close();
});

type Method = "GET" | "POST" | "PATCH" | "DELETE";
const ask = (method: Method, path: string, body?: object) => world.call(path, { method, token: admin, body });

async function make(given: object = {}): Promise<{ id: number; secret: string }> {
  const answer = await ask("POST", "/api/webhooks", { url: receiver.url, events: ["*"], ...given });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  made.push(answer.body.id);
  return answer.body;
}

async function confirm(booking: number): Promise<void> {
  expect((await ask("PATCH", `/api/bookings/${booking}`, { status: "confirmed" })).status).toBe(200);
}

const eventOf = ({ text }: Received) => JSON.parse(text);
const typesOf = (received: readonly Received[]): string[] => received.map((one) => eventOf(one).type);
const gets = (count: number) => expect.poll(() => receiver.received.length, PATIENCE).toBe(count);
const deliveriesOf = async (id: number, query = "") =>
  (await ask("GET", `/api/webhooks/${id}/deliveries${query}`)).body.deliveries;

/** The clock goes on, and the worker looks again, as its own jobs make it do by a real clock. */
async function later(minutes: number): Promise<void> {
  world.clock.advanceMinutes(minutes);
  // Sessions end within a day.
  if (minutes > 60) admin = await world.logIn(username);
  await addJobs(world.sql, [WEBHOOK_JOB]);
}

describe("a receiver", () => {
  it("gets the events that it wants, thin and signed, by a message id", async () => {
    const { id, secret } = await make({ events: ["booking.confirmed"] });
    const booking = await world.book();
    await confirm(booking);
    await gets(1);
    const [got] = receiver.received;
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
      "webhook-timestamp": String(Math.floor(world.clock.now().getTime() / 1_000)),
      "content-type": "application/json",
    });
    expect(signedBy(secret, got)).toEqual([0]);
  });

  it("with a full body gets the booking as it is now, and after an erasure, no person", async () => {
    const { id } = await make({ events: ["booking.created"], body: "full" });
    const booking = await world.book();
    await gets(1);
    const before = eventOf(receiver.received[0] as Received).data.booking;
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
    const [first, second] = receiver.received as [Received, Received];
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
    for (const value of [before.firstName, before.lastName, before.email])
      expect(second.text).not.toContain(value);
  });

  it("gets a stream's events in the log's order, while a failing stream holds up only itself", async () => {
    await make();
    const [failing, other] = [await world.book(), await world.book()];
    await gets(2);
    receiver.answerWith((got) => ({ status: eventOf(got).data.bookingId === failing ? 500 : 204 }));
    await confirm(failing);
    await gets(3);
    await ask("PATCH", `/api/bookings/${failing}`, { paymentStatus: "downpaid" });
    await confirm(other);
    await gets(4);
    receiver.answerWith({ status: 204 });
    await later(1);
    await gets(6);
    const of = (booking: number) =>
      typesOf(receiver.received.filter((got) => eventOf(got).data.bookingId === booking));
    expect(of(failing)).toEqual([
      "booking.created",
      "booking.confirmed",
      "booking.confirmed",
      "booking.paid",
    ]);
    expect(of(other)).toEqual(["booking.created", "booking.confirmed"]);
  });

  it("that answers late does not hold up another one", async () => {
    receiver.answerWith("stall");
    const quick = await startReceiver();
    await make();
    await make({ url: quick.url });
    await Promise.all(Array.from({ length: 12 }, () => world.book()));
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
      receiver.answerWith(answer as Parameters<Receiver["answerWith"]>[0]);
      const { id } = await make({ events: ["booking.created"] });
      const booking = await world.book();
      const failed = { type: "booking.created", bookingId: booking, state: "waiting", tries: [shown] };
      await expect.poll(async () => (await deliveriesOf(id))[0], PATIENCE).toMatchObject(failed);
      receiver.answerWith({ status: 200, body: "thanks" });
      await later(1);
      await expect.poll(async () => (await deliveriesOf(id))[0]?.state, PATIENCE).toBe("delivered");
      const [{ tries, nextTryAt, request }] = await deliveriesOf(id);
      expect(tries).toMatchObject([{ status: 200, answer: "thanks" }, shown]);
      expect(nextTryAt).toBeNull();
      expect(request.body).toBe(receiver.received[0]?.text);
      const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
      expect(new Set(ids).size).toBe(1);
      const timestamps = receiver.received.map(({ headers }) => headers["webhook-timestamp"]);
      expect(new Set(timestamps).size).toBe(2);
    },
  );

  it("waits as long as Retry-After says", async () => {
    receiver.answerWith({ status: 503, headers: { "Retry-After": "1800" } });
    const { id } = await make({ events: ["booking.created"] });
    await world.book();
    await gets(1);
    const waits = world.clock.now().getTime() + 1_800_000;
    await expect
      .poll(async () => Date.parse((await deliveriesOf(id))[0]?.nextTryAt ?? ""), PATIENCE)
      .toBe(waits);
    await later(29);
    await later(2);
    await gets(2);
  });

  it("ten times is given up: staff see it, and every admin is told by one mail", async () => {
    const colleague = await world.hire("admin");
    receiver.answerWith({ status: 500 });
    const { id } = await make({ events: ["booking.created"] });
    await world.book();
    for (let tries = 1; tries <= 10; tries++) {
      await gets(tries);
      await expect.poll(async () => (await deliveriesOf(id))[0]?.tries.length, PATIENCE).toBe(tries);
      if (tries < 10) await later(27 * 60);
    }
    expect(await deliveriesOf(id, "?state=failed")).toMatchObject([{ state: "failed", nextTryAt: null }]);
    expect((await ask("GET", `/api/webhooks/${id}`)).body).toMatchObject({ failed: 1, retrying: 0 });
    const mails = () =>
      readdirSync(world.outbox)
        .map((name) => readFileSync(join(world.outbox, name), "utf8"))
        .filter((text) => text.includes("A webhook does not reach its receiver"));
    await expect.poll(() => mails().length, PATIENCE).toBe(1);
    expect(
      mails()[0]
        ?.split("\n")
        .filter((line) => /^cc:/i.test(line))
        .join(),
    ).toContain(colleague.email);
    // Nothing is lost: a replay delivers it.
    receiver.answerWith({ status: 204 });
    const [delivery] = await deliveriesOf(id);
    await ask("POST", `/api/webhooks/${id}/replay`, { from: delivery.position });
    await gets(11);
  }, 60_000);

  it("with 410 disables its webhook at once, until an admin makes it active", async () => {
    receiver.answerWith({ status: 410 });
    const { id } = await make({ events: ["booking.created"] });
    await world.book();
    await expect
      .poll(async () => (await ask("GET", `/api/webhooks/${id}`)).body, PATIENCE)
      .toMatchObject({ active: false, disabledBecause: "gone" });
    await world.book();
    expect((await ask("POST", `/api/webhooks/${id}/replay`, { from: 1 })).status).toBe(409);
    receiver.answerWith({ status: 204 });
    expect((await ask("PATCH", `/api/webhooks/${id}`, { active: true })).body).toMatchObject({
      active: true,
      disabledBecause: null,
    });
    await world.book();
    await gets(2);
    await ask("POST", `/api/webhooks/${id}/replay`, { from: (await deliveriesOf(id)).at(-1).id });
    await gets(5);
  });
});

describe("an admin", () => {
  it("rotates the secret: both sign for 24 hours, then the new one alone", async () => {
    const { id, secret } = await make({ events: ["booking.created"] });
    const rotated = (await ask("POST", `/api/webhooks/${id}/rotate`)).body;
    expect(rotated.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(rotated.secret).not.toBe(secret);
    await world.book();
    await gets(1);
    await later(24 * 60 + 1);
    await world.book();
    await gets(2);
    const [both, alone] = receiver.received as [Received, Received];
    expect([signedBy(rotated.secret, both), signedBy(secret, both)]).toEqual([[0], [1]]);
    expect([signedBy(rotated.secret, alone), signedBy(secret, alone)]).toEqual([[0], []]);
  });

  it("tests an address: one try, which the deliveries show", async () => {
    receiver.answerWith({ status: 418, body: "teapot" });
    const { id, secret } = await make();
    const answer = await ask("POST", `/api/webhooks/${id}/test`);
    expect(answer).toMatchObject({
      status: 202,
      body: { type: "webhook.test", state: "waiting", position: null },
    });
    await expect
      .poll(async () => (await deliveriesOf(id))[0], PATIENCE)
      .toMatchObject({ id: answer.body.id, state: "failed", tries: [{ status: 418, answer: "teapot" }] });
    expect(typesOf(receiver.received)).toEqual(["webhook.test"]);
    expect(signedBy(secret, receiver.received[0] as Received)).toEqual([0]);
    expect((await ask("POST", `/api/webhooks/${id}/replay`, { from: answer.body.id })).body.errors).toEqual([
      { path: "from", message: "A test cannot be replayed" },
    ]);
  });

  it("changes and pauses; what is absent stays", async () => {
    const { id } = await make({ events: ["booking.cancelled"] });
    const change = (body: object) => ask("PATCH", `/api/webhooks/${id}`, body);
    expect((await change({ events: ["booking.created"] })).body).toMatchObject({
      events: ["booking.created"],
      url: receiver.url,
      body: "thin",
    });
    expect((await change({ active: false })).body).toMatchObject({ active: false });
    await world.book();
    expect((await ask("POST", `/api/webhooks/${id}/test`)).status).toBe(409);
    await change({ active: true });
    await world.book();
    await gets(1);
    expect(await deliveriesOf(id)).toHaveLength(1);
  });

  it("ends one: nothing is sent any more, and nothing of it is found", async () => {
    const { id } = await make();
    expect((await ask("DELETE", `/api/webhooks/${id}`)).body).toEqual({ id });
    expect((await ask("DELETE", `/api/webhooks/${id}`)).status).toBe(200);
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["GET", "/deliveries"],
      ["POST", "/test"],
      ["POST", "/rotate"],
    ] as const)
      expect(
        (await ask(method, `/api/webhooks/${id}${path}`, method === "GET" ? undefined : {})).status,
      ).toBe(404);
    const [row] = await world.ownerSql`select secret, earlier_secret from webhooks where webhook_id = ${id}`;
    expect(row).toEqual({ secret: "", earlier_secret: null });
    await world.book();
    expect(receiver.received).toEqual([]);
  });

  it("pages through deliveries, the newest first", async () => {
    const { id } = await make({ events: ["booking.refunded"] });
    for (let n = 0; n < 51; n++) await ask("POST", `/api/webhooks/${id}/test`);
    const first = (await ask("GET", `/api/webhooks/${id}/deliveries`)).body;
    expect(first.deliveries).toHaveLength(50);
    const second = (await ask("GET", `/api/webhooks/${id}/deliveries?cursor=${first.next}`)).body;
    expect(second).toMatchObject({ deliveries: [{ type: "webhook.test" }], next: null });
  });
});

describe("what is refused names its field", () => {
  it.each([
    [{ url: "http://example.org/" }, "url"],
    [{ url: "https://10.0.0.1/" }, "url"],
    [{ url: "https://169.254.169.254/" }, "url"],
    [{ url: 7 }, "url"],
    [{ events: ["booking.eaten"] }, "events"],
    [{ events: [] }, "events"],
    [{ events: "booking.created" }, "events"],
    [{ body: "fat" }, "body"],
  ])("%j", async (given, field) => {
    const body = { url: receiver.url, events: ["*"], ...given };
    const answer = await ask("POST", "/api/webhooks", body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].path).toMatch(new RegExp(`^${field}`));
  });

  it.each([["abc"], [-1], [1.5], ["del_0"], ["del_999999"], [null]])("replay from %j", async (from) => {
    const { id } = await make();
    const answer = await ask("POST", `/api/webhooks/${id}/replay`, { from });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "from" }] } });
  });
});

it("neither an address nor a secret is in the log of events or of the product", async () => {
  const { secret } = await make({ url: `${receiver.url}?key=very-secret` });
  await world.book();
  await gets(1);
  const rows = await world.ownerSql`select data from events where stream like 'webhook-%'`;
  const texts = JSON.stringify(rows) + world.logged.join("\n");
  for (const hidden of [secret, "very-secret"]) expect(texts).not.toContain(hidden);
});
