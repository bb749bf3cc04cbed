/** Keeps secrets that are generated once in the data folder, readable only by their owner. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "./config.ts";

/** The secret that signs sessions: the operator's, or a generated one that survives restarts (decision 213). */
export function sessionSecretOf(config: Pick<Config, "sessionSecret" | "dataDir">): string {
  return config.sessionSecret ?? readOrCreateSecret(join(config.dataDir, "session-secret"));
}

/** The same without generating one: null if there is none yet. */
export function findSessionSecret(config: Pick<Config, "sessionSecret" | "dataDir">): string | null {
  const file = join(config.dataDir, "session-secret");
  return config.sessionSecret ?? (existsSync(file) ? readOrCreateSecret(file) : null);
}

/** Reads the secret in this file, or generates one (256 random bits, hexadecimal) and keeps it there with mode 0600. */
export function readOrCreateSecret(file: string): string {
  try {
    const kept = readFileSync(file, "utf8").trim();
    if (kept.length >= 32) return kept;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  const secret = randomBytes(32).toString("hex");
  writePrivateFile(file, `${secret}\n`);
  return secret;
}

/** Writes a file that only its owner can read, even if it existed with a wider mode. */
export function writePrivateFile(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { mode: 0o600 });
  chmodSync(file, 0o600);
}
