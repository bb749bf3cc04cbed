/** Makes calls whose body comes late or never: the bytes are written to a separate connection. */
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export interface RawAnswer {
  status: number;
  /** With names in lower case. */
  headers: Record<string, string>;
  /** Parsed JSON, otherwise the text. */
  body: Record<string, unknown>;
  /** Whether the server closed the connection after it. */
  closed: boolean;
}

interface RawCall {
  method?: string;
  token?: string | null;
  headers?: Record<string, string>;
}

/** The longest time that the server takes until it waits for the body. */
const UNTIL_IT_WAITS_MS = 150;

/** Opens a connection and sends this head; `answer` is the first answer that comes, or null if none does in `ms`. */
export function openCall(port: number, path: string, { method = "POST", token, headers = {} }: RawCall) {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  let closed = false;
  socket.on("data", (data) => {
    heard += data.toString("latin1");
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    closed = true;
  });
  const lines = Object.entries({
    Host: "hub",
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);

  return {
    write: (bytes: string | Uint8Array) => void (closed || socket.write(bytes)),
    close: () => void socket.destroy(),
    /** Whether the server has closed the connection within this time. */
    async closes(ms = 2_000): Promise<boolean> {
      for (const until = Date.now() + ms; !closed && Date.now() < until; ) await delay(10);
      return closed;
    },
    async answer(ms = 10_000): Promise<RawAnswer | null> {
      const until = Date.now() + ms;
      for (;;) {
        const answer = parsed(heard, closed);
        if (answer || closed || Date.now() > until) return answer;
        await delay(10);
      }
    },
  };
}

/** Sends the head and the first bytes of a JSON body, and waits until the server waits for the rest, which `finish` sends. */
export async function slowCall(
  port: number,
  path: string,
  { body, headers, ...call }: RawCall & { body: unknown },
) {
  const bytes = Buffer.from(JSON.stringify(body));
  const stated = { "Content-Type": "application/json", "Content-Length": String(bytes.length) };
  const open = openCall(port, path, { ...call, headers: { ...stated, ...headers } });
  open.write(bytes.subarray(0, 5));
  await delay(UNTIL_IT_WAITS_MS);
  return {
    async finish(): Promise<RawAnswer | null> {
      open.write(bytes.subarray(5));
      const answer = await open.answer();
      open.close();
      return answer;
    },
  };
}

function parsed(heard: string, closed: boolean): RawAnswer | null {
  const end = heard.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [first = "", ...rest] = heard.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(
    rest.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const text = heard.slice(end + 4);
  if (text.length < Number(headers["content-length"] ?? 0)) return null;
  const body = /json/.test(headers["content-type"] ?? "") ? JSON.parse(text) : { text };
  return { status: Number(first.split(" ")[1]), headers, body, closed };
}
