/** A receiver of webhooks on loopback: it keeps what it gets, checks signatures by its own means, and answers as a test says. */
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
}

/** `stall` never answers; `die` cuts the connection off. */
export type Answer =
  | { status: number; headers?: Record<string, string>; body?: string | Buffer }
  | "stall"
  | "die";

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Answers 204 until `answerWith` says otherwise. */
export async function startReceiver() {
  const received: Received[] = [];
  let answer: (received: Received) => Answer = () => ({ status: 204 });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const one = {
        path: request.url ?? "",
        headers: request.headers,
        text: Buffer.concat(chunks).toString("utf8"),
      };
      received.push(one);
      const said = answer(one);
      if (said === "stall") return;
      if (said === "die") request.socket.destroy();
      else response.writeHead(said.status, said.headers).end(said.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answerWith(next: Answer | ((received: Received) => Answer)): void {
      answer = typeof next === "function" ? next : () => next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Which of the request's signatures this secret has made: their places, from 0. Written from the specification, without the library. */
export function signedBy(secret: string, { headers, text }: Received): number[] {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${text}`;
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return String(headers["webhook-signature"])
    .split(" ")
    .flatMap((signature, place) => (signature === expected ? [place] : []));
}
