import { randomUUID } from "node:crypto";
import { request as rawRequest } from "node:http";
import { connect } from "node:net";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WEBHOOK_SECRET } from "../../core/adapters/stripe/payment-fixture.ts";
import { type CustomerWorld, customerWorld } from "../testing/customer-fixture.ts";
import { type StaffWorld, startStaffWorld } from "../testing/staff-fixture.ts";

let world: StaffWorld;
let staff: string;
let customers: CustomerWorld;
let customer: string;
beforeAll(async () => {
  world = await startStaffWorld();
  staff = await world.logIn((await world.hire("manager")).username);
  customers = customerWorld(world);
  customer = (await customers.register()).token;
});
afterAll(() => world.close());

/** No input of a caller may cause an internal error. */
function alarms(since: number): string[] {
  return world.logged.slice(since).filter((line) => /"level":[56]0/.test(line));
}

async function refusedAs(status: number, path: string, call: Parameters<StaffWorld["call"]>[1] = {}) {
  const since = world.logged.length;
  const answer = await world.call(path, call);
  expect({ status: answer.status, alarms: alarms(since) }).toEqual({ status, alarms: [] });
  return answer;
}

const YEARS = ["0000-01-01", "0000-12-31", "0001-01-01", "0099-12-31", "9999-01-01", "9999-12-31"];
const INSTANTS = [
  "0000-01-01T00:00:00Z",
  "0000-01-01T00:00:00+23:59",
  "0099-06-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "9999-12-31T23:59:59-23:59",
];

describe("years at the edge of the calendar", () => {
  it.each([...YEARS, ...INSTANTS])("%s begins or ends no range of days", async (day) => {
    const edge = encodeURIComponent(day);
    await refusedAs(400, `/api/rooms/5/bookings?startDate=${edge}&endDate=${edge}`);
    await refusedAs(400, `/api/rooms/5/bookings?startDate=${edge}&endDate=2026-12-31`);
    await refusedAs(400, `/api/rooms/5/bookings?startDate=2026-12-01&endDate=${edge}`);
  });

  it.each([...YEARS, ...INSTANTS])("no booking is made at, or moved to, %s", async (day) => {
    const visit = { startDate: day.slice(0, 10), startTime: "10:00", endTime: "11:00" };
    const person = {
      firstName: "Ada",
      lastName: "Byron",
      email: "ada@example.test",
      phone: "+1 212 555 0100",
    };
    const price = { totalAmount: "60.00", downpaymentAmount: "30.00", remainingAmount: "30.00" };
    const submission = { roomId: 5, eventType: "Rehearsal", terms: true, hourCount: 1, ...person, ...price };
    const post = (path: string, body: unknown, token: string | null = null) =>
      refusedAs(400, path, { method: "POST", body, token });
    await post("/api/bookings", { ...submission, ...visit });
    await post("/api/bookings", { ...submission, ...visit, startDate: "2026-12-15", startTime: day });
    await post("/api/bookings", { ...submission, ...visit, startDate: "2026-12-15", endTime: day });
    const guest = customers.guestToken((await customers.book()).id);
    await post(`/api/guest/${guest}/reschedule`, { startDate: day, startTime: "10:00" });
    await post(`/api/guest/${guest}/reschedule`, { startDate: "2026-12-15", startTime: day });
  });

  it("are far from the days that a venue has", async () => {
    const range = "startDate=1970-01-01&endDate=1970-12-31";
    expect((await world.call(`/api/rooms/5/bookings?${range}`)).status).toBe(200);
  });
});

