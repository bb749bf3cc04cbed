import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { openMailService } from "../../../core/adapters/mail/mail-service.ts";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import { priceOf } from "../../../core/booking/rules/pricing.ts";
import { erasePerson } from "../../../core/erasure/handle.ts";
import { readRawStream } from "../../../core/log/read.ts";
import { createBoundedMap } from "../../../core/platform/bounded-map.ts";
import { bookingRequest, testMeta } from "../../../core/testing/test-core.ts";
import { sealAll, testLogKey } from "../../../core/transparency/log-fixture.ts";
import { verifyLog } from "../../../operator/verify/verify.ts";
import { openBatch } from "../../../projections/engine/batch.ts";
import { streamsOf } from "../../../projections/engine/projection.ts";
import { rebuildProjections } from "../../../projections/engine/rebuild.ts";
import { projections } from "../../../projections/followers.ts";
import { bookings } from "../../../projections/views/bookings.ts";
import { bookingsOfPerson } from "../../../projections/views/person-bookings.ts";
import { MyData } from "../../contract/customer/my-data.ts";
import {
  CUSTOMER_PASSWORD,
  type CustomerWorld,
  customerWorld,
  errorsOf,
} from "../../testing/customer-fixture.ts";
import { type Call, type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

/** Words of every text, name and address that the person ever gave, and of nothing else in the world. */
const WORDS = ["zorblax", "quibbleton", "xenomail", "wibblefret", "7315559"];
const EMAIL = "zorblax.quibbleton@xenomail.example.test";
const NAMES = { firstName: "Zorblax", lastName: "Quibbleton", phone: "+1 731 5559 / 7315559" };
const PATIENCE = { timeout: 30_000, interval: 100 };

const dataDir = mkdtempSync(join(tmpdir(), "hub-erasure-"));
const outbox = join(dataDir, "outbox");
let world: StaffWorld;
let customers: CustomerWorld;
let adminToken: string;
beforeAll(async () => {
  const mail = openMailService({
    graph: undefined,
    smtpUrl: undefined,
    dataDir,
    venueEmail: "venue@example.test",
  });
  world = await startStaffWorld({ mail });
  customers = customerWorld(world);
  adminToken = await world.logIn((await world.hire("admin")).username);
});
afterAll(async () => {
  await world.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const asAdmin = (path: string, call: Call = {}) => world.call(path, { token: adminToken, ...call });

/** Where any of the words is: every column of every table in every schema, as text. */
async function tablesWithWords(words: readonly string[] = WORDS): Promise<string[]> {
  const tables = await world.ownerSql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`;
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "public.personal_data",
      "graphile_worker._private_jobs",
      "simulated_stripe.events",
    ]),
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await world.ownerSql.unsafe<{ line: string }[]>(
      `select t::text as line from ${name} t where t::text ilike any ($1)`,
      [words.map((word) => `%${word}%`)],
    );
    found.push(...rows.map(({ line }) => `${name}: ${line.slice(0, 300)}`));
  }
  return found;
}

const saysAWord = (text: string): boolean => WORDS.some((word) => text.toLowerCase().includes(word));

/** Quoted-printable breaks lines, and base64 hides everything: the mail's text, decoded well enough to be searched. */
function filesWithWords(): string[] {
  return readdirSync(outbox).filter((name) => {
    const raw = readFileSync(join(outbox, name), "utf8");
    const decoded = raw.replace(/(?:^[A-Za-z0-9+/]{40,}={0,2}\r?\n)+/gm, (text) =>
      Buffer.from(text, "base64").toString("utf8"),
    );
    return saysAWord(raw.replace(/=\r?\n/g, "")) || saysAWord(decoded);
  });
}

const linesWithWords = (): string[] => world.logged.filter(saysAWord);

async function figures(): Promise<unknown> {
  const { body } = await asAdmin("/api/analytics");
  return body;
}

const verified = () =>
  verifyLog(world.sql, {
    ownKey: testLogKey(1),
    witnessKeys: [],
    kept: null,
    onFault: () => undefined,
    onProgress: () => undefined,
    onGuardProgress: () => undefined,
  });

const jobsAreDone = () =>
  expect
    .poll(async () => {
      const [due] = await world.ownerSql<{ count: number }[]>`
        select count(*) as count from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts`;
      const { body } = await asAdmin("/api/bookings/summary");
      return [Number(due?.count), body.message];
    }, PATIENCE)
    .toEqual([0, undefined]);

let hour = 0;
/** A submission with words in every field, on separate hours. */
function submission(changes: Record<string, unknown> = {}) {
  hour += 1;
  const roomId = 4;
  const rates = world.core.rooms.byId(roomId)?.rates;
  if (!rates) throw new Error("no room");
  const price = priceOf(
    rates,
    { duration: "hourly", hourCount: 1, engineerRequired: false },
    world.core.settings.now(),
  );
  return {
    roomId,
    ...NAMES,
    email: EMAIL,
    startDate: `2027-03-${String(8 + Math.floor(hour / 10)).padStart(2, "0")}`,
    startTime: `${9 + (hour % 10)}:00`.padStart(5, "0"),
    endTime: `${10 + (hour % 10)}:00`,
    eventType: "Wibblefret gala",
    specialRequirements: "A wibblefret by the entrance",
    bookingDuration: "hourly",
    hourCount: 1,
    totalAmount: (price.totalCents / 100).toFixed(2),
    downpaymentAmount: (price.downpaymentCents / 100).toFixed(2),
    remainingAmount: (price.remainingCents / 100).toFixed(2),
    terms: true,
    ...changes,
  };
}

async function book(changes: Record<string, unknown> = {}, call: Call = {}): Promise<number> {
  const headers = {
    ...customers.fromElsewhere(),
    "X-Request-Id": "zorblax-quibbleton",
    "Idempotency-Key": `wibblefret-${hour}`,
  };
  const { status, body } = await world.call("/api/bookings", {
    method: "POST",
    body: submission(changes),
    headers,
    ...call,
  });
  expect([status, body.message]).toEqual([201, undefined]);
  return Number(body.id);
}

/** Leaves everything that a person can leave, by every call that stores something of theirs. */
async function live() {
  const { post } = customers;
  const registered = await post("/api/auth/register", {
    ...NAMES,
    email: EMAIL,
    password: CUSTOMER_PASSWORD,
  });
  const token = String(registered.body.token);
  const id = Number((registered.body.user as { id: number }).id);
  await customers.verify({ id, token });
  await post("/api/auth/register", { ...NAMES, email: EMAIL, password: CUSTOMER_PASSWORD }); // taken
  await post("/api/auth/user-login", { email: EMAIL, password: "wibblefret" });
  await post("/api/auth/user-login", { email: EMAIL, password: CUSTOMER_PASSWORD });
  await post("/api/auth/login", { username: EMAIL, password: "wibblefret" });
  await post("/api/auth/forgot-password", { email: EMAIL });
  await world.call("/api/auth/me", {
    method: "PATCH",
    token,
    body: { ...NAMES, firstName: "Zorblaxine" },
    headers: customers.fromElsewhere(),
  });

  const asCustomer = await book({}, { token });
  const asGuest = await book({ email: EMAIL.toUpperCase() });
  const forAFriend = await book({ email: "friend@xenomail.example.test" }, { token });
  const upcoming = await book();
  const cancelled = await book();
  const intent = await post("/api/create-payment-intent", {
    bookingId: asGuest,
    customerEmail: EMAIL,
    customerName: "Zorblax Quibbleton",
  });
  await post(`/simulated-stripe/v1/payment_intents/${intent.body.paymentIntentId}/confirm`, {
    client_secret: intent.body.clientSecret,
    payment_method: "pm_card_chargeDeclined",
    receipt_email: EMAIL,
    payment_method_data: { billing_details: { name: "Zorblax Quibbleton", email: EMAIL } },
  });
  for (const booking of [asCustomer, forAFriend]) {
    await asAdmin(`/api/bookings/${booking}`, { method: "PATCH", body: { paymentStatus: "paid" } });
    await asAdmin(`/api/bookings/${booking}`, { method: "PATCH", body: { status: "completed" } });
  }
  const reason = { status: "cancelled", reason: "Wibblefret all over the stage" };
  await asAdmin(`/api/bookings/${cancelled}`, { method: "PATCH", body: reason });
  for (const [bookingId, anonymous] of [
    [asCustomer, false],
    [forAFriend, true],
  ] as const) {
    const texts = { comments: "wibblefret", recommendations: "wibblefret", improvements: "wibblefret" };
    const said = await post(
      "/api/feedback",
      {
        bookingId,
        roomId: 4,
        customerEmail: EMAIL,
        customerName: "Zorblax Quibbleton",
        anonymous,
        ...texts,
        favoriteFeatures: "wibblefret",
      },
      { token },
    );
    expect([said.status, said.body.message]).toEqual([201, "Thank you for your feedback!"]);
  }
  const message = {
    ...NAMES,
    email: EMAIL,
    interestedRoom: "auditorium",
    message: "Do you rent a wibblefret?",
  };
  const contact = await post("/api/contact", message);
  expect(contact.status).toBe(201);
  const answer = { text: "Dear Zorblax, the wibblefret is 20 dollars." };
  const answers = `/api/contact/${contact.body.id}/answers`;
  expect((await asAdmin(answers, { method: "POST", body: answer })).status).toBe(201);
  await asAdmin(`/api/customer/${EMAIL}/loyalty`);
  await asAdmin("/api/bookings?search=zorblax");
  await world.call("/api/zorblax/quibbleton?wibblefret=7315559", { headers: { "X-Request-Id": "zorblax" } });
  await world.call("/Wibblefret-by-zorblax");
  await world.call("/api/rooms/zorblax");
  return { token, id, asCustomer, asGuest, forAFriend, upcoming, cancelled };
}

describe("a person's erasure", () => {
  it("leaves none of their words in any table, mail, log or job, and every figure and proof as it was", async () => {
    // An error of a mail server that repeats the address.
    const person = await live();
    await jobsAreDone();
    await world.ownerSql`
      update graphile_worker._private_jobs set last_error = ${`550 no such user ${EMAIL}`}
      where id in (select id from graphile_worker._private_jobs limit 1)`;
    await world.ownerSql`update mails set refusal = ${`refused: ${EMAIL}`} where mail_id in (select mail_id from mails limit 1)`;

    // Their words are in the expected tables, and in none that an erasure does not reach.
    const before = (await tablesWithWords()).map((line) => line.split(":")[0]);
    expect(new Set(before)).toEqual(
      new Set([
        "public.bookings",
        "public.customer_credentials",
        "public.mails",
        "public.personal_data",
        "graphile_worker._private_jobs",
      ]),
    );
    await expect.poll(() => filesWithWords().length).toBeGreaterThan(3);
    const shown = await asAdmin(`/api/bookings/${person.asCustomer}`);
    expect(shown.body).toMatchObject({ eventType: "Wibblefret gala", firstName: "Zorblax" });
    const statedBefore = await figures();

    const asked = await customers.post("/api/auth/erasure-request", undefined, { token: person.token });
    expect(asked.body.erasureRequestedAt).toBe(world.clock.now().toISOString());
    const again = await customers.post("/api/auth/erasure-request", undefined, { token: person.token });
    expect(again.body.erasureRequestedAt).toBe(asked.body.erasureRequestedAt);
    const requests = await world.sql`select 1 from events where type = 'ErasureRequested'`;
    expect(requests).toHaveLength(1);
    expect((await asAdmin("/api/erasures")).body).toEqual([
      {
        customerId: person.id,
        email: EMAIL,
        requestedAt: asked.body.erasureRequestedAt,
        verified: true,
        records: expect.any(Number),
        bookings: 5,
      },
    ]);
    await expect
      .poll(() => readdirSync(outbox).filter((name) => name.includes("erasure-requested")).length, PATIENCE)
      .toBe(1);
    await jobsAreDone();
    await sealAll(world.sql);

    const heard: string[] = [];
    const socket = new WebSocket(`ws://127.0.0.1:${world.port}/ws`, {
      headers: { Cookie: `staff_session=${adminToken}` },
    });
    socket.on("message", (data) => heard.push(String(data)));
    await new Promise((open) => socket.once("open", open));
    socket.send('{"type":"subscribe_staff"}');
    await expect.poll(() => heard.length, PATIENCE).toBe(1);

    const order = { email: ` ${EMAIL.toUpperCase()} `, confirm: EMAIL };
    const erased = await asAdmin("/api/erasures", { method: "POST", body: order });
    expect(erased.body).toMatchObject({
      account: true,
      upcomingBookings: 4,
      message: "The person has been erased",
    });
    await expect.poll(() => heard.some((line) => line.includes("staff_person_erased")), PATIENCE).toBe(true);
    socket.close();
    await expect.poll(filesWithWords, PATIENCE).toEqual([]);
    await jobsAreDone();

    expect(await tablesWithWords()).toEqual([]);
    expect(linesWithWords()).toEqual([]);
    expect(await figures()).toEqual(statedBefore);
    await sealAll(world.sql);
    expect(await verified()).toMatchObject({ faults: [], unsealed: 0 });

    // Their sessions have ended, the hours stay, and staff no longer see who they were.
    expect((await world.call("/api/auth/me", { token: person.token })).status).toBe(401);
    expect(await asAdmin(`/api/bookings/${person.upcoming}`)).toMatchObject({
      status: 200,
      body: { firstName: null, email: null, eventType: "Other", status: "pending" },
    });
    expect((await asAdmin("/api/erasures")).body).toEqual([]);

    // A rebuild from the log gives the same rows, and treats a customer who comes back as new.
    await rebuildProjections(world.sql, projections(world.core));
    expect(await tablesWithWords()).toEqual([]);
    expect(await figures()).toEqual(statedBefore);
    await book();
    const { customers: told } = (await figures()) as { customers: object };
    expect(told).toMatchObject({
      totalUniqueCustomers: (statedBefore as { customers: { totalUniqueCustomers: number } }).customers
        .totalUniqueCustomers,
    });
  }, 180_000);

  it("has the same result however often it is asked for, and says so for a person without data", async () => {
    const erase = (email: string) =>
      asAdmin("/api/erasures", { method: "POST", body: { email, confirm: email } });
    const customer = await customers.register();
    expect((await erase(customer.email)).body).toMatchObject({ records: 1, account: true });
    const NOTHING = {
      records: 0,
      account: false,
      upcomingBookings: 0,
      message: "There is no data under this email",
    };
    for (const email of [customer.email, "never@example.test"]) {
      expect(await erase(email)).toMatchObject({ status: 200, body: NOTHING });
    }
  });

  /** Mails that are completely written to the outbox. */
  const written = (): string[] => readdirSync(outbox).filter((name) => name.endsWith(".eml"));

  it("that an unverified account asks for covers only that account's own rows", async () => {
    const email = "victim@xerasure.example.test";
    const guest = await customers.book({ email });
    const stranger = await customers.register(email);
    const own = await customers.book({ userId: stranger.id, email: "other@xerasure.example.test" });
    const session = { token: stranger.token };
    const asked = await customers.post("/api/auth/erasure-request", undefined, session);
    expect(asked.status).toBe(200);
    expect((await asAdmin("/api/erasures")).body).toEqual([
      {
        customerId: stranger.id,
        email,
        requestedAt: asked.body.erasureRequestedAt,
        verified: false,
        records: 2,
        bookings: 1,
      },
    ]);
    await expect
      .poll(() => written().filter((name) => name.includes("erasure-requested")), PATIENCE)
      .toContainEqual(expect.stringContaining(`customer-${stranger.id}`));
    const mail = written().find(
      (name) => name.includes("erasure-requested") && name.includes(`customer-${stranger.id}`),
    );
    expect(readFileSync(join(outbox, mail ?? ""), "utf8").replace(/=\r?\n/g, "")).toContain(
      "is not verified",
    );

    const order = { email, confirm: email, customerId: stranger.id };
    const erased = await asAdmin("/api/erasures", { method: "POST", body: order });
    expect(erased).toMatchObject({ status: 200, body: { records: 2, account: true, upcomingBookings: 1 } });
    expect((await asAdmin(`/api/bookings/${guest.id}`)).body).toMatchObject({ email });
    expect((await asAdmin(`/api/bookings/${own.id}`)).body).toMatchObject({ email: null });
    expect((await asAdmin("/api/erasures")).body).toEqual([]);
    // The number of another account, or of a deleted one, erases nothing.
    const again = await asAdmin("/api/erasures", { method: "POST", body: order });
    expect(again.body).toMatchObject({ records: 0, account: false });
    const bystander = await customers.register();
    const wrong = { email, confirm: email, customerId: bystander.id };
    expect((await asAdmin("/api/erasures", { method: "POST", body: wrong })).body).toMatchObject({
      records: 0,
    });
    expect((await asAdmin(`/api/bookings/${guest.id}`)).body).toMatchObject({ email });
  });

  it("covers everything once the verified customer asks for it", async () => {
    const customer = await customers.register();
    await customers.book({ email: customer.email });
    const session = { token: customer.token };
    await customers.post("/api/auth/erasure-request", undefined, session);
    const waiting = async () => (await asAdmin("/api/erasures")).body;
    expect(await waiting()).toMatchObject([{ verified: false, records: 1, bookings: 0 }]);
    await customers.verify(customer);
    expect(await waiting()).toMatchObject([{ verified: false }]);
    await customers.post("/api/auth/erasure-request", undefined, session);
    expect(await waiting()).toMatchObject([{ verified: true, records: 2, bookings: 1 }]);
    const order = { email: customer.email, confirm: customer.email };
    expect((await asAdmin("/api/erasures", { method: "POST", body: order })).body).toMatchObject({
      records: 2,
    });
  });

  it("is refused without the email typed again, and for a person who has a staff account", async () => {
    const typed = { email: "ada@example.test", confirm: "adda@example.test" };
    const unsure = await asAdmin("/api/erasures", { method: "POST", body: typed });
    expect([unsure.status, errorsOf(unsure)]).toEqual([400, [["confirm", "Type the same email again"]]]);
    const { email } = await world.hire("staff");
    expect(await asAdmin("/api/erasures", { method: "POST", body: { email, confirm: email } })).toMatchObject(
      {
        status: 409,
        body: { code: "StaffAccountStands" },
      },
    );
  });

  it("waits for a fold that has read their words and not written them yet", async () => {
    const { core, sql } = world;
    const asked = bookingRequest(core, { roomId: 6, startsAt: new Date("2027-04-12T15:00:00Z") });
    const email = "krumbolt@example.test";
    // A follower that is held back just before its fold, as a slow machine would.
    let erasing: Promise<unknown> = Promise.resolve();
    let erased = false;
    await sql.begin(async (tx) => {
      await tx`select 1 from projection_cursors where name = 'bookings' for update`;
      const person = { ...asked.person, lastName: "Krumbolt", email };
      const outcome = await requestBooking(core, { ...asked, person }, testMeta);
      if (!outcome.ok) throw new Error(outcome.rejection.code);
      const { id } = outcome.value;
      const history = await readRawStream(tx, `booking-${id}`);
      const batch = await openBatch(tx, history, {
        streams: streamsOf([bookings]),
        states: createBoundedMap(),
      });
      await bookings.fold(tx, batch, (table) => table);
      const [written] = await tx`select search_text from bookings where booking_id = ${id}`;
      expect(written?.search_text).toContain("krumbolt");
      erasing = erasePerson(core, { email, bookingsOf: bookingsOfPerson(sql) }, testMeta).then(() => {
        erased = true;
      });
      await expect
        .poll(async () => {
          const [row] = await world.ownerSql`
            select count(*) as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%append%'`;
          return Number(row?.waiting);
        }, PATIENCE)
        .toBeGreaterThan(0);
      expect(erased).toBe(false);
    });
    await erasing;
    expect(await tablesWithWords(["krumbolt"])).toEqual([]);
  }, 60_000);
});

