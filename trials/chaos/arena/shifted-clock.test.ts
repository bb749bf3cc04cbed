/** Shows that a shifted clock changes every reading of the time, and nothing else. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { commandOf } from "./product-command.ts";

const folder = mkdtempSync(join(tmpdir(), "hub-clock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const AHEAD_MS = 600_000;
const PROGRAM = `
  const monotonic = performance.now();
  class Own extends Date {}
  const given = new Date(0);
  const instants = [Date.now(), new Date().getTime(), Date.parse(Date()), new Own().getTime()];
  console.log(JSON.stringify({ instants, given: given.getTime(), isDate: given instanceof Date, monotonic }));`;

async function run(clockFile: string) {
  const [node = "", ...args] = commandOf(folder, "program", clockFile).slice(0, -1);
  const { stdout } = await promisify(execFile)(node, [...args, "--eval", PROGRAM]);
  return JSON.parse(stdout) as { instants: number[]; given: number; isDate: boolean; monotonic: number };
}

it.each([AHEAD_MS, -AHEAD_MS])("shifts every reading of the time by %i ms, and nothing else", async (ms) => {
  const file = join(folder, "clock");
  writeFileSync(file, String(ms));
  const began = Date.now();
  const { instants, given, isDate, monotonic } = await run(file);
  for (const instant of instants) {
    // `Date()` has no milliseconds.
    expect(instant - began - ms).toBeGreaterThanOrEqual(-1_000);
    expect(instant - began - ms).toBeLessThan(20_000);
  }
  expect({ given, isDate }).toEqual({ given: 0, isDate: true });
  expect(monotonic).toBeLessThan(20_000);
});

it("is right without a file", async () => {
  const began = Date.now();
  const { instants } = await run(join(folder, "none"));
  expect(Math.abs((instants[0] ?? 0) - began)).toBeLessThan(20_000);
});
