/** Owns the promise that one process at a time uses a data folder: `product.pid`, and whether the process it names still lives. */

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const LOCK_FILE = "product.pid";

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
 * Takes the data folder for this process. A file left by a process that has died is taken over, even when its number has been given to
 * another process meanwhile. Throws `DataFolderInUseError` when its holder lives.
 */
export function lockDataFolder(dataDir: string): DataLock {
  const file = join(dataDir, LOCK_FILE);
  const mine = `${process.pid}\n${processIdentity(process.pid) ?? ""}\n`;
  if (!createExclusively(file, mine)) {
    const holder = liveHolder(file);
    if (holder !== undefined) throw new DataFolderInUseError(dataDir, holder);
    rmSync(file, { force: true });
    // Somebody else may have come between: the second attempt is exclusive again.
    if (!createExclusively(file, mine)) throw new DataFolderInUseError(dataDir, liveHolder(file) ?? 0);
  }
  return {
    release() {
      if (readOrEmpty(file) === mine) rmSync(file, { force: true });
    },
  };
}

/** The number of the living process that holds the data folder, if any. */
export function dataFolderHolder(dataDir: string): number | undefined {
  return liveHolder(join(dataDir, LOCK_FILE));
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

function liveHolder(file: string): number | undefined {
  const [pidLine = "", identity = ""] = readOrEmpty(file).split("\n");
  const pid = Number(pidLine);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (commandLineOf(pid) === undefined) return undefined;
  return processIdentity(pid) === identity ? pid : undefined;
}

/** What tells a process from a later one with the same number: when it was started. */
function processIdentity(pid: number): string | undefined {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name in parentheses may hold blanks; after it the start time, in ticks since boot, is the 20th field.
      const startTicks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
      return `${startTicks} ${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}`;
    }
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

function createExclusively(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: "wx", mode: 0o644 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
