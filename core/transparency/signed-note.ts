/** Reads, writes and verifies signed notes (C2SP signed-note): a text, and lines with its signatures. */
import { verify } from "node:crypto";
import { COSIGNATURE_V1, type Signer, type VerifierKey } from "./note-keys.ts";

const SIGNATURE_BYTES = 64;
const TIMESTAMP_BYTES = 8;
const MAX_SIGNATURES = 64;
const SIGNATURE_LINE = /^— ([^+\s]+) ([A-Za-z0-9+/]+={0,2})$/u;
/** No control character but the newline. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/;

export interface NoteSignature {
  name: string;
  /** Four bytes, in hexadecimal. */
  keyId: string;
  /** The signature; for a cosignature, its time and the signature. */
  bytes: Buffer;
}

export interface SignedNote {
  /** With its last newline. */
  text: string;
  signatures: readonly NoteSignature[];
}

/** Null if it is not a signed note. */
export function parseNote(note: string): SignedNote | null {
  const split = note.lastIndexOf("\n\n");
  if (split < 0 || !note.endsWith("\n") || CONTROL.test(note)) return null;
  const lines = note.slice(split + 2, -1).split("\n");
  if (lines.length > MAX_SIGNATURES) return null;
  const signatures: NoteSignature[] = [];
  for (const line of lines) {
    const signature = parseSignatureLine(line);
    if (!signature) return null;
    signatures.push(signature);
  }
  return { text: note.slice(0, split + 1), signatures };
}

function parseSignatureLine(line: string): NoteSignature | null {
  const [, name = "", base64 = ""] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = Buffer.from(base64, "base64");
  if (name === "" || bytes.length <= 4 || bytes.toString("base64") !== base64) return null;
  return { name, keyId: bytes.subarray(0, 4).toString("hex"), bytes: bytes.subarray(4) };
}

/** One line, with its newline. */
export function signatureLine({ name, keyId, bytes }: NoteSignature): string {
  const signature = Buffer.concat([Buffer.from(keyId, "hex"), bytes]).toString("base64");
  return `— ${name} ${signature}\n`;
}

/** The text (which ends with a newline) with this key's signature. */
export function signNote(text: string, signer: Signer): string {
  const { name, id: keyId } = signer;
  return `${text}\n${signatureLine({ name, keyId, bytes: signer.sign(text) })}`;
}

/** What a cosigner signs for a checkpoint's text; `time` in seconds since 1970. */
export const cosignedText = (text: string, time: bigint): string => `cosignature/v1\ntime ${time}\n${text}`;

export const isBy = (signature: NoteSignature, key: VerifierKey): boolean =>
  signature.name === key.name && signature.keyId === key.id;

/** Whether the key made this signature of this text, by the rules of its type. */
export function isSignatureOf(text: string, signature: NoteSignature, key: VerifierKey): boolean {
  const { bytes } = signature;
  if (key.type === COSIGNATURE_V1) {
    if (bytes.length !== TIMESTAMP_BYTES + SIGNATURE_BYTES) return false;
    const signed = Buffer.from(cosignedText(text, bytes.readBigUInt64BE()));
    return verify(null, signed, key.publicKey, bytes.subarray(TIMESTAMP_BYTES));
  }
  return bytes.length === SIGNATURE_BYTES && verify(null, Buffer.from(text), key.publicKey, bytes);
}

/**
 * Those of the keys that signed the note. Null if the note has an invalid signature by one of them: the whole note is
 * then to be rejected.
 */
export function verifyNote(note: SignedNote, keys: readonly VerifierKey[]): VerifierKey[] | null {
  const signers = new Set<VerifierKey>();
  for (const signature of note.signatures) {
    const key = keys.find((one) => isBy(signature, one));
    if (!key) continue;
    if (!isSignatureOf(note.text, signature, key)) return null;
    signers.add(key);
  }
  return [...signers];
}
