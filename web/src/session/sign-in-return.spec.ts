/** Checks that signing in leads only to pages of the product. */
import { describe, expect, it } from "vitest";
import { returnPath, signInFor } from "./sign-in-return.ts";

describe("where signing in leads to", () => {
  it.each([
    ["/feedback", "/feedback"],
    ["/account?move=12", "/account?move=12"],
    ["/room/classroom?day=2026-12-12#main", "/room/classroom?day=2026-12-12#main"],
    ["/", "/"],
    ["/a/../feedback", "/feedback"],
    ["/%2F%2Fevil.example", "/%2F%2Fevil.example"],
  ])("is the product's page that was requested: %s", (asked, address) => {
    expect(returnPath(asked)).toBe(address);
  });

  it.each([
    [undefined],
    [null],
    [7],
    [["/feedback"]],
    [""],
    ["feedback"],
    ["//evil.example"],
    ["///evil.example"],
    ["/\\evil.example"],
    ["\\\\evil.example"],
    ["/.//evil.example"],
    ["/..//evil.example"],
    ["/%2e//evil.example"],
    ["/\t/evil.example"],
    ["/\n/evil.example"],
    [" //evil.example"],
    ["https://evil.example"],
    ["https:/evil.example"],
    ["javascript:alert(1)"],
    ["%2F%2Fevil.example"],
    ["/user-auth?redirect=/feedback"],
  ])("is the account page if the request is not a page of the product: %j", (asked) => {
    expect(returnPath(asked)).toBe("/account");
  });

  it("is in the address of the sign-in page, unless it is the default", () => {
    expect(signInFor("/feedback")).toBe("/user-auth?redirect=/feedback");
    expect(signInFor("/account?move=12")).toBe("/user-auth?redirect=/account%3Fmove%3D12");
    expect(signInFor("/account")).toBe("/user-auth");
  });
});
