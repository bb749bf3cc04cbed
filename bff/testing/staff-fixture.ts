/** Sets up tests of staff calls: a BFF and its worker on a database of their own, a clock that the test sets, and colleagues. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MailService, openMailService } from "../../core/adapters/mail/mail-service.ts";
import { createPaymentWorld } from "../../core/adapters/stripe/payment-fixture.ts";
import { requestBooking } from "../../core/booking/request-booking.ts";
import { comparePositions, formatPosition, type LogPosition } from "../../core/log/position.ts";
import { openPgPool } from "../../core/platform/database/database.ts";
import { createLogger } from "../../core/platform/logger.ts";
import { sessionKeys } from "../../core/platform/secrets/keys.ts";
import { changeStaffAccount, createStaffAccount } from "../../core/staff/handle.ts";
import type { StaffRole } from "../../core/staff/staff.ts";
import type { TestDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestClock, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { testSealing } from "../../core/transparency/log-fixture.ts";
import { isClosedDay, slotStarts } from "../../core/venue/time/opening-hours.ts";
import { addDays } from "../../core/venue/time/venue-time.ts";
import { createWaker } from "../../projections/engine/wake-followers.ts";
import { startWorker } from "../../projections/worker.ts";
import { READ_AFTER_HEADER } from "../contract/headers.ts";
import { type BffOptions, startBff } from "../server.ts";

const SESSION_SECRET = "a secret of the tests, long enough for anyone";
export const PUBLIC_URL = "http://hub.example.test";
const METRICS_TOKEN = "the token of the tests";
export const PASSWORD = "correct horse";

export interface Call {
  method?: string;
  /** Sent as the bearer token. */
  token?: string | null;
  body?: unknown;
  /** Sent instead of JSON. */
  raw?: string | FormData;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  /** Parsed JSON; an array for lists. */
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of the body that it expects
  body: any;
  headers: Headers;
}

export interface Colleague {
  id: number;
  username: string;
  email: string;
  role: StaffRole;
}

let colleagues = 0;

function tokenOf({ status, body }: Answer): string {
  if (status >= 300 || typeof body.token !== "string") throw new Error(JSON.stringify(body));
  return body.token;
}

/** `mail` replaces the world's own outbox. `database` replaces a fresh database, and is closed with the world. */
export async function startStaffWorld(
  options: {
    mail?: MailService;
    logWitnessKeys?: string[];
    webhookAllow?: string[];
    database?: TestDatabase;
    readUrl?: string;
    trustedProxies?: number;
  } & Pick<BffOptions, "maxConnections" | "bodyArrivesWithinMs" | "answerStandsStillMs"> = {},
) {
  const logged: string[] = [];
  const logger = createLogger({ logLevel: "debug" }, { write: (line) => void logged.push(line) });
  const world = await createPaymentWorld(options.database);
  const { gateway, simulated } = await world.start();
  const waker = createWaker({ sql: world.sql, logger });
  const clock = createTestClock();
  let written: LogPosition | null = null;
  const core = {
    ...(await createTestCore(world, clock)),
    afterAppend(position: LogPosition) {
      if (written === null || comparePositions(position, written) > 0) written = position;
      waker.wake();
    },
  };
  const dataDir = mkdtempSync(join(tmpdir(), "hub-staff-"));
  const venueEmail = "venue@example.test";
  const mail = options.mail ?? openMailService({ graph: undefined, smtpUrl: undefined, dataDir, venueEmail });
  const pgPool = openPgPool(world.runtimeUrl);
  const { webhookAllow = [] } = options;
  const worker = await startWorker({
    core,
    gateway,
    mail,
    pgPool,
    webhookAllow,
    sealing: testSealing(),
    logger,
  });
  const bff = await startBff({
    core,
    gateway,
    mail,
    simulatedStripe: simulated.browserRoutes,
    databaseUrl: world.runtimeUrl,
    readUrl: options.readUrl,
    port: 0,
    publicUrl: PUBLIC_URL,
    sessionKeys: sessionKeys(SESSION_SECRET, []),
    addressHash: core.holderHash,
    rateLimitBookings: 0,
    maxSockets: { inAll: 1_000, perAddress: 500 },
    metricsToken: METRICS_TOKEN,
    ...(options.maxConnections ? { maxConnections: options.maxConnections } : {}),
    bodyArrivesWithinMs: options.bodyArrivesWithinMs,
    answerStandsStillMs: options.answerStandsStillMs,
    // Tests state the address of a call by X-Forwarded-For.
    trustedProxies: options.trustedProxies ?? 1,
    logWitnessKeys: options.logWitnessKeys ?? [],
    webhookAllow,
    logger,
  });
  const slots = Array.from({ length: 60 }, (_, day) => addDays("2027-01-04", day))
    .filter((day) => !isClosedDay(day))
    .flatMap((day) => slotStarts(day, core.timeZone));

  /** Reads after the last write by any caller, as our pages do. */
  async function call(
    path: string,
    { method = "GET", token, body, raw, headers }: Call = {},
  ): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${bff.port}${path}`, {
      method,
      headers: {
        ...(raw instanceof FormData ? {} : { "Content-Type": "application/json" }),
        ...(written ? { [READ_AFTER_HEADER]: formatPosition(written) } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(raw === undefined ? {} : { body: raw }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    return { status: response.status, body: isJson ? JSON.parse(text) : { text }, headers: response.headers };
  }

  /** Makes a new account by its command. */
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
    return tokenOf(await call("/api/auth/login", { method: "POST", body: { username, password: PASSWORD } }));
  }

  return {
    core,
    clock,
    gateway,
    /** The database's address, as its owner. */
    url: world.url,
    sql: world.sql,
    ownerSql: world.ownerSql,
    /** The folder where mails are written as files, unless `mail` replaces it. */
    outbox: join(dataDir, "outbox"),
    /** Every line that the product has logged. */
    logged,
    port: bff.port,
    call,
    hire,
    logIn,
    /** A visitor's booking on an hour of its own; answers its id. */
    async book(): Promise<number> {
      const startsAt = slots.shift();
      if (!startsAt) throw new Error("every hour is booked");
      const outcome = await requestBooking(core, bookingRequest(core, { roomId: 1, startsAt }), testMeta);
      if (!outcome.ok) throw new Error(outcome.rejection.code);
      return outcome.value.id;
    },
    change: (type: "DeactivateStaffAccount" | "DeleteStaffAccount", { id }: Colleague) =>
      changeStaffAccount(core, { type, id, by: "product" }, testMeta),
    /** The session of a customer who has just registered. */
    async customerToken(): Promise<string> {
      colleagues += 1;
      const person = { firstName: "Edith", lastName: "Clarke", email: `customer-${colleagues}@example.test` };
      return tokenOf(
        await call("/api/auth/register", { method: "POST", body: { ...person, password: PASSWORD } }),
      );
    },
    stopWorker: () => worker.stop(),
    async close() {
      await bff.stop();
      await worker.stop();
      await waker.stop();
      await pgPool.end();
      await world.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type StaffWorld = Awaited<ReturnType<typeof startStaffWorld>>;
