import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { request as rawRequest } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { METRICS_TOKEN, startVisitorWorld, type VisitorWorld } from "../testing/visitor-fixture.ts";

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld();
});
afterAll(() => world.close());

const JSON_TYPE = { "content-type": "application/json" };
const send = (path: string, body: BodyInit | null, headers: Record<string, string> = JSON_TYPE) =>
  world.call(path, { method: "POST", body, headers });

/** A body that is sent piece by piece, without a stated length. */
function sendChunked(path: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(world.base);
    const request = rawRequest({ hostname, port, path, method: "POST", headers: JSON_TYPE }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", reject);
    for (let sent = 0; sent < bytes; sent += 1_024) request.write("x".repeat(1_024));
    request.end();
  });
}

describe("bodies", () => {
  it.each(["", "   "])("reads %j as a body without fields", async (body) => {
    const answer = await send("/api/bookings", body === "" ? null : body);
    expect(answer.status).toBe(400);
    if (body === "") expect(answer.body.message).toBe("Missing booking information");
  });

  it.each(["{", '{"a":}', "nonsense", '{"a":1}}', "\u0000"])("refuses %j with 400", async (body) => {
    const answer = await send("/api/bookings", body);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "MalformedJson", message: "The body is not valid JSON" },
    });
  });

  it.each(["[]", "null", "5", '"text"', "[{}]"])("refuses %s, which is no object", async (body) => {
    const answer = await send("/api/bookings", body);
    expect(answer).toMatchObject({ status: 400, body: { message: "Invalid booking data" } });
    expect(answer.body.errors).toEqual([{ path: "", message: "The body must be a JSON object" }]);
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/jsonp",
    "json",
  ])("refuses a body of type %s with 415", async (type) => {
    expect((await send("/api/bookings", "{}", { "content-type": type })).status).toBe(415);
  });

  it.each(["application/json; charset=utf-8", "application/vnd.hub+json", "APPLICATION/JSON"])(
    "takes %s",
    async (type) => {
      const answer = await send("/api/contact", "{}", { "content-type": type });
      expect(answer.body.code).toBe("MissingInformation");
    },
  );

  it("accepts 64 KiB, and refuses more with 413 whether its length is stated or not", async () => {
    const fits = JSON.stringify({ message: "x".repeat(64 * 1024 - 14) });
    expect(Buffer.byteLength(fits)).toBe(64 * 1024);
    expect((await send("/api/contact", fits)).status).toBe(400);
    const answer = await send("/api/contact", `${fits} `);
    expect(answer).toMatchObject({ status: 413, body: { code: "BodyTooLarge" } });
    expect(await sendChunked("/api/contact", 65 * 1024)).toBe(413);
    expect(await sendChunked("/simulated-stripe/v1/payment_intents/pi_1/confirm", 65 * 1024)).toBe(413);
  });

  it("takes no prototype from a body", async () => {
    const answer = await send("/api/contact", '{"__proto__":{"firstName":"Ada"},"constructor":1}');
    expect(answer.body.errors[0]).toEqual({ path: "firstName", message: "First name is required" });
  });

  it("allows a JSON content type on a read", async () => {
    expect((await world.call("/api/rooms", { headers: JSON_TYPE })).status).toBe(200);
  });
});

describe("addresses and methods", () => {
  it.each([
    "/api",
    "/api/",
    "/api/nothing",
    "/api/rooms/1/nothing",
    "/api/bookings/1/payment/x",
    "/api/%E0%A4%A",
  ])("%s is a JSON 404", async (path) => {
    const answer = await world.call(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  });

  it.each([
    ["PUT", "/api/rooms", "GET, HEAD, POST"],
    ["POST", "/api/rooms/classroom", "GET, HEAD, PATCH"],
    ["DELETE", "/api/rooms/1/bookings", "GET, HEAD"],
    ["GET", "/api/create-payment-intent", "POST"],
    ["GET", "/api/bookings/1/payment", "POST"],
    ["OPTIONS", "/api/create-payment-intent", "POST"],
    ["GET", "/api/stripe/webhook", "POST"],
  ])("%s %s is a 405 that allows %s", async (method, path, allowed) => {
    const answer = await world.call(path, { method });
    expect({ status: answer.status, allow: answer.headers.get("allow") }).toEqual({
      status: 405,
      allow: allowed,
    });
    expect(answer.body.code).toBe("MethodNotAllowed");
  });

  it("answers HEAD like GET, without the body", async () => {
    const answer = await world.call("/api/rooms", { method: "HEAD" });
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: "" });
    expect(answer.headers.get("etag")).not.toBeNull();
  });
});

