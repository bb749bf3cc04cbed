/** Ensures that only one process at a time uses a data folder, and tells which process does. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Names the holder for people and scripts; the newest claim is what counts. */
const PID_FILE = "product.pid";
const CLAIM_FILE = /^product\.lock\.(\d+)$/;
const FREE = "free\n";

/** Another running process uses the data folder; the message is for the operator. */
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
 * Locks the data folder for this process. A claim left by a process that has died is taken over, even if its number has
 * been given to another process meanwhile. Throws `DataFolderInUseError` if the holder is alive.
 *
 * Claims are numbered files. A claim is made, with its whole content, by a hard link. If several processes try the same
 * number, the link fails for all but one. A number is tried only if the claim before it belongs to no living process.
 * The newest claim is never deleted, only marked free, so that the numbers never start again: a slow process finds a
 * newer claim than its own, and gives up.
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
  // Versions before the claims used only this file, and such a process may be running.
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

/** The number of the living process that holds the data folder, if there is one. */
export function processUsingDataFolder(dataDir: string): number | undefined {
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

/** 0 if the folder has not been claimed yet. */
const newestClaim = (dataDir: string): number => Math.max(0, ...claims(dataDir));

/** Makes the file with its whole content at once; false if it exists already. */
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

/** A reader never sees an incomplete file. */
function replace(file: string, content: string): void {
  renameSync(draftOf(file, content), file);
}

function draftOf(file: string, content: string): string {
  const draft = `${file}.${process.pid}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, content, { flag: "wx", mode: 0o644 });
  return draft;
}

/** The command line of a living process; undefined if there is none, or if the system does not tell. */
export function commandLineOf(pid: number): string | undefined {
  try {
    if (process.platform === "linux") {
      // A zombie has an empty command line: it has died and waits to be collected.
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim() || undefined;
    }
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The process that a claim names, if that process is alive. */
function livingProcess(claim: string): number | undefined {
  const [pidLine = "", identity = ""] = claim.split("\n");
  const pid = Number(pidLine);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (commandLineOf(pid) === undefined) return undefined;
  return processIdentity(pid) === identity ? pid : undefined;
}

/** The start time of a process, which tells it from a later one with the same number. */
function processIdentity(pid: number): string {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name in parentheses may contain blanks; after it, the start time, in ticks since boot, is the 20th field.
      const startTicks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
      return `${startTicks} ${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}`;
    }
    // `ps` prints local time in the local language, which may differ in the next process.
    const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env }).trim();
  } catch {
    // If the system does not tell, only the number counts.
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
