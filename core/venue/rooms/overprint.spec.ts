/** Checks that text is readable on every room's overprint and on its first ink. */
import { describe, expect, it } from "vitest";
import { contrastOf } from "../look/contrast.ts";
import { inksOf } from "./inks.ts";
import { overprint } from "./overprint.ts";
import { ROOM_SEEDS } from "./seed-rooms.ts";

describe("overprint", () => {
  it("multiplies the inks", () => {
    expect(overprint(inksOf("recording-studio"))).toEqual({ hex: "#002284", text: "#ffffff" });
  });

  it.each([
    ...ROOM_SEEDS.map(({ slug }) => slug),
    "a-new-room",
    "b",
    "c",
    "d",
    "dance-studio",
    "kitchen",
    "print-shop",
    "",
  ])("text on both areas of %s has a contrast of at least 4.5:1", (slug) => {
    const inks = inksOf(slug);
    const print = overprint(inks);
    expect(contrastOf(print.hex, print.text)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(inks.first.hex, inks.first.text)).toBeGreaterThanOrEqual(4.5);
  });
});
