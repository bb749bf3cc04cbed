/**
 * Encrypts secrets that must be read again, by AES-256-GCM with a key derived from the session secret, so that a copy of
 * the database alone opens none.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { derivedKey } from "./keys.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals with the current secret's key; also opens what the keys of earlier secrets sealed. */
export function createVault(secret: string, previous: readonly string[]) {
  const key = (from: string): Buffer => derivedKey(from, "vault");
  const newest = key(secret);
  const keys = [newest, ...previous.map(key)];

  function openedWith(key: Buffer, sealed: Buffer, boundTo: string): string | null {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(boundTo));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch {
      // The key or the owner is another, or the text was altered: the tag does not tell which.
      return null;
    }
  }

  return {
    seal(text: string, boundTo: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, newest, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(boundTo));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(sealed: string, boundTo: string): string | null {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      for (const key of keys) {
        const text = openedWith(key, bytes, boundTo);
        if (text !== null) return text;
      }
      return null;
    },
  };
}
