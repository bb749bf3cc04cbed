/** The program that the traffic's webhooks tell: a server on loopback that takes every delivery, or says that it is gone. */
import { createServer } from "node:http";
import { listenOnLoopback } from "./listen-on-loopback.ts";

export interface WebhookReceiver {
  /** Deliveries to this address are taken. */
  url: string;
  /** Deliveries to this address are answered by 410. */
  goneUrl: string;
  close(): Promise<void>;
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((asked, answer) => {
    asked.resume();
    asked.on("end", () => answer.writeHead(asked.url === "/gone" ? 410 : 204).end());
  });
  const address = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  return {
    url: `${address}/hook`,
    goneUrl: `${address}/gone`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
