/** Owns keys that nobody else makes: a call sent again under the same one happens once. */

/** 128 random bits as hex. Unlike `crypto.randomUUID` this also works where the page was not served over HTTPS. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
