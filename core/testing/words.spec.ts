/** Checks that `make words` finds words, citations and paths that should not be there, and nothing else. */
import { describe, expect, it } from "vitest";
import { ENFORCED, LEFT_OUT } from "./word-list.ts";
import { decisionsOf, findFaults } from "./words.ts";

const repository = {
  exists: (path: string) =>
    path === "core/log/append.ts" || path === "docs/engine.md" || path === "core/log/",
  decisions: new Set([3, 12, 40]),
  words: { "colou?rs?": "color", house: "venue" },
};
const faults = (text: string, path = "core/a.ts") => findFaults(path, text, repository);

describe("words", () => {
  it("are found in any case, with their line", () =>
    expect(faults("/** A page. */\n// Colour of it")).toEqual(['core/a.ts:2: "Colour": write color']));

  it("are not found within other words", () => expect(faults("warehouse, storehouses")).toEqual([]));

  it("are allowed where they are names on the wire", () =>
    expect(faults("GET /api/house?tab=house")).toEqual([]));
});

describe("citations", () => {
  it.each(["(decision 12)", "decisions 3, 12 and 40", "Decisions 3 to 12", "decision to refund 7"])(
    "of decisions that exist: %s",
    (text) => expect(faults(text)).toEqual([]),
  );

  it.each([
    ["// decision 13", "13"],
    ["/** by decisions 3, 41 and 42 */", "41, 42"],
    [" * counts it (decision\n * 99).", "99"],
  ])("of decisions that do not exist: %s", (text, missing) =>
    expect(faults(text)).toEqual([expect.stringContaining(`has no ${missing}`)]),
  );

  it.each(["SPEC §2", "SPEC.md", "DECISIONS Booking", "ARCHITECTURE.md", "UI 15", "UI.md"])(
    "of documents that are not here: %s",
    (text) => expect(faults(`// by ${text}`)).toEqual([expect.stringContaining("not in this repository")]),
  );

  it("are not taken for such a document", () => expect(faults('font: "Segoe UI", sans-serif')).toEqual([]));
});

describe("paths", () => {
  it.each([
    "`core/log/append.ts`",
    "core/log/append.ts.",
    "../other/core/gone.ts",
    "`core/log/`",
    "bff/{a,b}.ts",
  ])("that exist, or are of other projects: %s", (text) => expect(faults(`// see ${text}`)).toEqual([]));

  it.each(["`core/log/gone.ts`", "docs/gone.md", "`core/gone/`", '"core/gone.sql"'])(
    "that do not: %s",
    (text) => expect(faults(`// see ${text}`)).toEqual([expect.stringContaining("no such file")]),
  );

  it("of links are resolved from their page's folder", () => {
    expect(faults("[engine](engine.md#top), [site](https://example.com)", "docs/a.md")).toEqual([]);
    expect(faults("[gone](gone.md)", "docs/a.md")).toEqual([expect.stringContaining("no such file")]);
  });
});

describe("the list of decisions", () => {
  it("returns its numbers", () =>
    expect([...decisionsOf("# Decisions\n- **3** One.\n- **12** Two.")]).toEqual([3, 12]));

  it("is refused if a number occurs twice", () =>
    expect(() => decisionsOf("- **3** One.\n- **3** Two.")).toThrow("3 twice"));
});

it("every word of the list is a pattern, and every exception has a reason", () => {
  for (const word of Object.keys(ENFORCED)) expect(new RegExp(word).test("")).toBe(false);
  for (const { reason } of LEFT_OUT) expect(reason).not.toBe("");
});
