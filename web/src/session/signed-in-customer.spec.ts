/** Checks what is read from the record of the signed-in customer. */
import { describe, expect, it } from "vitest";
import { clearCustomer, readCustomer, readPersonFields } from "./signed-in-customer.ts";

function storageOf(entries: Record<string, string>) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe("the initial values of forms", () => {
  it.each([
    [
      '{"firstName":"Ada","lastName":"Byron","email":"ada@example.com","phone":null,"id":7}',
      { firstName: "Ada", lastName: "Byron", email: "ada@example.com" },
    ],
    ["not json", {}],
    ["7", {}],
  ])("are read from %s", (user, fields) => {
    expect(readPersonFields(storageOf({ userToken: "t", user }))).toEqual(fields);
    expect(readPersonFields(storageOf({ user }))).toEqual({});
  });
});

describe("the signed-in customer", () => {
  it.each([
    ["nothing is stored", {}],
    ["only the token is stored", { userToken: "t" }],
    ["only the user is stored", { user: '{"firstName":"Ada"}' }],
  ])("is null when %s", (_, entries) => {
    expect(readCustomer(storageOf(entries))).toBeNull();
  });

  it.each([
    ['{"firstName":"Ada"}', "Ada"],
    ['{"firstName":"  "}', null],
    ['{"email":"ada@example.com"}', null],
    ["{}", null],
    ["not json", null],
    ["null", null],
    ['{"firstName":7}', null],
  ])("stored as %s has the first name %s", (user, firstName) => {
    expect(readCustomer(storageOf({ userToken: "t", user }))).toEqual({ firstName });
  });

  it("is removed completely, and nothing else is removed", () => {
    const storage = storageOf({ userToken: "t", user: "{}", theme: "dark" });
    clearCustomer(storage);
    expect([...storage.kept.keys()]).toEqual(["theme"]);
  });
});
