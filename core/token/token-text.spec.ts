import { describe, expect, it } from "vitest";
import { looksLikeToken, newTokenSecret, readTokenText, tokenSecretHash, tokenText } from "./token-text.ts";

describe("a token", () => {
  it("has its number, and a secret that no other has", () => {
    const secrets = Array.from({ length: 1_000 }, newTokenSecret);
    expect(new Set(secrets).size).toBe(1_000);
    for (const secret of secrets) {
      const text = tokenText(42, secret);
      expect(text).toMatch(/^hub_42_[\w-]{32}[\da-f]{8}$/);
      expect(looksLikeToken(text)).toBe(true);
      expect(readTokenText(text)).toEqual({ id: 42, secretHash: tokenSecretHash(secret) });
    }
  });

  it("is told from a mistyped one by its checksum: any one character changed, left out or added", () => {
    const text = tokenText(7, newTokenSecret());
    for (let at = 0; at < text.length; at += 1) {
      const other = text[at] === "a" ? "b" : "a";
      expect(readTokenText(text.slice(0, at) + other + text.slice(at + 1)), `changed at ${at}`).toBeNull();
      expect(readTokenText(text.slice(0, at) + text.slice(at + 1)), `left out at ${at}`).toBeNull();
      expect(readTokenText(`${text.slice(0, at)}x${text.slice(at)}`), `added at ${at}`).toBeNull();
    }
  });

  it("is no other text", () => {
    const texts = [
      "",
      "hub_",
      "hub_0_",
      `HUB_1_${"a".repeat(40)}`,
      `hub_1_${"a".repeat(40)}\n`,
      "eyJhbGciOiJIUzI1NiJ9.e30.x",
    ];
    for (const text of texts) expect(readTokenText(text)).toBeNull();
  });
});
