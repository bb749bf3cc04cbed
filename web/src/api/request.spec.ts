/** Checks the request client against a real HTTP server: the headers it sends, the errors it throws, and the log positions it remembers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBehind, rememberPosition } from "./log-position.ts";
import { NoAnswerError, RequestError, request } from "./request.ts";

type Answer = (req: IncomingMessage, res: ServerResponse) => void;

let server: Server;
let origin: string;
let answer: Answer = (_, res) => res.end("{}");
let seen: { method: string; headers: IncomingMessage["headers"]; body: string };

beforeAll(async () => {
  server = createServer((req, res) => {
    let body = "";
    req.on("data", (chunk) => {
      body += chunk;
    });
    req.on("end", () => {
      seen = { method: req.method ?? "", headers: req.headers, body };
      answer(req, res);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
});

const failWith =
  (status: number, text: string): Answer =>
  (_, res) => {
    res.writeHead(status, { "content-type": "application/json" });
    res.end(text);
  };

async function failureOf(path: string): Promise<RequestError> {
  try {
    await request("GET", `${origin}${path}`);
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error("the request succeeded");
}

describe("request", () => {
  it("always sends a JSON content type, and a body only if there is one", async () => {
    answer = (_, res) => res.end('{"ok":true}');
    expect(await request("GET", `${origin}/a`)).toEqual({ ok: true });
    expect(seen.headers["content-type"]).toBe("application/json");
    expect(seen.body).toBe("");

    await request("POST", `${origin}/a`, { b: 1 }, { idempotencyKey: "key-1" });
    expect(seen.body).toBe('{"b":1}');
    expect(seen.headers["idempotency-key"]).toBe("key-1");
  });

  it("returns undefined for an empty body", async () => {
    answer = (_, res) => res.writeHead(204).end();
    expect(await request("DELETE", `${origin}/a`)).toBeUndefined();
  });

  it("throws an error with status, colon and body text, and reads the problem in the body", async () => {
    const problem = {
      type: "about:blank",
      title: "Conflict",
      status: 409,
      detail: "x",
      message: "x",
      requestId: "r",
    };
    answer = failWith(409, JSON.stringify(problem));
    const error = await failureOf("/a");
    expect(error.message).toBe(`409: ${JSON.stringify(problem)}`);
    expect(error.status).toBe(409);
    expect(error.problem).toEqual({ message: "x" });
  });

  it.each([
    [
      "a message alone",
      { message: "Time slot is already booked" },
      { message: "Time slot is already booked" },
    ],
    ["a message and other fields", { message: "No", status: "error" }, { message: "No" }],
    ["field errors of the wrong type", { message: "No", errors: { path: "a" }, code: 7 }, { message: "No" }],
    [
      "a list with some valid field errors",
      { message: "No", code: "InvalidData", errors: [null, "a", { path: "a", message: "b" }, { path: 1 }] },
      { message: "No", code: "InvalidData", errors: [{ path: "a", message: "b" }] },
    ],
  ])("reads the problem from %s", async (_, body, problem) => {
    answer = failWith(409, JSON.stringify(body));
    const error = await failureOf("/a");
    expect(error.message).toBe(`409: ${JSON.stringify(body)}`);
    expect(error.problem).toEqual(problem);
  });

  it.each([
    ["no message", { status: 400, title: "No" }],
    ["a message that is not text", { message: { text: "No" }, status: 400 }],
    ["an empty message", { message: "", status: 400 }],
  ])("reads no problem from a body with %s", async (_, body) => {
    answer = failWith(400, JSON.stringify(body));
    expect((await failureOf("/a")).problem).toBeNull();
  });

  it.each([
    ["an empty body", "", "502: Bad Gateway"],
    ["a page", "<h1>no</h1>", "502: <h1>no</h1>"],
    ["JSON that is not a problem", "[1]", "502: [1]"],
  ])("uses the body or the status text for %s", async (_, text, message) => {
    answer = failWith(502, text);
    const error = await failureOf("/a");
    expect(error.message).toBe(message);
    expect(error.problem).toBeNull();
  });

  it("sends the highest position it has seen with reads, and only with reads", async () => {
    const positioned =
      (position: string): Answer =>
      (_, res) => {
        res.setHeader("log-position", position);
        res.end("{}");
      };
    answer = positioned("1.9.100");
    await request("POST", `${origin}/a`, {});
    expect(seen.headers["read-after"]).toBeUndefined();

    answer = positioned("1.10.2");
    await request("GET", `${origin}/a`);
    expect(seen.headers["read-after"]).toBe("1.9.100");

    answer = positioned("1.9.999");
    await request("GET", `${origin}/a`);
    expect(seen.headers["read-after"]).toBe("1.10.2");

    rememberPosition("1.11.1");
    rememberPosition("not a position");
    rememberPosition(null);
    await request("GET", `${origin}/a`);
    expect(seen.headers["read-after"]).toBe("1.11.1");
  });
});

describe("a read that is behind the seen position", () => {
  const refuse: Answer = (_, res) => {
    res.writeHead(503, { "content-type": "application/problem+json", "retry-after": "0" });
    res.end(JSON.stringify({ message: "not shown yet", code: "ViewBehind" }));
  };

  it("is retried until it is answered", async () => {
    let asked = 0;
    answer = (req, res) => (++asked < 4 ? refuse(req, res) : res.end('{"id":1}'));
    expect(await request("GET", `${origin}/a`)).toEqual({ id: 1 });
    expect(asked).toBe(4);
  });

  it("fails after the last retry", async () => {
    let asked = 0;
    answer = (req, res) => {
      asked++;
      refuse(req, res);
    };
    await expect(request("GET", `${origin}/a`)).rejects.toMatchObject({ status: 503 });
    expect(asked).toBe(6);
  });
});

describe("a call without an answer", () => {
  it("throws a NoAnswerError if no server is reached or the answer breaks off", async () => {
    const unanswered = request("POST", "http://127.0.0.1:9/a", {});
    await expect(unanswered).rejects.toThrow(NoAnswerError);
    await expect(unanswered).rejects.toMatchObject({ why: "unreachable" });
    answer = (_, res) => {
      res.writeHead(200, { "content-length": "100" });
      res.write("{", () => res.destroy());
    };
    await expect(request("GET", `${origin}/a`)).rejects.toThrow(NoAnswerError);
  });

  it("rejects with the reason of the caller's abort", async () => {
    answer = () => {};
    const asked = new AbortController();
    const call = request("GET", `${origin}/a`, undefined, { signal: asked.signal });
    asked.abort(new Error("left the page"));
    await expect(call).rejects.toThrow("left the page");
  });
});

describe("isBehind", () => {
  it.each([
    ["1.2.3", "1.2.4", true],
    ["1.2.9", "1.2.10", true],
    ["1.9.9", "1.10.1", true],
    ["1.99.99", "2.1.1", true],
    ["1.2.3", "1.2.3", false],
    ["2.1.1", "1.9.9", false],
    ["1.18446744073709551614.1", "1.18446744073709551615.1", true],
  ])("%s is behind %s: %s", (position, other, behind) => {
    expect(isBehind(position, other)).toBe(behind);
  });
});
