/** Checks where a login leads to, for each role. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readsLog, staffHome, staffReturnPath } from "./staff-access.ts";

describe("where a login leads to", () => {
  beforeEach(() => vi.stubGlobal("window", { location: { origin: "https://hub.example" } }));
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["admin", undefined, "/admin"],
    ["staff", "/admin?tab=staff", "/admin?tab=staff"],
    ["manager", "/audit?stream=booking-42", "/audit?stream=booking-42"],
    ["manager", "/audit/booking/42?at=2026-12-01T15:00:00Z", "/audit/booking/42?at=2026-12-01T15:00:00Z"],
    ["manager", "/audit/booking/x", "/admin"],
    ["manager", "/account", "/admin"],
    ["manager", "https://elsewhere.example/admin", "/admin"],
    ["auditor", undefined, "/audit"],
    ["auditor", "/admin", "/audit"],
    ["auditor", "/admin/security", "/admin/security"],
    ["staff", "/admin/takings?day=2026-12-01", "/admin/takings?day=2026-12-01"],
    ["staff", "/admin/receipt/42", "/admin/receipt/42"],
    ["desk", "/admin/guests?search=ella", "/admin/guests?search=ella"],
    ["desk", "/admin/receipt/42x", "/admin/board"],
    ["auditor", "/analytics?tab=rooms", "/analytics?tab=rooms"],
    ["auditor", "//elsewhere.example/audit", "/audit"],
  ])("as %s who requested %s: %s", (role, asked, path) => expect(staffReturnPath(asked, role)).toBe(path));
});

describe("a member of staff by role", () => {
  it.each([
    ["admin", "/admin", true],
    ["manager", "/admin", true],
    ["staff", "/admin", false],
    ["desk", "/admin/board", false],
    ["auditor", "/audit", true],
    [null, "/admin", false],
  ])("%s starts at %s; reads the log: %s", (role, home, reads) => {
    expect(staffHome(role)).toBe(home);
    expect(readsLog({ role })).toBe(reads);
  });
});
