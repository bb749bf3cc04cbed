/** Starts the product for the fuzz: a BFF and its worker on a database, with callers of every kind, and bookings, rooms and messages to call about. */
import sharp from "sharp";
import Stripe from "stripe";
import { customerWorld } from "../../bff/testing/customer-fixture.ts";
import { PASSWORD, startStaffWorld } from "../../bff/testing/staff-fixture.ts";
import { CARD, standingClock, WEBHOOK_SECRET } from "../../core/adapters/stripe/payment-fixture.ts";
import { loadBooking } from "../../core/booking/handle.ts";
import { passwordResetLink, verificationLink } from "../../core/customer/mailed-links.ts";
import { testMeta } from "../../core/testing/test-core.ts";
import { changeRoom } from "../../core/venue/handle.ts";
import { ROOM_SEEDS } from "../../core/venue/rooms/seed-rooms.ts";
import { seedVenue } from "../../core/venue/seed-venue.ts";
import { addDays } from "../../core/venue/time/venue-time.ts";
import type { AttemptContext, Caller } from "./attempts.ts";
import { createInvoices, LAST_DAY } from "./invoices.ts";
import type { Field } from "./schema-values.ts";
import { REHEARSAL_ROOM, type Submission, seriesOf, submissionsOf } from "./submissions.ts";

const STAFF_CALLERS = ["staff", "manager", "admin"] as const;
/** The most of each kind; the oldest go first. */
const MOST_KNOWN = 200;
/** Days over which the closures of the fuzz are spread. */
const CLOSED_DAYS = 300;
/** A name that no name server resolves: the webhooks of the fuzz send nothing. */
export const RECEIVER = "https://receiver.invalid/hook";

export interface FuzzWorld extends AttemptContext {
  port: number;
  /** Every line that the product has logged. */
  logged: readonly string[];
  /** The token of a caller's session; null without a session. */
  tokenOf(caller: Caller): string | null;
  /** Signs in callers again that the fuzz has deactivated, deleted or logged out, and replaces bookings and links that are used up. */
  refresh(): Promise<void>;
  /** Remembers what an answer names, so that later attempts can name it. */
  learn(path: string, json: unknown): void;
  openApi(): Promise<unknown>;
  /** A body of `POST /api/bookings`: an hour that no submission has had, by a new visitor. */
  submission(): Submission;
  /** The key of the link in a booking's mails. */
  guestToken(bookingId: number): Promise<string>;
  /** Verifies the customer's email. */
  verify(customer: { id: number; token: string }): Promise<void>;
  /** Does what the card form does, at the provider. */
  payByCard(intent: { paymentIntentId: string; clientSecret: string }): Promise<void>;
  close(): Promise<void>;
}

