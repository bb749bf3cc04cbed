/** Sets up tests of visitors' calls: a BFF on a database of its own, a simulated Stripe, and a clock that the test sets. */
import { WebSocket } from "ws";
import { CARD, createPaymentWorld } from "../../core/adapters/stripe/payment-fixture.ts";
import { loadBooking } from "../../core/booking/handle.ts";
import { formatPosition } from "../../core/log/position.ts";
import { createLogger } from "../../core/platform/logger.ts";
import { sessionKeys } from "../../core/platform/secrets/keys.ts";
import { createStaffAccount } from "../../core/staff/handle.ts";
import { freePort } from "../../core/testing/free-port.ts";
import { createTestClock, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { openTestMail } from "../../core/testing/test-mail.ts";
import { catchUp } from "../../projections/engine/catch-up-fixture.ts";
import { readPositions } from "../../projections/engine/cursor.ts";
import { followers } from "../../projections/followers.ts";
import type { LiveMessageOrError } from "../contract/live.ts";
import { WEBHOOK_PATH } from "../routes/visitor/webhook.ts";
import { startBff } from "../server.ts";
import { submissionFor } from "./submission-fixture.ts";

export const PUBLIC_URL = "http://hub.example.test";
export const METRICS_TOKEN = "the token of the tests";

/** A Tuesday at the venue, weeks after the clock's start. */
export const DAY = "2026-12-15";
export const REHEARSAL_ROOM = 5;
export const MEDIA_PRODUCTION = 3;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of the body that it expects
  body: any;
}

export interface VisitorWorldOptions {
  rateLimitBookings?: number;
  webFolder?: string;
  maxSockets?: { inAll: number; perAddress: number };
  embedOrigins?: readonly string[];
}

