/**
 * Reads and writes the keys of signed notes (C2SP signed-note): verifier keys as text, Go's private key as text, and
 * their ids. Only Ed25519.
 */
import { createPrivateKey, createPublicKey, hash, type KeyObject, randomBytes, sign } from "node:crypto";

/** Signature types: a note's own, and a witness's timestamped cosignature of a checkpoint. */
const NOTE_SIGNATURE = 0x01;
export const COSIGNATURE_V1 = 0x04;

const KEY_BYTES = 32;
/** The bytes before the 32 bytes of the key in the DER of an Ed25519 key (RFC 8410). */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

const PRIVATE = "PRIVATE+KEY+";
/** A name contains no blanks and no plus. */
const NAMED = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u;

export interface VerifierKey {
  name: string;
  /** Four bytes, in hexadecimal. */
  id: string;
  type: number;
  publicKey: KeyObject;
}

export interface Signer extends VerifierKey {
  /** Signs the note's text: 64 bytes. */
  sign(text: string): Buffer;
  /** The public key, as it is published. */
  vkey: string;
}

export const keyId = (name: string, type: number, publicKey: Uint8Array): string =>
  hash("sha256", Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([type]), publicKey]), "hex").slice(
    0,
    8,
  );

/** Reads `name+id+key`, in either of the two types. Null if it is no key, or its id does not match its key. */
export function parseVerifierKey(text: string): VerifierKey | null {
  const [, name = "", id = "", base64 = ""] = NAMED.exec(text) ?? [];
  const bytes = Buffer.from(base64, "base64");
  const [type] = bytes;
  const key = bytes.subarray(1);
  if ((type !== NOTE_SIGNATURE && type !== COSIGNATURE_V1) || key.length !== KEY_BYTES) return null;
  if (bytes.toString("base64") !== base64 || keyId(name, type, key) !== id) return null;
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, key]), format: "der", type: "spki" });
  return { name, id, type, publicKey };
}

export const rawPublicKey = (key: KeyObject): Buffer =>
  key.export({ format: "der", type: "spki" }).subarray(SPKI.length);

export function verifierKeyText(name: string, type: number, key: Uint8Array): string {
  const typed = Buffer.concat([Buffer.from([type]), key]);
  return `${name}+${keyId(name, type, key)}+${typed.toString("base64")}`;
}

/** Reads the form of Go's note, `PRIVATE+KEY+name+id+key`. Null if it is no key, or its id does not match its key. */
export function parseSigner(text: string): Signer | null {
  if (!text.startsWith(PRIVATE)) return null;
  const [, name = "", id = "", base64 = ""] = NAMED.exec(text.slice(PRIVATE.length)) ?? [];
  const bytes = Buffer.from(base64, "base64");
  if (bytes[0] !== NOTE_SIGNATURE || bytes.length !== 1 + KEY_BYTES) return null;
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, bytes.subarray(1)]),
    format: "der",
    type: "pkcs8",
  });
  const publicKey = createPublicKey(privateKey);
  const raw = rawPublicKey(publicKey);
  if (keyId(name, NOTE_SIGNATURE, raw) !== id) return null;
  return {
    name,
    id,
    type: NOTE_SIGNATURE,
    publicKey,
    vkey: verifierKeyText(name, NOTE_SIGNATURE, raw),
    sign: (message) => sign(null, Buffer.from(message), privateKey),
  };
}

/** A private key of this name in the form of Go's note; the same `seed` (32 bytes) always makes the same key. */
export function privateKeyText(name: string, seed: Uint8Array = randomBytes(KEY_BYTES)): string {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const id = keyId(name, NOTE_SIGNATURE, rawPublicKey(createPublicKey(privateKey)));
  return `${PRIVATE}${name}+${id}+${Buffer.concat([Buffer.from([NOTE_SIGNATURE]), seed]).toString("base64")}`;
}