describe("NUL and halves of characters", () => {
  it.each(["%00", "a%00b", "%01"])("%s finds no person and no thing", async (text) => {
    await refusedAs(400, `/api/customer/${text}/loyalty`, { token: staff });
    await refusedAs(400, `/api/customer/${text}/loyalty`, { token: customer });
    for (const list of ["/api/bookings", "/api/bookings/summary"]) {
      await refusedAs(400, `${list}?search=${text}`, { token: staff });
      await refusedAs(400, `${list}?search=${text}&page=1`, { token: staff });
    }
    for (const path of [`/api/rooms/${text}`, `/api/bookings/1/refunds/${text}/retry`]) {
      await refusedAs(404, path, { token: staff, method: path.endsWith("retry") ? "POST" : "GET" });
    }
    await refusedAs(403, `/api/guest/${text}`);
  });

  it("get 400 and 404 in the simulated provider's paths and fields", async () => {
    const at = "/simulated-stripe/v1/payment_intents";
    await refusedAs(404, `${at}/%00?client_secret=x`);
    await refusedAs(404, `${at}/pi_1%00?client_secret=x`);
    await refusedAs(404, `${at}/%00/confirm`, { method: "POST", body: { client_secret: "x" } });
    const card = { type: "card", card: { number: "4242424242424242", cvc: "\u0000" } };
    for (const body of [{ client_secret: "\u0000" }, { client_secret: "x", payment_method_data: card }]) {
      await refusedAs(400, `${at}/pi_1/confirm`, { method: "POST", body });
    }
  });
});

describe("ids that are not valid", () => {
  it.each([
    "0",
    "-1",
    "1.5",
    "1e3",
    "0x1",
    "١",
    "9007199254740993",
    "9223372036854775808",
    "9".repeat(300),
    "toString",
    "__proto__",
    "constructor",
  ])("%s finds nothing", async (id) => {
    await refusedAs(
      404,
      `/api/rooms/${encodeURIComponent(id)}/bookings?startDate=2026-12-01&endDate=2026-12-02`,
    );
    await refusedAs(404, `/api/bookings/${encodeURIComponent(id)}`, { token: staff });
    await refusedAs(404, `/api/staff/${encodeURIComponent(id)}/deactivate`, {
      token: staff,
      method: "PATCH",
    });
    const booking = await world.book();
    const retry = `/api/bookings/${booking}/refunds/${encodeURIComponent(id)}/retry`;
    await refusedAs(404, retry, { token: staff, method: "POST" });
  });
});