describe("request ids", () => {
  it("are ours, each another one", async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await world.call("/api/nothing")).headers.get("x-request-id")),
    );
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[\w.:-]{5,}$/);
  });

  it("are the caller's if they are UUIDs, in header, problem and log", async () => {
    const id = randomUUID();
    const answer = await world.call("/api/nothing", { headers: { "x-request-id": id } });
    expect(answer.headers.get("x-request-id")).toBe(id);
    expect(answer.body.requestId).toBe(id);
    expect(world.logged.some((line) => line.includes(`"requestId":"${id}"`))).toBe(true);
  });

  it.each(["ada-byron", "two words", "x".repeat(129), '"quoted"', "a;b"])(
    "are ours instead of %j",
    async (id) => {
      const answer = await world.call("/api/nothing", { headers: { "x-request-id": id } });
      expect(answer.headers.get("x-request-id")).not.toBe(id);
    },
  );
});

describe("safety", () => {
  it.each(["/api/rooms", "/api/nothing", "/healthz", "/nowhere"])(
    "%s cannot be framed, sniffed or run",
    async (path) => {
      const { headers } = await world.call(path);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("content-security-policy")).toMatch(/base-uri 'none'; .*frame-ancestors 'none'/);
      expect(headers.get("access-control-allow-origin")).toBeNull();
    },
  );

  it("logs no address, name or secret", async () => {
    await world.book({ email: "discreet@example.test", firstName: "Discreta" });
    await world.call("/simulated-stripe/v1/payment_intents/pi_1?client_secret=pi_1_secret_2");
    expect(world.logged.join("\n")).not.toMatch(/discreet|Discreta|secret_2|555-0100/);
  });

  it("answers a bug with 500 and the request's id, and leaks nothing of it", async () => {
    const all = world.core.rooms.all;
    world.core.rooms.all = () => {
      throw new Error("the deepest secret");
    };
    world.clock.advanceMinutes(1); // what memory holds is too old by now
    const answer = await world.call("/api/rooms");
    world.core.rooms.all = all;
    expect(answer).toMatchObject({ status: 500, body: { code: "InternalError" } });
    expect(answer.text).not.toMatch(/secret|rooms\.ts|at /);
    const line = world.logged.find((logged) => logged.includes("the deepest secret"));
    expect(line).toContain(`"requestId":"${answer.body.requestId}"`);
  });
});

const metrics = () => world.call("/metrics", { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });

/** Sends these lines on a separate connection; gives everything that is answered until it closes. */
function speak(...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(world.base);
  const socket = connect(Number(port), hostname);
  socket.write(lines.join("\r\n"));
  let heard = "";
  return new Promise((resolve, reject) => {
    socket.on("data", (data) => {
      heard += String(data);
    });
    socket.on("close", () => resolve(heard));
    socket.on("error", reject);
  });
}

describe("a request that offers another protocol", () => {
  const H2C = [
    "Connection: Upgrade, HTTP2-Settings",
    "Upgrade: h2c",
    "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA",
  ];

  it("is answered as if it did not", async () => {
    const plain = ["GET /healthz HTTP/1.1", "Host: hub", "Connection: close", "", ""];
    const answer = await speak("GET /healthz HTTP/1.1", "Host: hub", ...H2C, "", plain.join("\r\n"));
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(answer).not.toMatch(/HTTP\/1\.1 (101|404)/);
  });

  it("is read with its body", async () => {
    const body = JSON.stringify({});
    const head = ["POST /api/contact HTTP/1.1", "Host: hub", "Content-Type: application/json"];
    const length = [`Content-Length: ${body.length}`, "Connection: close, Upgrade", "Upgrade: h2c"];
    const answer = await speak(...head, ...length, "", body);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/);
    expect(answer).toContain('"code":"MissingInformation"');
  });
});

describe("a request that names two hosts", () => {
  it.each(["/api/rooms", "/healthz", "/"])(
    "is refused at %s, even if memory holds an answer",
    async (path) => {
      await world.call(path);
      const answer = await speak(
        `GET ${path} HTTP/1.1`,
        "Host: hub",
        "Connection: close",
        "Host: evil",
        "",
        "",
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/);
    },
  );
});

