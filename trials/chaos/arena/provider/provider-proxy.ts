/**
 * A proxy between the product and the payment provider's API that can be slow, closed or failing, repeat a call, or carry out a call
 * without an answer.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { listenOnLoopback } from "../listen-on-loopback.ts";

/** `twice`: the call is made twice under one idempotency key, as by a network that resends. `mute`: it is made and never answered. */
export type ProviderProxyState = "open" | { slowMs: number } | "shut" | "failing" | "twice" | "mute";

export interface ProviderProxy {
  url: string;
  /** Leaving `mute` aborts the calls that still wait. */
  set(state: ProviderProxyState): void;
  /** How many calls came in a state other than open. */
  faulty(): number;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** `port` is where the provider's API listens on this machine. */
export async function openProviderProxy(port: number): Promise<ProviderProxy> {
  let state: ProviderProxyState = "open";
  let faulty = 0;
  const muted = new Set<ServerResponse>();

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const current = state;
    if (current !== "open") faulty += 1;
    if (current === "shut") return void asked.socket.resetAndDestroy();
    const body = await buffer(asked);
    if (current === "failing") {
      answer.writeHead(500, { "content-type": "application/json" });
      return void answer.end('{"error":{"type":"api_error","message":"The simulated provider fails."}}');
    }
    if (typeof current === "object") await delay(current.slowMs);
    const done = await forward(asked, body);
    const reply = current === "twice" ? await forward(asked, body) : done;
    if (current === "mute") {
      muted.add(answer);
      answer.on("close", () => muted.delete(answer));
      return;
    }
    answer.writeHead(reply.status, reply.headers).end(reply.body);
  }

  function forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call = request({ host: "127.0.0.1", port, method, path: url, headers }, (said) => {
        buffer(said).then(
          (text) => resolve({ status: said.statusCode ?? 502, headers: said.headers, body: text }),
          reject,
        );
      });
      call.on("error", reject);
      call.end(body);
    });
  }

  const server = createServer((asked, answer) => {
    // A client that has gone needs no answer; one that is still there sees its connection end.
    pass(asked, answer).catch(() => answer.destroy());
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;

  return {
    url,
    set(next) {
      state = next;
      if (next !== "mute") for (const answer of muted) answer.destroy();
    },
    faulty: () => faulty,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
