/** Owns when a proof of work is one, for whoever asks for it and whoever does it; free of schemas, for the browser's sake. */

/** What SHA-256 is taken of. The number is the solver's choice. */
export const attempt = (challenge: string, nonce: number): string => `${challenge}.${nonce}`;

/** Of a hash; each bit more doubles the work. */
export function leadingZeroBits(hash: Uint8Array): number {
  let bits = 0;
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
