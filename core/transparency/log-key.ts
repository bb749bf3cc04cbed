/** Provides the key that signs the log's heads, and lets a key vouch for the earlier ones. */
import { existsSync, linkSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../platform/config/config.ts";
import { sessionSecretOf, writePrivateFile } from "../platform/config/secret-file.ts";
import { derivedKey } from "../platform/secrets/keys.ts";
import { originOf } from "./checkpoint.ts";
import { parseSigner, parseVerifierKey, privateKeyText, type Signer } from "./note-keys.ts";
import { parseNote, signNote, verifyNote } from "./signed-note.ts";

/** Returns the signer for a log of this origin. Throws a message for the operator if the key is invalid. */
export type LogKey = (origin: string) => Signer;

type KeyConfig = Pick<Config, "logSigningKey" | "dataDir" | "database" | "sessionSecret">;

/**
 * The operator's own key (`LOG_SIGNING_KEY`); otherwise, with an embedded database, a key that is generated once and
 * kept in the data folder; otherwise a key derived from `SESSION_SECRET`, so that every process on every machine signs
 * with the same key.
 */
export const logKeyOf =
  (config: KeyConfig & Pick<Config, "publicUrl">): LogKey =>
  (origin) => {
    const text = signingKeyText(config);
    return text === undefined ? derivedSigner(config, origin) : signerFrom(text);
  };

/** The key as text, generated if there is none and one is to be kept here; undefined if it is derived from the session secret. */
export function signingKeyText(config: KeyConfig & Pick<Config, "publicUrl">): string | undefined {
  if (config.logSigningKey === undefined && config.database.kind === "embedded") {
    const file = keyFile(config);
    if (!existsSync(file)) createKey(file, originOf(config.publicUrl));
  }
  return keptText(config);
}

/** The signer, without generating a key: null if none is kept yet. */
export function findLogKey(config: KeyConfig, origin: string): Signer | null {
  const text = keptText(config);
  if (text !== undefined) return signerFrom(text);
  return config.database.kind === "server" ? derivedSigner(config, origin) : null;
}

function keptText(config: KeyConfig): string | undefined {
  if (config.logSigningKey !== undefined) return config.logSigningKey;
  const file = keyFile(config);
  const isKept = config.database.kind === "embedded" && existsSync(file);
  return isKept ? readFileSync(file, "utf8").trim() : undefined;
}

const derivedSigner = (config: KeyConfig, origin: string): Signer =>
  signerFrom(privateKeyText(origin, derivedKey(sessionSecretOf(config), "log signing")));

const keyFile = ({ dataDir }: Pick<Config, "dataDir">): string => join(dataDir, "log-signing-key");

function signerFrom(text: string): Signer {
  const signer = parseSigner(text);
  if (signer) return signer;
  throw new Error(
    "The log's signing key (LOG_SIGNING_KEY, or log-signing-key in the data folder) is not valid: it must be an Ed25519 key like PRIVATE+KEY+name+id+key.",
  );
}

/** The file is written completely or not at all; of two at once, the first one's stays. */
function createKey(file: string, name: string): void {
  const own = `${file}.${process.pid}`;
  writePrivateFile(own, `${privateKeyText(name)}\n`);
  try {
    linkSync(own, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(own);
  }
}

const endorsementText = (origin: string, vkeys: readonly string[]): string =>
  `${origin}/keys\n${vkeys.map((vkey) => `${vkey}\n`).join("")}`;

/** A note by a new key that names all earlier keys, the newest first. */
export const endorse = (signer: Signer, origin: string, before: readonly string[]): string =>
  signNote(endorsementText(origin, before), signer);

/** Whether this key vouches for exactly these earlier keys. */
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
