/** Checks which passwords are refused. */
import { describe, expect, it } from "vitest";
import { COMMON_PASSWORDS } from "../platform/secrets/common-passwords.ts";
import { argon2Passwords } from "../platform/secrets/passwords.ts";
import { refusedPassword } from "./new-password.ts";

const refused = (password: string, ...names: string[]) =>
  refusedPassword(argon2Passwords, password, names) !== null;

describe("a new password", () => {
  it.each(["123456", "password", "Qwerty123", "LETMEIN", "password1"])(
    "may not be one of the most common: %s",
    (one) => expect(refused(one)).toBe(true),
  );

  it("may not be the account's own name, email or the part before the @", () => {
    for (const own of ["ada.byron", "Ada.Byron@example.test", "ADA.BYRON"]) {
      expect(refused(own, "ada.byron@example.test")).toBe(true);
    }
    expect(refused("ada.byron.", "ada.byron@example.test")).toBe(false);
  });

  it.each(["secret1", "another1", "correct horse", "six-or-more"])("may be any other password: %s", (one) =>
    expect(refused(one, "ada")).toBe(false),
  );
});

it("the list contains a thousand passwords in lower case, each of at least the minimum length", () => {
  expect(COMMON_PASSWORDS.size).toBe(1000);
  expect([...COMMON_PASSWORDS].filter((one) => one.length < 6 || one !== one.toLowerCase())).toEqual([]);
});
