/** Writes bytes as base64, and reads them. */
import type { Bytes } from "./tree-hashes.ts";

/** Null if the text is not base64. */
export function fromBase64(base64: string): Bytes | null {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

export const toBase64 = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes));
