import { parseOptions } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { argon2Passwords, NOBODYS_HASH } from "./passwords.ts";

describe("passwords", () => {
  it("are kept as salted argon2id at the cost that OWASP asks for", async () => {
    const [one, two] = await Promise.all([argon2Passwords.hash("secret1"), argon2Passwords.hash("secret1")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it("match what was hashed, to the letter", async () => {
    const kept = await argon2Passwords.hash(" Grüße 🎸 ");
    expect(await argon2Passwords.verify(" Grüße 🎸 ", kept)).toBe(true);
    expect(await argon2Passwords.verify("Grüße 🎸", kept)).toBe(false);
    expect(await argon2Passwords.verify("", kept)).toBe(false);
  });

  it("never match an account that does not exist, at the same work", async () => {
    expect(await argon2Passwords.verify("anything", null)).toBe(false);
    expect(parseOptions(NOBODYS_HASH)).toEqual(parseOptions(await argon2Passwords.hash("x")));
  });
});
