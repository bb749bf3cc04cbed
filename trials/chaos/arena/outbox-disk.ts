/** The outbox's disk, which can be full: a separate file system if the tool may mount one, otherwise a folder made unwritable. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";

const SIZE = "1g";
const TRIES = 20;

export interface OutboxDisk {
  /** The error of a write after `fill`: ENOSPC or EACCES. */
  error: "ENOSPC" | "EACCES";
  fill(): void;
  relieve(): void;
  close(): void;
}

/** Prepares it in a data folder that has no mail yet. */
export function openOutboxDisk(dataDir: string): OutboxDisk {
  const folder = join(dataDir, "outbox");
  mkdirSync(folder, { recursive: true });
  const mount = (options: string) =>
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
  try {
    mount(`size=${SIZE}`);
  } catch {
    return {
      error: "EACCES",
      fill: () => chmodSync(folder, 0o500),
      relieve: () => chmodSync(folder, 0o700),
      close: () => chmodSync(folder, 0o700),
    };
  }
  return {
    error: "ENOSPC",
    fill() {
      // The size is set to what is used: nothing more fits, and no memory is needed to fill it.
      const shrink = (): void => {
        const { blocks, bfree, bsize } = statfsSync(folder);
        mount(`remount,size=${Math.max(1, blocks - bfree) * bsize}`);
      };
      // A mail that arrives in between makes the new size too small, and the system refuses it.
      for (let tries = 1; tries < TRIES; tries++) {
        try {
          return shrink();
        } catch {}
      }
      shrink();
    },
    relieve: () => void mount(`remount,size=${SIZE}`),
    close: () => void execFileSync("umount", ["-l", folder], { stdio: "ignore" }),
  };
}
