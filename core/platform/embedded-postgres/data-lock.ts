/** Owns the promise that one process at a time uses a data folder, and the answer which one does. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Names the holder to people and scripts. What decides is the newest claim. */
const PID_FILE = "product.pid";
const CLAIM_FILE = /^product\.lock\.(\d+)$/;
const FREE = "free\n";

/** Another process that lives uses the data folder; the message is meant for the operator. */
export class DataFolderInUseError extends Error {
  override readonly name = "DataFolderInUseError";

  constructor(dataDir: string, pid: number) {
    super(
      `The data folder ${dataDir} is in use by process ${pid}. Stop that one first (kill ${pid}), ` +
        "or give this one a folder of its own with DATA_DIR.",
    );
  }
}

export type DataLock = { release(): void };

/**
 * Takes the data folder for this process. A claim left by a process that has died is taken over, even when its number has been given to
 * another process meanwhile. Throws `DataFolderInUseError` when its holder lives.
 *
 * Claims are files numbered upward. One is made, complete, by a hard link, which fails for all but one of those who try the same
 * number; and it is tried only when the number before belongs to nobody who lives. The newest is never deleted, only given free, so
 * that the numbers never start again: somebody who was slow finds a newer claim than the one he made, and gives way.
 */
export function lockDataFolder(dataDir: string): DataLock {
  const mine = `${process.pid}\n${processIdentity(process.pid)}\n`;
  for (;;) {
    const newest = newestClaim(dataDir);
    const holder = livingProcess(readOrEmpty(claimFile(dataDir, newest)));
    if (holder !== undefined) throw new DataFolderInUseError(dataDir, holder);
    const claim = newest + 1;
    if (!linkComplete(claimFile(dataDir, claim), mine)) continue;
    if (newestClaim(dataDir) !== claim) {
      rmSync(claimFile(dataDir, claim), { force: true });
      continue;
    }
    return held(dataDir, claim, mine);
  }
}

function held(dataDir: string, claim: number, mine: string): DataLock {
  const pidFile = join(dataDir, PID_FILE);
  // Versions before the claims knew this file alone, and such a product may live.
  const older = livingProcess(readOrEmpty(pidFile));
  if (older !== undefined && older !== process.pid) {
    replace(claimFile(dataDir, claim), FREE);
    throw new DataFolderInUseError(dataDir, older);
  }
  replace(pidFile, mine);
  for (const number of claims(dataDir)) {
    if (number < claim) rmSync(claimFile(dataDir, number), { force: true });
  }
  return {
    release() {
      if (readOrEmpty(claimFile(dataDir, claim)) !== mine) return;
      rmSync(pidFile, { force: true });
      replace(claimFile(dataDir, claim), FREE);
    },
  };
}

/** The number of the living process that holds the data folder, if any. */
export function dataFolderHolder(dataDir: string): number | undefined {
  return (
    livingProcess(readOrEmpty(claimFile(dataDir, newestClaim(dataDir)))) ??
    livingProcess(readOrEmpty(join(dataDir, PID_FILE)))
  );
}

const claimFile = (dataDir: string, claim: number): string => join(dataDir, `product.lock.${claim}`);

function claims(dataDir: string): number[] {
  try {
    return readdirSync(dataDir).flatMap((name) => {
      const number = CLAIM_FILE.exec(name)?.[1];
      return number === undefined ? [] : [Number(number)];
    });
  } catch {
    return [];
  }
}

/** 0 when nobody has claimed the folder yet. */
const newestClaim = (dataDir: string): number => Math.max(0, ...claims(dataDir));

/** Makes the file with its whole content at once; false when it is there already. */
function linkComplete(file: string, content: string): boolean {
  const draft = draftOf(file, content);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Nobody ever reads half of it. */
function replace(file: string, content: string): void {
  renameSync(draftOf(file, content), file);
}

function draftOf(file: string, content: string): string {
  const draft = `${file}.${process.pid}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, content, { flag: "wx", mode: 0o644 });
  return draft;
}

/** The command line of a living process; undefined when there is none, or when the system doesn't tell. */
export function commandLineOf(pid: number): string | undefined {
  try {
    if (process.platform === "linux") {
      // A zombie has an empty command line: it has died and only waits to be collected.
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim() || undefined;
    }
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Whom a claim names, if that process lives. */
function livingProcess(claim: string): number | undefined {
  const [pidLine = "", identity = ""] = claim.split("\n");
  const pid = Number(pidLine);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (commandLineOf(pid) === undefined) return undefined;
  return processIdentity(pid) === identity ? pid : undefined;
}

/** What tells a process from a later one with the same number: when it was started. */
function processIdentity(pid: number): string {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name in parentheses may hold blanks; after it the start time, in ticks since boot, is the 20th field.
      const startTicks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
      return `${startTicks} ${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}`;
    }
    // Said in local time and words, which the next process may have others of.
    const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env }).trim();
  } catch {
    // A system that does not tell: then the number alone counts.
    return "";
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
