/** Makes unique random keys, so that a call that is sent again under the same key is carried out once. */

/** 128 random bits as hex. Unlike `crypto.randomUUID`, this also works on a page that was not served over HTTPS. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
