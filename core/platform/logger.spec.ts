import { describe, expect, it } from "vitest";
import { createLogger } from "./logger.ts";

const logged = (fields: object): string => {
  let written = "";
  createLogger({ logLevel: "info" }, { write: (line) => (written += line) }).info(fields, "happened");
  return written;
};

describe("secrets and personal data never reach the log", () => {
  it.each([
    [{ password: "SECRET" }],
    [{ customer: { email: "SECRET", phone: "SECRET" } }],
    [{ req: { headers: { authorization: "SECRET", cookie: "SECRET", "set-cookie": "SECRET" } } }],
    [{ a: { b: { c: { token: "SECRET" } } } }],
    [{ config: { stripe: { secretKey: "SECRET", webhookSecret: "SECRET" } } }],
  ])("%o", (fields) => {
    const line = logged(fields);
    expect(line).toContain("[redacted]");
    expect(line).not.toContain("SECRET");
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