export async function startVisitorWorld(options: VisitorWorldOptions = {}) {
  const logged: string[] = [];
  const logger = createLogger({ logLevel: "debug" }, { write: (line) => void logged.push(line) });
  const world = await createPaymentWorld();
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const { simulated, gateway } = await world.start(`${base}${WEBHOOK_PATH}`);
  const clock = createTestClock();

  let projecting: Promise<unknown> = Promise.resolve();
  let held = false;
  /** Brings the read tables to the log's end; calls wait for one another. */
  function project(): Promise<unknown> {
    projecting = projecting.then(async () => {
      if (held) return;
      await catchUp(core.sql, ...followers(core));
    });
    return projecting;
  }
  const core = { ...(await createTestCore(world, clock)), afterAppend: () => void project() };

  const mail = openTestMail();
  const bff = await startBff({
    core,
    gateway,
    mail: mail.office,
    simulatedStripe: simulated.browserRoutes,
    databaseUrl: world.runtimeUrl,
    port,
    publicUrl: PUBLIC_URL,
    embedOrigins: options.embedOrigins ?? [],
    sessionKeys: sessionKeys("a secret of the tests, long enough for anyone", []),
    addressHash: core.holderHash,
    rateLimitBookings: options.rateLimitBookings ?? 0,
    maxSockets: options.maxSockets ?? { inAll: 1_000, perAddress: 500 },
    metricsToken: METRICS_TOKEN,
    // Tests state the address of a call by X-Forwarded-For.
    trustedProxies: 1,
    webFolder: options.webFolder ?? "no web in these tests",
    logger,
  });

  let addresses = 0;
  async function call(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    // Each call has its own address, unless the test says otherwise.
    addresses += 1;
    if (!headers.has("x-forwarded-for"))
      headers.set("x-forwarded-for", `10.0.${addresses >> 8}.${addresses & 255}`);
    const response = await fetch(base + path, { ...init, headers });
    const text = await response.text();
    const json = text !== "" && /json/.test(response.headers.get("content-type") ?? "");
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : text };
  }

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  let visitors = 0;
  /** An acceptable submission; each is by another visitor, by default at 9:00 on DAY. */
  function submission(changes: Record<string, unknown> = {}): Record<string, unknown> {
    visitors += 1;
    const email = `visitor-${visitors}@example.test`;
    const hours = { startDate: DAY, startTime: "09:00", endTime: "11:00" };
    return submissionFor(core, { roomId: REHEARSAL_ROOM, email, ...hours, ...changes });
  }

  async function book(changes: Record<string, unknown> = {}): Promise<{ id: number; email: string }> {
    const asked = submission(changes);
    const { status, body } = await post("/api/bookings", asked);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { id: body.id, email: String(asked.email) };
  }

  /** The cookie of the browser that made it, as `POST /api/bookings` sets it. */
  async function holderCookie({ id }: { id: number }): Promise<Record<string, string>> {
    const { state } = await loadBooking(core, id);
    if (!state.exists) throw new Error(`no booking ${id}`);
    const { token } = core.links.guestBooking({ bookingId: id, personId: state.personId });
    return { cookie: `hub_booking_${id}=${token}` };
  }

  async function openIntent(booking: { id: number; email: string }) {
    const request = { bookingId: booking.id, customerEmail: booking.email };
    const { status, body } = await post("/api/create-payment-intent", request);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { id: String(body.paymentIntentId), clientSecret: String(body.clientSecret) };
  }

  let session: Promise<Record<string, string>> | undefined;
  async function hireAndLogIn(): Promise<Record<string, string>> {
    const account = { username: "till", password: "at the till", role: "staff" as const };
    const person = { email: "till@hub.example.test", firstName: "Grace", lastName: "Hopper" };
    const context = { commandId: "hire:till", meta: testMeta };
    const hired = await createStaffAccount(core, { ...account, ...person }, "product", context);
    if (!hired.ok) throw new Error(hired.rejection.code);
    const { username, password } = account;
    const { body } = await post("/api/auth/login", { username, password });
    return { authorization: `Bearer ${body.token}` };
  }
  /** The header of a staff call. */
  function asStaff(): Promise<Record<string, string>> {
    session ??= hireAndLogIn();
    return session;
  }

  return {
    /** The database's address for the processes. */
    databaseUrl: world.runtimeUrl,
    core,
    clock,
    gateway,
    simulated,
    sql: world.sql,
    ownerSql: world.ownerSql,
    base,
    /** Every line that the product has logged. */
    logged,
    call,
    post,
    submission,
    book,
    openIntent,
    holderCookie,
    asStaff,
    /** Pays as staff do on the payment test page. */
    payByTestToken: async (id: number, stripeToken = "tok_visa") =>
      post(`/api/bookings/${id}/payment`, { stripeToken }, await asStaff()),
    /** Pays as the card form of the page does. */
    pay: (intent: { id: string; clientSecret: string }, number = CARD.number) =>
      post(`/simulated-stripe/v1/payment_intents/${intent.id}/confirm`, {
        client_secret: intent.clientSecret,
        payment_method_data: { type: "card", card: { ...CARD, number } },
      }),
    /** Brings the read tables to the log's end, and waits until the BFF has heard of it. */
    async project() {
      await project();
      const { head } = await readPositions(core.sql);
      const answer = await call("/api/rooms", { headers: { "read-after": formatPosition(head) } });
      if (answer.status !== 200) throw new Error(answer.text);
    },
    /** Waits for the catch-up in progress, then stops the projections until the returned function is called. */
    async holdViews() {
      held = true;
      await projecting;
      return () => {
        held = false;
        return project();
      };
    },
    stopBff: () => bff.stop(),
    async close() {
      await bff.stop();
      await projecting;
      await world.close();
      await mail.remove();
    },
  };
}

export type VisitorWorld = Awaited<ReturnType<typeof startVisitorWorld>>;

/** A socket of `/ws` with the messages that it has heard. */
export async function openSocket(base: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${base.replace("http", "ws")}/ws`, { headers });
  const heard: LiveMessageOrError[] = [];
  const waiting: (() => void)[] = [];
  let closeCode: number | undefined;
  const tell = (): void => {
    for (const resume of waiting.splice(0)) resume();
  };
  socket.on("message", (data) => {
    heard.push(JSON.parse(String(data)));
    tell();
  });
  socket.on("close", (code) => {
    closeCode = code;
    tell();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  socket.on("error", () => undefined);

  async function until<T>(answer: () => T | undefined): Promise<T> {
    for (;;) {
      const value = answer();
      if (value !== undefined) return value;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  return {
    socket,
    heard,
    say: (message: unknown) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    /** Waits until this many messages were heard, and returns them. */
    hears: (count: number) => until(() => (heard.length >= count ? heard : undefined)),
    closed: () => until(() => closeCode),
    /** Resolves when all earlier messages were processed: the answer to a bad message comes last. */
    async settled(): Promise<void> {
      const before = heard.length;
      socket.send("?");
      await until(() => (heard.length > before && heard.at(-1)?.type === "error" ? true : undefined));
      heard.pop();
    },
    close: () => socket.close(),
  };
}
