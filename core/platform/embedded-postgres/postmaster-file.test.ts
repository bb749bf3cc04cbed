/** Shows which postmaster files are corrected before a start, and that a server which has just started keeps its own. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ClusterFiles, clusterFiles } from "./postgres-cluster.ts";
import { disownPostmasterFile, livingServer } from "./postmaster-file.ts";

let dataDir: string;
let files: ClusterFiles;
let children: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "hub-postmaster-"));
  files = clusterFiles(dataDir);
  mkdirSync(files.cluster);
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children = [];
  rmSync(dataDir, { recursive: true, force: true });
});

/** A process with these words in its command line. */
async function processNamed(...words: string[]): Promise<number> {
  const child = spawn(process.execPath, [
    "-e",
    "process.stdout.write('up'); setInterval(() => 0, 1000)",
    ...words,
  ]);
  children.push(child);
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  return child.pid ?? 0;
}

/** The file's content after a start has corrected it. */
function corrected(content: string): string {
  writeFileSync(files.pid, content);
  disownPostmasterFile(files, undefined);
  return readFileSync(files.pid, "utf8");
}

it("the number of an unrelated process is replaced, and the other lines stay", async () => {
  const unrelated = await processNamed("editor");
  expect(corrected(`${unrelated}\n${files.cluster}\n1764460000\n`)).toBe(
    `4194305\n${files.cluster}\n1764460000\n`,
  );
});

it("the file of a server that has started since it was looked for stays its own", async () => {
  expect(livingServer(files)).toBeUndefined();
  const server = await processNamed("postgres", "-D", files.cluster);
  const content = `${server}\n${files.cluster}\n`;
  expect(corrected(content)).toBe(content);
  expect(livingServer(files)).toBe(server);
});

it("a file that a starting server has not filled yet stays that server's", () => {
  const server = openSync(files.pid, "w");
  disownPostmasterFile(files, undefined);
  writeSync(server, "42\n");
  closeSync(server);
  expect(readFileSync(files.pid, "utf8")).toBe("42\n");
});

it("a number that no process has is left to PostgreSQL, and no file stays none", () => {
  expect(corrected("4194304\n")).toBe("4194304\n");
  rmSync(files.pid);
  disownPostmasterFile(files, undefined);
  expect(() => readFileSync(files.pid)).toThrow("ENOENT");
});
