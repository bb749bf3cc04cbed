/** Checks a proof of work, for the server and for the browser. The file has no schemas, so that the browser can load it cheaply. */

/** The text that SHA-256 is taken of. The solver chooses the number. */
export const attempt = (challenge: string, nonce: number): string => `${challenge}.${nonce}`;

/** Leading zero bits of a hash; each bit more doubles the work. */
export function leadingZeroBits(hash: Uint8Array): number {
  let bits = 0;
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