describe("methods", () => {
  const { hostname } = new URL("http://127.0.0.1");

  /** The status, and the allowed methods, for a method that `fetch` would not send. */
  function sent(method: string, path: string): Promise<[number, string | undefined]> {
    return new Promise((resolve, reject) => {
      const options = { hostname, port: world.port, path, method };
      rawRequest(options, (answer) => {
        answer.resume();
        resolve([answer.statusCode ?? 0, answer.headers.allow?.split(", ").sort().join(", ")]);
      })
        .on("error", reject)
        .end();
    });
  }

  it.each(["TRACE", "PROPFIND", "PURGE", "LINK"])("%s is not allowed anywhere", async (method) => {
    const since = world.logged.length;
    expect(await sent(method, "/api/rooms")).toEqual([405, "GET, HEAD, POST"]);
    expect(await sent(method, "/api/contact")).toEqual([405, "GET, HEAD, POST"]);
    expect((await sent(method, "/"))[0]).toBe(404);
    expect((await sent(method, "/simulated-stripe/v1/payment_intents/pi_1"))[0]).toBe(404);
    expect(alarms(since)).toEqual([]);
  });

  it("that HTTP does not know are 501, and bytes that are not HTTP are 400", async () => {
    const since = world.logged.length;
    expect(await answerTo("BREW /api/rooms HTTP/1.1\r\nHost: hub\r\n\r\n")).toMatch(/^HTTP\/1.1 501 /);
    expect(await answerTo("get /api/rooms HTTP/1.1\r\nHost: hub\r\n\r\n")).toMatch(/^HTTP\/1.1 501 /);
    expect(await answerTo("GET /api/rooms HTTP/1.1\r\nHost hub\r\n\r\n")).toMatch(/^HTTP\/1.1 400 /);
    expect(await answerTo(`GET / HTTP/1.1\r\nHost: hub\r\nA: ${"x".repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 /,
    );
    expect(alarms(since)).toEqual([]);
  });
});

/** The answer to these raw bytes. */
function answerTo(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(world.port, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
}

describe("a body that its sender cuts off", () => {
  it.each([
    ["POST", "/api/contact", "Content-Length: 4000"],
    ["POST", "/api/stripe/webhook", "Content-Length: 4000"],
    ["POST", "/api/contact", "Transfer-Encoding: chunked"],
    ["POST", "/simulated-stripe/v1/payment_intents/pi_1/confirm", "Content-Length: 4000"],
  ])("is no error in the log: %s %s with %s", async (method, path, length) => {
    const since = world.logged.length;
    const head = `${method} ${path} HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\n${length}\r\n`;
    const requestId = randomUUID();
    await new Promise<void>((resolve) => {
      const socket = connect(world.port, "127.0.0.1", () => {
        socket.write(
          `${head}X-Request-Id: ${requestId}\r\n\r\n${length.startsWith("T") ? "5\r\n" : ""}{"a":`,
        );
        // Long enough for the head to have been read, which the test needs.
        setTimeout(() => socket.resetAndDestroy(), 50);
      });
      socket.on("close", () => resolve());
      socket.on("error", () => undefined);
    });
    await expect.poll(() => world.logged.slice(since).some((line) => line.includes(requestId))).toBe(true);
    expect(alarms(since)).toEqual([]);
    expect(world.logged.slice(since).join()).not.toContain("database is not available");
  });
});

describe("a signed webhook", () => {
  const intent = {
    id: "pi_1",
    status: "succeeded",
    amount: 100,
    amount_received: 100,
    currency: "usd",
    client_secret: "pi_1_secret_x",
    metadata: {},
    latest_charge: "ch_1",
  };
  const event = { id: "evt_1", object: "event", type: "payment_intent.succeeded", data: { object: intent } };
  const about = (object: unknown, type = event.type) => ({ ...event, type, data: { object } });

  function deliver(payload: string) {
    // The provider's clock does not move.
    const timestamp = Date.parse("2026-06-01T12:00:00Z") / 1000;
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp });
    return fetch(`http://127.0.0.1:${world.port}/api/stripe/webhook`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Stripe-Signature": header },
      body: payload,
    });
  }

  it("is accepted if it is an event", async () => {
    expect((await deliver(JSON.stringify(event))).status).toBe(200);
    expect((await deliver(JSON.stringify(about({}, "customer.created")))).status).toBe(200);
  });

  it.each([
    ["no JSON", "nonsense"],
    ["null", "null"],
    ["a number", "5"],
    ["text", '"event"'],
    ["a list", "[]"],
    ["an empty object", "{}"],
    ["without data", JSON.stringify({ ...event, data: undefined })],
    ["with data as a list", JSON.stringify({ ...event, data: [] })],
    ["with a list in data", JSON.stringify({ ...event, data: { object: [intent] } })],
    ["with data of null", JSON.stringify({ ...event, data: null })],
    ["about null", JSON.stringify(about(null))],
    ["about text", JSON.stringify(about("pi_1"))],
    ["without an id", JSON.stringify({ ...event, id: undefined })],
    ["of no type", JSON.stringify({ ...event, type: 7 })],
    ["with metadata of null", JSON.stringify(about({ ...intent, metadata: null }))],
    ["with metadata as a list", JSON.stringify(about({ ...intent, metadata: [1] }))],
    ["with a NUL in metadata", JSON.stringify(about({ ...intent, metadata: { reference: "\u0000" } }))],
    ["with an amount beyond counting", JSON.stringify(about({ ...intent, amount_received: 2 ** 60 }))],
    ["without its client secret", JSON.stringify(about({ ...intent, client_secret: null }))],
    [
      "of a refund without an amount",
      JSON.stringify(about({ id: "re_1", status: "failed" }, "refund.failed")),
    ],
    [
      "of a dispute that is named like a method",
      JSON.stringify(
        about({ id: "toString", amount: 1, status: "lost", reason: "x" }, "charge.dispute.closed"),
      ),
    ],
    ["of the thin kind", JSON.stringify({ ...event, object: "v2.core.event" })],
  ])("%s is a 400", async (_, payload) => {
    const since = world.logged.length;
    const answer = await deliver(payload);
    expect({ status: answer.status, alarms: alarms(since) }).toEqual({ status: 400, alarms: [] });
    expect(await answer.json()).toMatchObject({ code: "InvalidData" });
  });
});
