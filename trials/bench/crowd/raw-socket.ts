/**
 * A WebSocket client that uses very little memory and time, for benches with thousands: it writes the handshake and the frames itself on
 * a plain TCP connection.
 */
import { connect, type Socket } from "node:net";

const TEXT = 0x81;
const CLOSE = 0x8;
const PING = 0x9;
/** Any key will do: this client does not check what the server computes from it. */
const KEY = "dGhlIHNhbXBsZSBub25jZQ==";
/** A client must mask its frames; a mask of zeros leaves the bytes as they are. */
const ZERO_MASK = Buffer.alloc(4);
const PONG = Buffer.concat([Buffer.from([0x8a, 0x80]), ZERO_MASK]);

export interface RawSocket {
  say(message: unknown): void;
  /** Cuts the connection, as a page does when it is closed. */
  close(): void;
}

export interface RawSocketEvents {
  /** Called for each text frame; the bytes are valid only during the call. */
  onText(text: Buffer): void;
  /** Called once, whatever ended the connection. */
  onClosed(): void;
}

/**
 * Opens `/ws`. `address` is the client's address in `X-Forwarded-For`, for a server behind one proxy. Throws the first line of the answer if it is
 * not an upgrade.
 */
export function openRawSocket(
  { port, address }: { port: number; address: string },
  { onText, onClosed }: RawSocketEvents,
): Promise<RawSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let rest: Buffer | null = null;
    let upgraded = false;
    socket.on("error", reject);
    socket.on("close", () => {
      if (upgraded) onClosed();
      else reject(new Error("The connection was closed before the upgrade"));
    });
    socket.on("data", (chunk) => {
      const bytes = rest === null ? chunk : Buffer.concat([rest, chunk]);
      if (upgraded) {
        rest = takeFrames(socket, bytes, onText);
        return;
      }
      const end = bytes.indexOf("\r\n\r\n");
      if (end < 0) {
        rest = bytes;
        return;
      }
      const [first = ""] = bytes.toString("latin1", 0, end).split("\r\n");
      if (!first.includes(" 101 ")) {
        reject(new Error(first));
        socket.destroy();
        return;
      }
      upgraded = true;
      rest = takeFrames(socket, bytes.subarray(end + 4), onText);
      resolve({
        say: (message) => void socket.write(maskedText(JSON.stringify(message))),
        close: () => void socket.destroy(),
      });
    });
    socket.write(
      `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
    );
  });
}

/** Reads whole frames; answers the rest that is an incomplete frame, or null if there is none. */
function takeFrames(socket: Socket, bytes: Buffer, onText: (text: Buffer) => void): Buffer | null {
  let at = 0;
  while (bytes.length - at >= 2) {
    const kind = (bytes[at] ?? 0) & 0x0f;
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const head = short < 126 ? 2 : 4;
    if (short === 127) throw new Error("The product sends no frames of 64 KiB or more");
    if (bytes.length - at < head) break;
    const length = short < 126 ? short : bytes.readUInt16BE(at + 2);
    if (bytes.length - at < head + length) break;
    if (kind === PING) socket.write(PONG);
    else if (kind === CLOSE) socket.end();
    else onText(bytes.subarray(at + head, at + head + length));
    at += head + length;
  }
  return at === bytes.length ? null : Buffer.from(bytes.subarray(at));
}

function maskedText(text: string): Buffer {
  const payload = Buffer.from(text);
  if (payload.length > 125) throw new Error("This client sends no text longer than 125 bytes");
  return Buffer.concat([Buffer.from([TEXT, 0x80 | payload.length]), ZERO_MASK, payload]);
}
