/** Checks how the stored session of a member of staff is read and removed. */
import { describe, expect, it } from "vitest";
import { idInToken, readOrClearStaff, readStaff } from "./staff-session.ts";

const claims = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const tokenWith = (value: unknown) => `e30.${claims(value)}.c2ln`;

function storageWith(entries: Record<string, string>) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe("a staff token", () => {
  it("contains the account's id", () => expect(idInToken(tokenWith({ sub: "7", name: "Zoë??>>" }))).toBe(7));
  it.each([
    ["", "no token"],
    ["not-a-token", "no parts"],
    ["a.b", "no signature"],
    ["e30.%%%.c2ln", "not base64"],
    [`e30.${btoa("no json")}.c2ln`, "not JSON"],
    [tokenWith({ kind: "staff" }), "no account"],
    [tokenWith({ sub: "x" }), "not a number"],
  ])("%j cannot be decoded (%s)", (token) => expect(idInToken(token)).toBeNull());
});

describe("readOrClearStaff and readStaff", () => {
  it("accepts a session and does not change it", () => {
    const storage = storageWith({
      staff_token: tokenWith({ sub: "3" }),
      staff_user: JSON.stringify({ firstName: " Maya ", lastName: "Ortiz" }),
    });
    expect(readOrClearStaff(storage)).toMatchObject({ id: 3, firstName: "Maya", lastName: "Ortiz" });
    expect(storage.kept.size).toBe(2);
  });

  it("removes a token that cannot be decoded, and its user", () => {
    const storage = storageWith({ staff_token: "broken", staff_user: "{}", theme: "dark" });
    expect(readOrClearStaff(storage)).toBeNull();
    expect([...storage.kept.keys()]).toEqual(["theme"]);
  });

  it("needs no user record to know the account", () => {
    expect(
      readStaff(storageWith({ staff_token: tokenWith({ sub: "3" }), staff_user: "{broken" })),
    ).toMatchObject({
      id: 3,
      firstName: null,
    });
  });
});
