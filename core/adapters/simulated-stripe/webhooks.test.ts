/** Checks that webhooks arrive: again after failures, once with several senders, and after a kill. */
import { type ChildProcess, spawn } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createPaymentWorld,
  type PaymentWorld,
  REFERENCE,
  startWebhookSite,
  WEBHOOK_SECRET,
} from "../stripe/payment-fixture.ts";

let world: PaymentWorld;
let site: Awaited<ReturnType<typeof startWebhookSite>>;

beforeAll(async () => {
  world = await createPaymentWorld();
  site = await startWebhookSite();
});
afterAll(async () => {
  await world.close();
  await site.close();
});

async function pay(server: Awaited<ReturnType<PaymentWorld["start"]>>, bookingId: number) {
  const intent = await server.gateway.openIntent({
    bookingId,
    reference: REFERENCE,
    amountCents: 5000,
    idempotencyKey: `open-${bookingId}`,
  });
  await server.browser.pay(intent);
  return intent.id;
}

/** The state of the webhook that reports that this intent succeeded. */
async function deliveryOf(intent: string) {
  const [row] = await world.sql<
    { attempts: number; due_at: Date | null; delivered_at: Date | null; last_failure: string | null }[]
  >`
    select d.attempts, d.due_at, d.delivered_at, d.last_failure from simulated_stripe.webhook_deliveries d
    join simulated_stripe.events e on e.id = d.event where e.body #>> '{data,object,id}' = ${intent}`;
  return row;
}
const arrivals = (intent: string) => site.received.filter((hook) => hook.body.includes(intent)).length;

test("a webhook that is not accepted is tried again after 1 s, 5 s, 30 s …, and arrives once", async () => {
  const server = await world.start(site.url);
  site.status = 500;
  const intent = await pay(server, 1);
  await server.simulated.deliverWebhooks();
  for (const [attempt, pause] of [1, 5, 30].entries()) {
    const dueAt = new Date(world.clock.now().getTime() + pause * 1000);
    expect(await deliveryOf(intent)).toMatchObject({
      attempts: attempt + 1,
      due_at: dueAt,
      last_failure: "answered 500",
    });
    world.clock.forward(pause - 1);
    await server.simulated.deliverWebhooks();
    expect(arrivals(intent)).toBe(attempt + 1);
    world.clock.forward(1);
    if (attempt === 2) site.status = 204;
    await server.simulated.deliverWebhooks();
    expect(arrivals(intent)).toBe(attempt + 2);
  }
  expect(await deliveryOf(intent)).toMatchObject({
    due_at: null,
    delivered_at: world.clock.now(),
    last_failure: null,
  });
  world.clock.forward(86_400);
  await server.simulated.deliverWebhooks();
  expect(arrivals(intent)).toBe(4);
  await server.simulated.stop();
});

test("after eight attempts it is given up as lost", async () => {
  const server = await world.start(site.url);
  site.status = 400;
  const intent = await pay(server, 2);
  for (let hour = 0; hour < 12; hour += 1) {
    await server.simulated.deliverWebhooks();
    world.clock.forward(3600);
  }
  expect(arrivals(intent)).toBe(8);
  expect(await deliveryOf(intent)).toMatchObject({ attempts: 8, due_at: null, delivered_at: null });
  site.status = 200;
  await server.simulated.stop();
});

test("two servers with one ledger send each webhook once", async () => {
  const servers = [await world.start(site.url), await world.start(site.url)] as const;
  const intents = await Promise.all(
    Array.from({ length: 12 }, (_, i) => pay(i % 2 ? servers[0] : servers[1], 100 + i)),
  );
  await Promise.all(servers.map((server) => server.simulated.deliverWebhooks()));
  await Promise.all(servers.map((server) => server.simulated.stop()));
  expect(intents.map(arrivals)).toEqual(intents.map(() => 1));
});

test("without a site no webhook is sent, now or later", async () => {
  const intent = await pay(await world.start(null), 3);
  const server = await world.start(site.url);
  await server.simulated.deliverWebhooks();
  expect(await deliveryOf(intent)).toBeUndefined();
  expect(arrivals(intent)).toBe(0);
  await server.simulated.stop();
});

test("a server that stops while it is sending leaves the webhook due", async () => {
  const server = await world.start(site.url);
  site.status = null;
  const arrived = site.next();
  const intent = await pay(server, 4);
  await arrived;
  await server.simulated.stop();
  expect(await deliveryOf(intent)).toMatchObject({ due_at: world.clock.now(), delivered_at: null });
  site.status = 200;
  const next = await world.start(site.url);
  await next.simulated.deliverWebhooks();
  expect(await deliveryOf(intent)).toMatchObject({ due_at: null, delivered_at: world.clock.now() });
  await next.simulated.stop();
});

test("a server that is killed while it is sending loses neither payment nor webhook", async () => {
  site.status = null;
  const arrived = site.next();
  const killed = payInAnotherProcess(5);
  await arrived;
  killed.kill("SIGKILL");
  const [hook] = site.received.slice(-1);
  const intent = String(JSON.parse(hook?.body ?? "{}").data.object.id);

  site.status = 200;
  const server = await world.start(site.url);
  await server.simulated.deliverWebhooks();
  expect(await deliveryOf(intent)).toMatchObject({ attempts: 1, delivered_at: null });
  // The killed server's claim expires.
  world.clock.forward(31);
  await server.simulated.deliverWebhooks();
  expect(await deliveryOf(intent)).toMatchObject({
    attempts: 2,
    due_at: null,
    delivered_at: world.clock.now(),
  });
  expect(await server.gateway.retrieveIntent(intent)).toMatchObject({ status: "succeeded", bookingId: 5 });
  expect(await world.imbalance()).toEqual([]);
});

/** Starts a process with its own simulated Stripe over the same ledger, and pays a booking there. */
function payInAnotherProcess(bookingId: number): ChildProcess {
  const near = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const script = `
    import { pino } from "pino";
    import { openSql } from ${near("../../platform/database/database.ts")};
    import { createStripeGateway } from ${near("../stripe/stripe-gateway.ts")};
    import { startSimulatedStripe } from ${near("./simulated-stripe.ts")};
    const clock = { now: () => new Date(${JSON.stringify(world.clock.now().toISOString())}) };
    const webhookSecret = ${JSON.stringify(WEBHOOK_SECRET)};
    const sql = openSql(${JSON.stringify(world.runtimeUrl)});
    const logger = pino({ level: "silent" });
    const host = await startSimulatedStripe({ sql, webhookUrl: ${JSON.stringify(site.url)}, webhookSecret, clock, logger });
    const gateway = createStripeGateway({ ...host, webhookSecret, simulated: true, clock, host });
    const payment = { bookingId: ${bookingId}, amountCents: 5000, token: "tok_visa", idempotencyKey: "killed" };
    await gateway.payWithToken(payment);`;
  const root = new URL("../../..", import.meta.url);
  return spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
