import { describe, expect, it } from "vitest";
import { NewStaffAccount } from "./staff.ts";

const person = {
  password: "a longer one",
  firstName: "Joan",
  lastName: "Clarke",
  email: "joan@example.test",
};
const usernameOf = (username: string): string | null => {
  const read = NewStaffAccount.safeParse({ ...person, username });
  return read.success ? read.data.username : null;
};

describe("a username", () => {
  it.each(["joan.clarke", "Zoë_2", "иван-3", "σοφία", "山田たろう", "김철수", "1234"])(
    "is of one script: %s",
    (name) => expect(usernameOf(name)).toBe(name),
  );

  it.each([
    ["аdmin", "a Cyrillic letter among Latin ones"],
    ["admіn.2", "another"],
    ["αdmin", "a Greek one"],
    ["joan@hub", "a sign that is none of . _ -"],
    ["jo\u200ban", "an invisible letter"],
  ])("is refused: %s (%s)", (name) => expect(usernameOf(name)).toBeNull());

  it("is normalized", () => {
    expect(usernameOf("ａｄｍｉｎ")).toBe("admin");
    expect(usernameOf("Zoe\u0308")).toBe("Zoë");
  });
});
