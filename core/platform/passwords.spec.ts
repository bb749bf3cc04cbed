import { parseOptions } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { hashPassword, NOBODYS_HASH, verifyPassword } from "./passwords.ts";

describe("passwords", () => {
  it("are kept as salted argon2id at the cost that OWASP asks for", async () => {
    const [one, two] = await Promise.all([hashPassword("secret1"), hashPassword("secret1")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it("match what was hashed, to the letter", async () => {
    const kept = await hashPassword(" Grüße 🎸 ");
    expect(await verifyPassword(" Grüße 🎸 ", kept)).toBe(true);
    expect(await verifyPassword("Grüße 🎸", kept)).toBe(false);
    expect(await verifyPassword("", kept)).toBe(false);
  });

  it("never match an account that does not exist, at the same work", async () => {
    expect(await verifyPassword("anything", null)).toBe(false);
    expect(parseOptions(NOBODYS_HASH)).toEqual(parseOptions(await hashPassword("x")));
  });
});
