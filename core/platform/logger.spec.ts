/** Shows that no secret and no personal data reaches the server log. */
import { describe, expect, it } from "vitest";
import { createLogger, type Logger } from "./logger.ts";

/** The output of a logger that `use` calls. */
const written = (use: (logger: Logger) => void): string => {
  let lines = "";
  use(createLogger({ logLevel: "info" }, { write: (line) => (lines += line) }));
  return lines;
};

const logged = (fields: object): string => written((logger) => logger.info(fields, "happened"));

const circular: Record<string, unknown> = { email: "SECRET" };
circular.self = circular;

describe("secrets and personal data never reach the log", () => {
  it.each([
    [{ password: "SECRET" }],
    [{ customer: { email: "SECRET", phone: "SECRET" } }],
    [{ req: { headers: { authorization: "SECRET", cookie: "SECRET", "set-cookie": "SECRET" } } }],
    [{ a: { b: { c: { token: "SECRET" } } } }],
    [{ config: { stripe: { secretKey: "SECRET", webhookSecret: "SECRET" } } }],
    [{ a: { b: { c: { d: { e: { f: { passwordHash: "SECRET" } } } } } } }],
    [{ people: [{ email: "SECRET" }, [{ phone: ["SECRET"] }]] }],
    [{ token: { inside: { something: "SECRET" } } }],
    [{ body: { toJSON: () => ({ customerEmail: "SECRET" }) } }],
    [{ circular }],
    [Object.assign(new Error("failed"), { customer: { email: "SECRET" } })],
    [{ err: Object.assign(new Error("failed"), { request: { headers: [{ cookie: "SECRET" }] } }) }],
    [{ err: new Error("failed", { cause: Object.assign(new Error("why"), { token: "SECRET" }) }), token: 1 }],
    [{ err: new AggregateError([Object.assign(new Error("one"), { phone: "SECRET" })], "all failed") }],
  ])("%o", (fields) => {
    const line = logged(fields);
    expect(line).toContain("[redacted]");
    expect(line).not.toContain("SECRET");
    expect(JSON.parse(line)).toMatchObject({ level: 30 });
    expect(line.endsWith("}\n")).toBe(true);
  });

  it("with a child logger", () => {
    const line = written((logger) => logger.child({ account: { email: "SECRET" } }).info("happened"));
    expect(line).not.toContain("SECRET");
    expect(JSON.parse(line)).toMatchObject({ account: { email: "[redacted]" }, msg: "happened" });
  });

  it("written into a message", () => {
    const line = written((logger) => {
      logger.info("made %j", { room: 3, guest: { email: "SECRET" } });
      logger.info({ room: 3 }, "made %o for %s", { phone: "SECRET" }, "someone");
    });
    expect(line).not.toContain("SECRET");
    expect(
      line
        .split("\n")
        .slice(0, 2)
        .map((text) => JSON.parse(text).msg),
    ).toEqual(['made {"room":3,"guest":{"email":"[redacted]"}}', 'made {"phone":"[redacted]"} for someone']);
  });

  it("and nothing else of a line is changed by removing them", () => {
    const rest = { text: 'an "email": none', list: [1.5, null, { deep: true }], when: new Date(0) };
    const line = JSON.parse(logged({ ...rest, email: "SECRET" }));
    expect(line).toEqual({ ...JSON.parse(logged(rest)), email: "[redacted]", time: line.time });
  });
});

it("writes one JSON line with an ISO time", () => {
  const line = JSON.parse(logged({ roomId: 3 }));
  expect(line).toMatchObject({
    level: 30,
    roomId: 3,
    msg: "happened",
    time: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

it("is silent below its level", () => {
  let written = "";
  createLogger({ logLevel: "warn" }, { write: (line) => (written += line) }).info("quiet");
  expect(written).toBe("");
});
