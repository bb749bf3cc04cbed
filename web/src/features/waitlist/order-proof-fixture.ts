/** Runs both checkers of the waitlist's order on one proof, and demands that they say the same (decision 280). */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { TEST_ORIGIN, testLogKey } from "../../../../core/transparency/log-fixture.ts";
import type { TestProof } from "../../../../core/waitlist/history-fixture.ts";
import { checkOrderProof } from "./order-proof-check.ts";

const CHECKER = join(import.meta.dirname, "../../../../bff/routes/visitor/verify-log.mjs");
/** The key of the log that sealed the proofs. */
export const VKEY = testLogKey(1)(TEST_ORIGIN).vkey;

/** What `verify-log.mjs` prints of the proof. */
export function runChecker(proof: unknown, ...words: string[]): Promise<{ code: number; lines: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "hub-order-"));
  const file = join(folder, "proof.json");
  writeFileSync(file, JSON.stringify(proof));
  const args = [CHECKER, ...words, "--waitlist", file];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, (_, stdout, stderr) => {
      rmSync(folder, { recursive: true });
      resolve({ code: child.exitCode ?? -1, lines: `${stdout}${stderr}`.trim().split("\n") });
    });
  });
}

/** A fault of the checkpoint is worded by each checker itself. */
const alike = (faults: readonly string[]) =>
  faults.map((fault) => (fault.startsWith("checkpoint") ? "checkpoint" : fault));

/** The faults that both checkers find. */
export async function faultsOf(proof: TestProof, vkey = VKEY): Promise<readonly string[]> {
  const { faults } = await checkOrderProof(proof, [vkey]);
  const { code, lines } = await runChecker(proof, "--key", vkey);
  const found = lines
    .filter((line) => line.startsWith("fault: "))
    .map((line) => line.slice("fault: ".length));
  expect(alike(found)).toEqual(alike(faults));
  expect(code).toBe(faults.length > 0 ? 1 : 0);
  return faults;
}