export async function startFuzzWorld(): Promise<FuzzWorld> {
  const world = await startStaffWorld();
  const { core, call } = world;
  await seedVenue(world.ownerSql);
  await core.venue.reload();
  const customers = customerWorld(world, "2027-03-01");
  const submission = submissionsOf(core);
  const invoices = createInvoices(core, submission);
  const pools = new Map<string, (string | number)[]>();
  const tokens = new Map<Caller, string | null>([
    ["visitor", null],
    ["stranger", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIiwia2luZCI6InN0YWZmIn0.c2lnbmVk"],
  ]);
  let made = 0;
  let unpaidBooking = {};
  let creditable = {};
  let customer = await customers.register();

  function keep(name: string, ...values: (string | number)[]): void {
    const pool = pools.get(name) ?? [];
    pools.set(name, pool);
    for (const value of values) if (!pool.includes(value)) pool.push(value);
    pool.splice(0, pool.length - MOST_KNOWN);
  }

  const last = (name: string): string | number => pools.get(name)?.at(-1) ?? 1;

  /** Skips hours that the fuzz itself has booked. */
  async function bookWhereFree(by: { userId?: number; email: string }, unpaid: boolean, tries = 20) {
    try {
      return await customers.book(by, { unpaid });
    } catch (error) {
      if (tries === 0 || !(error instanceof Error) || error.message !== "SlotTaken") throw error;
      return bookWhereFree(by, unpaid, tries - 1);
    }
  }

  /** A paid booking of the customer's, or an unpaid one of a guest's, with all its values known to the attempts. */
  async function newBooking(unpaid: boolean): Promise<number> {
    const guest = `guest-${++made}@example.test`;
    const by = unpaid ? { email: guest } : { userId: customer.id, email: customer.email };
    const { id } = await bookWhereFree(by, unpaid);
    if (unpaid) unpaidBooking = { bookingId: id, customerEmail: guest };
    const { state } = await loadBooking(core, id);
    keep("bookings id", id);
    keep("bookingId", id);
    keep("token", customers.guestToken(id));
    if (state.exists) keep("reference", state.reference);
    return id;
  }

  async function newLinks(): Promise<void> {
    const now = core.clock.now();
    const links = [
      await verificationLink(core, customer.id, now),
      await passwordResetLink(core, customer.id, now),
    ];
    for (const link of links) if (link) keep("token", link.token);
  }

  async function newInvoice(): Promise<void> {
    const { accountId, bookingId, number, token } = await invoices.issue();
    keep("accounts id", accountId);
    keep("accountId", accountId);
    keep("number", number);
    keep("token", token);
    keep("invoiceToken", token);
    creditable = { bookingId, amount: "1.00" };
  }

  async function holds(caller: Caller, path: string): Promise<boolean> {
    const token = tokens.get(caller);
    return token ? (await call(path, { token })).status === 200 : false;
  }

  async function refresh(): Promise<void> {
    // A call may have closed or retired rooms in which the fuzz books.
    for (const { id } of ROOM_SEEDS)
      await changeRoom(core, id, { bookable: true, retired: false }, { meta: testMeta });
    for (const role of STAFF_CALLERS) {
      if (await holds(role, "/api/staff")) continue;
      const colleague = await world.hire(role);
      tokens.set(role, await world.logIn(colleague.username));
      keep("username", colleague.username);
    }
    if (!(await holds("customer", "/api/auth/me"))) {
      customer = await customers.register();
      await newBooking(false);
    }
    tokens.set("customer", customer.token);
    keep("email", customer.email);
    keep("customerEmail", customer.email);
    const victim = await world.hire("staff");
    keep("staff id", victim.id);
    await newBooking(true);
    await newInvoice();
    await newLinks();
  }

  for (const room of core.rooms.all()) {
    keep("slug", room.slug);
    keep("roomId", room.id);
    keep("rooms id", room.id);
  }
  keep("file", "480.jpg", "480.avif", "960.webp");
  keep("password", PASSWORD, customer.password);
  keep("stripeToken", "tok_visa", "tok_chargeDeclined", "tok_chargeDeclinedInsufficientFunds");
  keep("search", "ada", "room", "#1", "example.test");
  keep("startDate", "2026-12-01", "2026-12-31", "2027-03-01", "2027-03-14");
  keep("endDate", "2026-12-31", "2027-03-31", "2027-04-01");
  keep("startTime", "10:00", "2:00 PM", "2027-03-01T15:00:00Z");
  // A read waits two seconds for a position that is ahead; other tests check that.
  keep("read-after", "1.1.1", "0.0.0");
  await refresh();
  for (let i = 0; i < 4; i += 1) {
    const id = await newBooking(false);
    if (i % 2 === 0) await customers.command(id, { type: "CompleteBooking" });
  }

  const series = () => seriesOf(submission());
  const person = () => ({ firstName: "Joan", lastName: "Clarke", email: `fuzz-${++made}@example.test` });
  const good: Record<string, () => Record<string, unknown>> = {
    "POST /api/bookings": submission,
    "POST /api/series/quote": series,
    "POST /api/series": series,
    "POST /api/staff/series": () => ({ ...series(), payment: "desk" }),
    "POST /api/series/{id}/move": () => ({ bookingId: last("bookingId"), scope: "all", startTime: "12:00" }),
    "POST /api/series/{id}/cancel": () => ({ bookingId: last("bookingId"), scope: "following" }),
    "POST /api/series/{id}/extend": () => ({ count: 1 }),
    "POST /api/create-payment-intent": () =>
      made++ % 2 === 0 ? unpaidBooking : { invoiceToken: last("invoiceToken") },
    "POST /api/accounts": () => ({
      ...{ name: `Choir ${++made}`, email: `choir-${made}@example.test`, address: "12 Song Street" },
      ...{ creditLimit: "500.00", paymentDays: 14 },
    }),
    "PATCH /api/accounts/{id}": () => ({ creditLimit: `${900 + (made++ % 100)}.00`, suspended: false }),
    "POST /api/accounts/{id}/invoices": () => ({ until: LAST_DAY }),
    "POST /api/invoices/{number}/money": () => ({ kind: "received", method: "cash", amount: "0.01" }),
    "POST /api/invoices/{number}/credit": () => ({ lines: [creditable], reason: "The heating failed" }),
    "POST /api/invoices/{number}/payment": () => ({
      paymentIntentId: last("paymentIntentId"),
      token: last("invoiceToken"),
    }),
    "POST /api/bookings/{id}/payment": () =>
      made++ % 2 === 0 ? { stripeToken: "tok_visa" } : { paymentIntentId: last("paymentIntentId") },
    "POST /api/contact": () => ({ ...person(), message: "Is the piano tuned?" }),
    "POST /api/auth/login": () => ({ username: last("username"), password: PASSWORD }),
    "POST /api/auth/user-login": () => ({ email: customer.email, password: customer.password }),
    "POST /api/auth/register": () => ({ ...person(), password: PASSWORD, phone: "" }),
    "POST /api/staff/create": () => ({ ...person(), username: `fuzz-${made}`, password: PASSWORD }),
    "POST /api/feedback": () => ({
      bookingId: last("bookingId"),
      roomId: REHEARSAL_ROOM,
      customerEmail: customer.email,
      customerName: "Ada",
      comments: "Fine.",
    }),
    "POST /api/blocks": () => {
      const day = addDays("2027-10-01", made++ % CLOSED_DAYS);
      const [startTime, endTime] = [`${day}T15:00:00Z`, `${day}T17:00:00Z`];
      return { roomIds: [REHEARSAL_ROOM], startTime, endTime, reason: "Repairs", public: true };
    },
    "POST /api/rooms": () => ({
      ...{ name: `Room ${++made}`, description: "Bare.", capacity: 4 },
      ...{ hourlyRate: "10.00", halfDayRate: "30.00", fullDayRate: "50.00" },
    }),
    "PATCH /api/rooms/{id}": () => ({ capacity: 10 + (made++ % 20), overlay: "SOON", features: ["A lamp"] }),
    "POST /api/tokens": () => ({
      name: `Program ${++made}`,
      scopes: ["rooms:write"],
      expiresOn: "2028-12-31",
    }),
    "POST /api/webhooks": () => ({ url: RECEIVER, events: ["booking.moved"], body: "full" }),
    "PATCH /api/webhooks/{id}": () => ({ url: RECEIVER, events: ["*"], active: made++ % 2 === 0 }),
    "PATCH /api/house": () => ({ phone: `(212) 555-0${100 + (made++ % 100)}`, holdMinutes: 20 }),
    "PATCH /api/bookings/{id}": () =>
      made++ % 2 === 0 ? { status: "confirmed" } : { paymentStatus: "paid" },
    "POST /api/auth/bookings/{id}/reschedule": () => ({ startDate: "2027-03-05", startTime: "15:00" }),
  };
  const paymentClock = standingClock();
  const create = { width: 480, height: 320, channels: 3 as const, background: "#2340c4" };
  const photo = await sharp({ create }).png().toBuffer();

  return {
    port: world.port,
    logged: world.logged,
    photo,
    known: (name) => pools.get(name) ?? [],
    tokenOf: (caller) => tokens.get(caller) ?? null,
    refresh,
    goodBody(operation) {
      const body = good[operation.name]?.();
      return body ? Object.entries(body).map(([name, value]): Field => [name, JSON.stringify(value)]) : null;
    },
    signatureOf: (body) =>
      Stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: WEBHOOK_SECRET,
        timestamp: Math.floor(paymentClock.now().getTime() / 1000),
      }),
    learn(path, json) {
      if (typeof json !== "object" || json === null) return;
      if (path === "/api/rooms/{id}/photos" && "id" in json) {
        keep("photoId", String(json.id));
        keep("photos id", String(json.id));
      }
      for (const [name, value] of Object.entries(json)) {
        if (name === "id" && path.startsWith("/api/bookings")) keep("bookings id", Number(value));
        if (name === "id" && /^\/api\/(staff\/)?series$/.test(path)) keep("series id", Number(value));
        if (name === "id" && path === "/api/tokens") keep("tokens id", Number(value));
        if (name === "id" && path === "/api/webhooks") keep("webhooks id", Number(value));
        if (name === "id" && path === "/api/accounts") keep("accounts id", Number(value));
        if (name === "number" && /invoices|credit/.test(path)) keep("number", String(value));
        if (name === "id" && path.startsWith("/api/blocks")) keep("blocks id", Number(value));
        if (name === "paymentIntentId" || name === "clientSecret") keep(name, String(value));
      }
    },
    submission,
    async guestToken(bookingId) {
      const { state } = await loadBooking(core, bookingId);
      if (!state.exists) throw new Error(`There is no booking ${bookingId}`);
      return core.links.guestBooking({ bookingId, personId: state.personId }).token;
    },
    verify: (customer) => customers.verify(customer),
    async payByCard({ paymentIntentId, clientSecret }) {
      await call(`/simulated-stripe/v1/payment_intents/${paymentIntentId}/confirm`, {
        method: "POST",
        body: { client_secret: clientSecret, payment_method_data: { type: "card", card: CARD } },
      });
    },
    openApi: async () => (await call("/api/openapi.json")).body,
    close: () => world.close(),
  };
}