describe("who may read the metrics", () => {
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${world.base}/metrics`, { headers })).status;

  it("is a caller on the machine itself, and a caller with the token", async () => {
    expect(await status({})).toBe(200);
    expect(await status({ authorization: `Bearer ${METRICS_TOKEN}`, "x-forwarded-for": "192.0.2.1" })).toBe(
      200,
    );
  });

  it.each([
    { "x-forwarded-for": "192.0.2.1" },
    { forwarded: "for=192.0.2.1" },
    { via: "1.1 proxy" },
    { authorization: "Bearer another token of the tests" },
  ])("is no other caller: %o", async (headers) => {
    expect(await status(headers as Record<string, string>)).toBe(404);
  });
});

describe("operations", () => {
  it("is up and ready", async () => {
    await world.project();
    expect(await world.call("/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(await world.call("/readyz")).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  it("is ready though a projection is far behind or parked or lacks a stream, and tells it all in its metrics", async () => {
    const release = await world.holdViews();
    await world.book({ startDate: "2026-12-16" });
    world.clock.advanceMinutes(1);
    await world.ownerSql`
      update projection_cursors set state = 'parked', parked_error = 'no table', parked_at = now()
      where name = 'loyalty'`;
    await world.ownerSql`
      insert into streams_set_aside (follower, stream, since_version, reason)
      values ('bookings', 'booking-900001', 1, 'unknown')`;
    const [answer, { text }] = [await world.call("/readyz"), await metrics()];
    await world.ownerSql`
      update projection_cursors set state = 'running', parked_error = null, parked_at = null
      where name = 'loyalty'`;
    await world.ownerSql`delete from streams_set_aside`;
    await release();
    expect(answer).toMatchObject({ status: 200, body: { status: "ready" } });
    expect(text).toMatch(/hub_projection_behind_events\{projection="availability"\} [1-9]/);
    expect(text).toMatch(/hub_follower_parked\{follower="loyalty"\} 1/);
    expect(text).toMatch(/hub_follower_parked\{follower="availability"\} 0/);
    expect(text).toMatch(/hub_streams_set_aside\{follower="bookings"\} 1/);
    expect(text).toMatch(/hub_oldest_transaction_seconds \d/);
    expect(text).toMatch(/hub_refunds_stuck 0/);
  });

  /** Asks until this status is answered, as a load balancer does. */
  async function ready(status: number) {
    await expect.poll(async () => (await world.call("/readyz")).status).toBe(status);
    return world.call("/readyz");
  }

  it("is not ready while a migration is missing", async () => {
    await ready(200);
    await world.call("/readyz");
    const [last] = await world.ownerSql<{ name: string; checksum: string }[]>`
      delete from schema_migrations where name = (select max(name) from schema_migrations) returning name, checksum`;
    // An answer is kept for a second: checks cost no query.
    const kept = await world.call("/readyz");
    const answer = await ready(503);
    if (last) await world.ownerSql`insert into schema_migrations ${world.ownerSql(last, "name", "checksum")}`;
    expect(kept.status).toBe(200);
    expect(answer.body.message).toBe(`migrations are missing: ${last?.name}`);
    await ready(200);
  });

  it("measures by the route's pattern, never by the path", async () => {
    await world.call("/api/rooms/classroom");
    await world.call("/api/rooms/1/bookings?startDate=2026-12-01&endDate=2026-12-31");
    const { text } = await metrics();
    expect(text).toMatch(
      /hub_http_request_duration_seconds_count\{method="GET",route="\/api\/rooms\/:slug",status="200"\} \d/,
    );
    expect(text).toMatch(/route="\/api\/rooms\/:id\/bookings"/);
    expect(text).not.toMatch(/classroom/);
    expect(text).toMatch(/hub_log_commits_total [1-9]/);
    expect(text).toMatch(/hub_projection_lag_seconds\{projection="availability"\} 0/);
  });

  it("has every figure that the alert rules and the dashboard ask for, and how far the log is sealed", async () => {
    const { text } = await metrics();
    for (const file of ["docs/alerts.yml", "docs/grafana-dashboard.json"]) {
      const names = readFileSync(file, "utf8").match(/\b(?:hub|process)_[a-z_]+(?=[^a-z_])/g) ?? [];
      const asked = new Set(names.map((name) => name.replace(/_(?:bucket|count)$/, "")));
      expect(asked.size).toBeGreaterThan(5);
      // The replica's figures exist where there is one (bff/live/replica.test.ts).
      const told = [...asked].filter((name) => !name.startsWith("hub_replica_"));
      for (const name of told) expect(text, `${name} of ${file}`).toContain(`# TYPE ${name} `);
    }
    expect(text).toMatch(/^hub_seal_behind_events \d+$/m);
    expect(text).toMatch(/^hub_seal_lag_seconds \d/m);
    expect(text).toMatch(/^hub_seal_size_events \d+$/m);
  });

  it("answers 503 and says so while the database is unreachable, and continues when it is back", async () => {
    const away = await startVisitorWorld();
    await away.call("/api/rooms");
    const [database] = await away.ownerSql<{ name: string }[]>`select current_database() as name`;
    await world.ownerSql`alter database ${world.ownerSql(database?.name ?? "")} allow_connections false`;
    await world.ownerSql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database?.name ?? ""}`;
    const answers = [
      await away.post("/api/bookings", away.submission()),
      await away.call("/api/rooms/classroom"),
      await away.call("/readyz"),
    ];
    const health = await away.call("/healthz");
    await world.ownerSql`alter database ${world.ownerSql(database?.name ?? "")} allow_connections true`;
    const back = await away.post("/api/bookings", away.submission());
    await away.close();
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(answers[0]?.body).toMatchObject({ code: "DatabaseUnavailable" });
    expect(answers[0]?.headers.get("retry-after")).toBe("2");
    expect(health.status).toBe(200);
    expect(back.status).toBe(201);
  });
});
