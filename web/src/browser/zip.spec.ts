/** Checks that the ZIP files can be read by another program. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { zipOf } from "./zip.ts";

const FILES = [
  { name: "booking-42-1.tlog-proof", text: "c2sp.org/tlog-proof@v1\n— hub\n" },
  { name: "booking-42-2.tlog-proof", text: "" },
  { name: "booking-42-3.tlog-proof", text: "x".repeat(70_000) },
];

/** Reads a ZIP with the zipfile library of Python. */
const READER = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as zip:
    assert zip.testzip() is None
    print([i.date_time for i in zip.infolist()])
    zip.extractall(sys.argv[2])
`;

const hasPython = (() => {
  try {
    execFileSync("python3", ["--version"]);
    return true;
  } catch {
    return false;
  }
})();

it.runIf(hasPython)("a ZIP is opened by another reader", async () => {
  const folder = mkdtempSync(join(tmpdir(), "zip-"));
  try {
    const zip = zipOf(FILES, new Date("2026-11-22T07:30:08Z"));
    writeFileSync(join(folder, "proofs.zip"), Buffer.from(await zip.arrayBuffer()));
    const out = join(folder, "out");
    const told = execFileSync("python3", ["-c", READER, join(folder, "proofs.zip"), out], {
      encoding: "utf8",
    });
    expect(told).toContain("(2026, 11, 22, 7, 30, 8)");
    const found = readdirSync(out).map((name) => ({ name, text: readFileSync(join(out, name), "utf8") }));
    expect(found).toEqual(FILES);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("a ZIP names each file's length and checksum", async () => {
  const bytes = Buffer.from(await zipOf([{ name: "a", text: "123456789" }], new Date(0)).arrayBuffer());
  expect(bytes.readUInt32LE(0)).toBe(0x04034b50);
  // The check value of CRC-32.
  expect(bytes.readUInt32LE(14)).toBe(0xcbf43926);
  expect(bytes.readUInt32LE(18)).toBe(9);
});
