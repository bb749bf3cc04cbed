/** Owns what tests of staff calls stand on: a BFF and its worker over a database of their own, a clock that the test sets, and colleagues. */
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { pino } from "pino";
import { createPaymentWorld } from "../core/payment/payment-fixture.ts";
import { openPgPool } from "../core/platform/database.ts";
import { changeStaffAccount, createStaffAccount } from "../core/staff/handle.ts";
import type { StaffRole } from "../core/staff/staff.ts";
import { createTestClock, createTestCore, testMeta } from "../core/testing/test-core.ts";
import { FOLLOWER_NAMES } from "../projections/followers.ts";
import { createWaker } from "../projections/wake.ts";
import { startWorker } from "../projections/worker.ts";
import type { StaffLoggedIn } from "./contract/staff.ts";
import { createSessions } from "./sessions.ts";
import { startBff } from "./start.ts";

const SESSION_SECRET = "a secret of the tests, long enough for anybody";
export const PUBLIC_URL = "http://hub.example.test";
export const PASSWORD = "correct horse";

export interface Call {
  method?: string;
  /** As the bearer token. */
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  /** Parsed JSON; null without a body. */
  body: Record<string, unknown>;
  headers: Headers;
}

export interface Colleague {
  id: number;
  username: string;
  email: string;
  role: StaffRole;
}

let colleagues = 0;

export async function startStaffWorld() {
  const logger = pino({ level: "silent" });
  const world = await createPaymentWorld();
  const { gateway } = await world.start();
  const waker = createWaker({ sql: world.sql, followers: FOLLOWER_NAMES, logger });
  const clock = createTestClock();
  const core = { ...(await createTestCore(world, clock)), afterAppend: () => waker.wake() };
  const pgPool = openPgPool(world.url, { role: "hub_runtime" });
  const worker = await startWorker({ core, gateway, pgPool, logger });
  const bff = await startBff({
    core,
    gateway,
    simulatedStripe: null,
    databaseUrl: world.url,
    port: 0,
    publicUrl: PUBLIC_URL,
    sessionSecret: SESSION_SECRET,
    rateLimitBookings: 0,
    // Tests say by X-Forwarded-For from which address they call.
    trustedProxies: 1,
    logger,
  });
  const sessions = createSessions({ clock, sessionSecret: SESSION_SECRET, publicUrl: PUBLIC_URL });

  async function call(path: string, { method = "GET", token, body, headers }: Call = {}): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${bff.port}${path}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === "" ? null : JSON.parse(text),
      headers: response.headers,
    };
  }

  /** A new account, made by its command. */
  async function hire(role: StaffRole): Promise<Colleague> {
    colleagues += 1;
    const username = `colleague-${colleagues}`;
    const email = `${username}@hub.example.test`;
    const account = { username, email, role, password: PASSWORD, firstName: "Grace", lastName: "Hopper" };
    const context = { commandId: `hire:${randomUUID()}`, meta: testMeta };
    const outcome = await createStaffAccount(core, account, "product", context);
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    return { id: outcome.value.id, username, email, role };
  }

  async function logIn(username: string): Promise<string> {
    const answer = await call("/api/auth/login", { method: "POST", body: { username, password: PASSWORD } });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return (answer.body as unknown as StaffLoggedIn).token;
  }

  return {
    core,
    clock,
    sql: world.sql,
    ownerSql: world.ownerSql,
    port: bff.port,
    call,
    hire,
    logIn,
    change: (type: "DeactivateStaffAccount" | "DeleteStaffAccount", { id }: Colleague) =>
      changeStaffAccount(core, { type, id, by: "product" }, testMeta),
    /** A token as a customer's login answers it. */
    async customerToken(id: number): Promise<string> {
      const app = new Hono().get("/", async (c) => c.text(await sessions.open(c, { kind: "customer", id })));
      return (await app.request("/")).text();
    },
    async close() {
      await bff.stop();
      await worker.stop();
      await waker.stop();
      await pgPool.end();
      await world.close();
    },
  };
}

export type StaffWorld = Awaited<ReturnType<typeof startStaffWorld>>;