describe("a customer's own data", () => {
  it("is a file with all that is kept of them, and of no other person", async () => {
    const customer = await customers.register();
    const token = { token: customer.token };
    const stranger = await customers.book({ email: "stranger@example.test" });
    const guest = await customers.book({ email: customer.email });
    const own = await customers.book({ userId: customer.id });
    await customers.command(own.id, { type: "CompleteBooking" });
    const said = {
      bookingId: own.id,
      roomId: own.roomId,
      customerEmail: customer.email,
      customerName: "Ada",
    };
    await customers.post("/api/feedback", { ...said, anonymous: true, comments: "Fine" }, token);
    const typed = {
      firstName: "Ada",
      lastName: "Byron",
      email: customer.email,
      message: "Is there a piano?",
    };
    await customers.post("/api/contact", typed);
    const download = () => world.call("/api/auth/my-data", { ...token, headers: customers.fromElsewhere() });

    const unverified = MyData.parse((await download()).body);
    expect([unverified.bookings.map(({ id }) => id), unverified.messages]).toEqual([[own.id], []]);
    await customers.verify(customer);
    const answer = await download();
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="my-data-2026-12-01.json"');
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const data = MyData.parse(answer.body);
    expect(data.account).toMatchObject({ email: customer.email, firstName: "Ada", erasureRequestedAt: null });
    expect(data.bookings.map(({ id }) => id).toSorted()).toEqual([guest.id, own.id].toSorted());
    expect(data.bookings.find(({ id }) => id === own.id)?.history.map(({ text }) => text)).toContain(
      "Completed",
    );
    expect(data.feedback).toMatchObject([{ bookingId: own.id, comments: "Fine", anonymous: true }]);
    expect(data.messages).toMatchObject([{ message: "Is there a piano?" }]);
    expect(data.sessions).toMatchObject([{ current: true }]);
    expect(data.loyalty.totalBookings).toBe(2);
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`"id":${stranger.id}[,}]`));
  });

  it("and the request to be erased are limited by address", async () => {
    const { token } = await customers.register();
    const headers = customers.fromElsewhere();
    const statuses: number[] = [];
    for (let n = 0; n < 22; n++) {
      statuses.push((await world.call("/api/auth/my-data", { token, headers })).status);
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200));
    expect(statuses.slice(20)).toEqual([429, 429]);
  });
});
