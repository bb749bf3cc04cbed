/** Owns the disk under the outbox: a file system of its own where the tool may mount one, so that it can be full; else a folder that nobody may write to. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";

const SIZE = "1g";
const TRIES = 20;

export interface OutboxDisk {
  /** What `fill` makes of writing: ENOSPC or EACCES. */
  error: "ENOSPC" | "EACCES";
  fill(): void;
  relieve(): void;
  close(): void;
}

/** In a data folder, before a mail is there. */
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
      // As large as what is in it: not a byte more fits, and no memory is spent to fill it.
      const shrink = (): void => {
        const { blocks, bfree, bsize } = statfsSync(folder);
        mount(`remount,size=${Math.max(1, blocks - bfree) * bsize}`);
      };
      // A mail that arrives in between makes the new size too small, which is refused.
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
