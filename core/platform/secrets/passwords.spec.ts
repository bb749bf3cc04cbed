/** Shows how passwords are hashed and compared, a few at a time. */
import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { parseOptions } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { argon2Passwords, limitConcurrency, PasswordsBusy, UNKNOWN_ACCOUNT_HASH } from "./passwords.ts";

describe("passwords", () => {
  it("are stored as salted argon2id at the cost that OWASP recommends", async () => {
    const [one, two] = await Promise.all([argon2Passwords.hash("secret1"), argon2Passwords.hash("secret1")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it("match what was hashed, exactly", async () => {
    const hash = await argon2Passwords.hash(" Grüße 🎸 ");
    expect(await argon2Passwords.verify(" Grüße 🎸 ", hash)).toBe(true);
    expect(await argon2Passwords.verify("Grüße 🎸", hash)).toBe(false);
    expect(await argon2Passwords.verify("", hash)).toBe(false);
  });

  it("never match for an account that does not exist, after the same work", async () => {
    expect(await argon2Passwords.verify("anything", null)).toBe(false);
    expect(parseOptions(UNKNOWN_ACCOUNT_HASH)).toEqual(parseOptions(await argon2Passwords.hash("x")));
  });
});

describe("hashing", () => {
  it.runIf(process.platform === "linux")("lets other work go first", async () => {
    await argon2Passwords.hash("secret1");
    const niceness = readdirSync("/proc/self/task").map((thread) => {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
      // After the name, which may contain anything but a closing bracket: field 19 of proc(5).
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
    });
    expect(niceness).toContain(10);
    expect(niceness).toContain(getPriority());
  });

  it("runs few at a time, queues few in their order, and refuses the others", async () => {
    const line = limitConcurrency(2, 3);
    const ends: (() => void)[] = [];
    const done: number[] = [];
    const one = (n: number) =>
      line(() => new Promise<void>((end) => ends.push(end))).then(() => done.push(n));
    const taken = [1, 2, 3, 4, 5].map(one);
    expect(ends.length).toBe(2);
    await expect(one(6)).rejects.toThrow(PasswordsBusy);
    for (let n = 0; n < 5; n++) {
      ends[n]?.();
      await taken[n];
    }
    expect(done).toEqual([1, 2, 3, 4, 5]);
    ends.splice(0);
    const again = one(7);
    ends[0]?.();
    await again;
    await expect(line(() => Promise.reject(new Error("no hash")))).rejects.toThrow("no hash");
    expect(done).toContain(7);
  });
});
