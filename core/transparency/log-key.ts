/** Owns which key signs the log's heads, and how each key vouches for those of before it. */
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../platform/config.ts";
import { derivedKey } from "../platform/keys.ts";
import { sessionSecretOf } from "../platform/secret-file.ts";
import { parseSigner, parseVerifierKey, privateKeyText, type Signer } from "./note-keys.ts";
import { parseNote, signNote, verifyNote } from "./signed-note.ts";

/** Gives what signs a log of this origin. Throws words for the operator where the key is none. */
export type LogKey = (origin: string) => Signer;

/**
 * The operator's own (`LOG_SIGNING_KEY`); else with an embedded database one that is made once and kept in the data folder;
 * else one that follows `SESSION_SECRET`, so that every process on whatever machine signs with the same.
 */
export function logKeyOf(
  config: Pick<Config, "logSigningKey" | "dataDir" | "database" | "sessionSecret">,
): LogKey {
  return (origin) => {
    const { logSigningKey } = config;
    if (logSigningKey !== undefined) return signerFrom(logSigningKey, "LOG_SIGNING_KEY");
    if (config.database.kind === "server") {
      return signerFrom(
        privateKeyText(origin, derivedKey(sessionSecretOf(config), "log signing")),
        "its key",
      );
    }
    const file = join(config.dataDir, "log-signing-key");
    return signerFrom(readOrCreateKey(file, origin), file);
  };
}

function signerFrom(text: string, where: string): Signer {
  const signer = parseSigner(text.trim());
  if (signer) return signer;
  throw new Error(`${where} holds no signing key: PRIVATE+KEY+name+id+key is wanted, of Ed25519`);
}

/** Of two who find none at once one makes it, and the other reads that. */
function readOrCreateKey(file: string, name: string): string {
  mkdirSync(join(file, ".."), { recursive: true });
  try {
    const descriptor = openSync(file, "wx", 0o600);
    writeSync(descriptor, `${privateKeyText(name)}\n`);
    closeSync(descriptor);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(file, "utf8");
}

const endorsementText = (origin: string, vkeys: readonly string[]): string =>
  `${origin}/keys\n${vkeys.map((vkey) => `${vkey}\n`).join("")}`;

/** A note by a new key that names all keys of before, the newest first. */
export const endorse = (signer: Signer, origin: string, before: readonly string[]): string =>
  signNote(endorsementText(origin, before), signer);

/** Whether this key vouches for exactly these of before it. */
export function isEndorsed(
  { vkey, endorsement }: { vkey: string; endorsement: string },
  origin: string,
  before: readonly string[],
): boolean {
  const key = parseVerifierKey(vkey);
  const note = parseNote(endorsement);
  if (!key || !note || note.text !== endorsementText(origin, before)) return false;
  return verifyNote(note, [key])?.includes(key) ?? false;
}
