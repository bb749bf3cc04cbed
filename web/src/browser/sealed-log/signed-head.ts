/** Reads the log's signed head (C2SP tlog-checkpoint, signed-note), and lets the browser check its Ed25519 signature. */
import { fromBase64 } from "./base64.ts";
import { type Bytes, HASH_BYTES } from "./tree-hashes.ts";

/** The content of a head: one hash for the whole log up to a size. */
export interface Head {
  /** The log's name. */
  origin: string;
  /** The number of events. */
  size: number;
  /** Base64. */
  root: string;
}

export interface SignedHead extends Head {
  /** The verifier key whose signature is valid. */
  key: string;
}

/** The browser has no Ed25519, so no signature can be checked. */
export class CannotCheckSignatures extends Error {
  override readonly name = "CannotCheckSignatures";
}

/** A fault of a head, in the words of the operator's `make verify`. */
export class HeadFault extends Error {
  override readonly name = "HeadFault";
}

const ED25519 = 1;
const KEY_BYTES = 32;
const ID_BYTES = 4;
const VKEY = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/;
const SIGNATURE_LINE = /^— ([^+\s]+) ([A-Za-z0-9+/]+={0,2})$/u;

interface VerifierKey {
  vkey: string;
  name: string;
  id: string;
  bytes: Bytes;
}

/** Null if it is no Ed25519 key. The id is part of a hash of name and key, so that no other key can take its place. */
async function parseKey(vkey: string): Promise<VerifierKey | null> {
  const [, name = "", id = "", base64 = ""] = VKEY.exec(vkey) ?? [];
  const bytes = fromBase64(base64);
  if (bytes?.length !== 1 + KEY_BYTES || bytes[0] !== ED25519) return null;
  const named = joined(new TextEncoder().encode(`${name}\n`), bytes);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", named));
  return hexOf(hash.subarray(0, ID_BYTES)) === id ? { vkey, name, id, bytes: bytes.slice(1) } : null;
}

interface Signature {
  name: string;
  id: string;
  bytes: Bytes;
}

function parseNote(note: string): { text: string; signatures: Signature[] } {
  const split = note.lastIndexOf("\n\n");
  if (split < 0 || !note.endsWith("\n")) throw new HeadFault("checkpoint: is not a signed note");
  const signatures = note
    .slice(split + 2, -1)
    .split("\n")
    .map((line) => {
      const [, name = "", base64 = ""] = SIGNATURE_LINE.exec(line) ?? [];
      const bytes = fromBase64(base64);
      if (name === "" || !bytes || bytes.length <= ID_BYTES) {
        throw new HeadFault("checkpoint: is not a signed note");
      }
      return { name, id: hexOf(bytes.subarray(0, ID_BYTES)), bytes: bytes.slice(ID_BYTES) };
    });
  return { text: note.slice(0, split + 1), signatures };
}

function parseHead(text: string): Head {
  const [origin = "", digits = "", root = ""] = text.split("\n");
  const size = Number(digits);
  const isWhole = /^(?:0|[1-9]\d{0,15})$/.test(digits) && Number.isSafeInteger(size);
  if (origin === "" || !isWhole || fromBase64(root)?.length !== HASH_BYTES) {
    throw new HeadFault("checkpoint: cannot be read");
  }
  return { origin, size, root };
}

/**
 * Reads a checkpoint as `/log/checkpoint` sends it, and checks that one of `vkeys` (as `/log/key` lists them) signed it.
 * @throws HeadFault if none did; CannotCheckSignatures if the browser cannot check it.
 */
export async function openHead(note: string, vkeys: readonly string[]): Promise<SignedHead> {
  const { text, signatures } = parseNote(note);
  const head = parseHead(text);
  const keys = (await Promise.all(vkeys.map(parseKey))).filter((key) => key !== null);
  for (const key of keys) {
    const signature = signatures.find(({ name, id }) => name === key.name && id === key.id);
    if (!signature) continue;
    if (await isSignedBy(key, text, signature.bytes)) return { ...head, key: key.vkey };
    throw new HeadFault(`checkpoint ${head.size}: the signature of ${key.name}+${key.id} does not hold`);
  }
  const signers = signatures.map(({ name, id }) => `${name}+${id}`).join(", ");
  throw new HeadFault(`checkpoint ${head.size}: is signed by ${signers}, which is no key of this log`);
}

async function isSignedBy(key: VerifierKey, text: string, signature: Bytes): Promise<boolean> {
  let imported: CryptoKey;
  try {
    imported = await crypto.subtle.importKey("raw", key.bytes, "Ed25519", false, ["verify"]);
  } catch {
    throw new CannotCheckSignatures();
  }
  return crypto.subtle.verify("Ed25519", imported, signature, new TextEncoder().encode(text));
}

const hexOf = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function joined(one: Bytes, other: Bytes): Bytes {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
