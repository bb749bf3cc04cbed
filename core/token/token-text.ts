/** Writes and reads the text of a token, `hub_<id>_<secret><checksum>`, and hashes its secret (decision 294). */
import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const SECRET_BYTES = 24;

/** 24 random bytes in base64url are 32 characters; the checksum is 8 hexadecimal digits. */
const TOKEN = /^hub_([1-9]\d{0,14})_([\w-]{32})([\da-f]{8})$/;

/** 192 random bits. */
export const newTokenSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

/** The secret is random, so a plain hash of it is enough. */
export const tokenSecretHash = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export function tokenText(id: number, secret: string): string {
  const text = `hub_${id}_${secret}`;
  return text + checksumOf(text);
}

/** Whether a bearer's text claims to be such a token; a session's never does. */
export const looksLikeToken = (text: string): boolean => text.startsWith("hub_");

/** What a token claims, not yet compared with the stored hash; null for a mistyped one, which the checksum tells without a query. */
export function readTokenText(text: string): { id: number; secretHash: string } | null {
  const [, id, secret, checksum] = TOKEN.exec(text) ?? [];
  if (id === undefined || secret === undefined || checksum === undefined) return null;
  if (checksumOf(text.slice(0, -checksum.length)) !== checksum) return null;
  return { id: Number(id), secretHash: tokenSecretHash(secret) };
}

/** CRC-32: tells a typing mistake, and lets scanners of public code recognize a token that was published by mistake. */
const checksumOf = (text: string): string => crc32(text).toString(16).padStart(8, "0");
