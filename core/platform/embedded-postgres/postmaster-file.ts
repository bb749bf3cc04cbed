/** Reads the file in which a PostgreSQL server keeps its process number, and corrects it after a server has died. */
import { readFileSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { commandLineOf } from "./data-lock.ts";
import type { PostgresAccount } from "./postgres-binaries.ts";
import { type ClusterFiles, replaceFile } from "./postgres-cluster.ts";

/** No process can have this number (the kernel's limit is 2^22), so every reader takes a pid file with it as stale. */
const IMPOSSIBLE_PID = 4_194_305;
/** A server fills the file as soon as it has created it. */
const EMPTY_FOR_AT_MOST_MS = 1_000;

/** The server's process, if it is alive. */
export function livingServer(files: ClusterFiles): number | undefined {
  const pid = numberIn(readIfThere(files.pid) ?? "");
  return pid !== undefined && isServer(pid, files) ? pid : undefined;
}

function isServer(pid: number, { cluster }: ClusterFiles): boolean {
  const command = commandLineOf(pid);
  return command?.includes("postgres") === true && command.includes(cluster);
}

/** The process number with which the file begins. */
function numberIn(content: string): number | undefined {
  const pid = Number.parseInt(content, 10);
  return pid > 0 ? pid : undefined;
}

/**
 * Waits while a server that is starting has created the file and not filled it. One that stays empty, as a power cut may
 * leave it, would keep PostgreSQL from starting and is removed.
 */
export async function settlePostmasterFile({ pid: pidFile }: ClusterFiles): Promise<void> {
  const until = performance.now() + EMPTY_FOR_AT_MOST_MS;
  while (readIfThere(pidFile)?.trim() === "") {
    if (performance.now() > until) return rmSync(pidFile, { force: true });
    await delay(20);
  }
}

/**
 * The process number that a dead server left may belong to an unrelated process, or to the dead server itself if it has
 * not been collected. Either would keep PostgreSQL from starting. Only the number is replaced: with the file's other
 * lines PostgreSQL notices children of the dead server that are still writing. Any other file is left to PostgreSQL,
 * above all that of a server that has started since it was last looked for: it would lose its name and run on unseen.
 */
export function disownPostmasterFile(files: ClusterFiles, account: PostgresAccount): void {
  const content = readIfThere(files.pid) ?? "";
  const pid = numberIn(content);
  if (pid === undefined || !isTaken(pid) || isServer(pid, files)) return;
  replaceFile(files.pid, content.replace(/^\d+/, String(IMPOSSIBLE_PID)), account);
}

/** Whether a process has this number, also one that waits to be collected or that we may not signal. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code !== "ESRCH";
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
