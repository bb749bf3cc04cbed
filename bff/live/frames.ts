/** Builds frames that are made once and written to many sockets as they are (RFC 6455, 5.2), and reads a page's messages. */

const FINAL_TEXT = 0x81;
const FINAL_PING = 0x89;
/** Above these lengths a frame states its length in more bytes. */
const SHORT = 125;
const MEDIUM = 0xffff;

export const PING_FRAME: Buffer = Buffer.from([FINAL_PING, 0]);

/** A whole text message in one frame, unmasked as a server sends it. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([headOf(payload.length), payload]);
}

function headOf(length: number): Buffer {
  if (length <= SHORT) return Buffer.from([FINAL_TEXT, length]);
  if (length <= MEDIUM) return Buffer.from([FINAL_TEXT, 126, length >> 8, length & 0xff]);
  const head = Buffer.alloc(10);
  head.set([FINAL_TEXT, 127]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** What a page has sent; undefined if it is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
