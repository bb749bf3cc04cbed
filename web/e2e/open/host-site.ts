/** A venue's own site for journeys: pages of another origin, with a strict policy, that hold the booking element. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface HostSite {
  origin: string;
  close(): Promise<void>;
}

/** The policy that docs/embed.md tells such a site to have: all that the element needs of it. */
const policyFor = (hub: string): string =>
  [
    "default-src 'none'",
    `script-src ${hub}`,
    "style-src 'self'",
    `connect-src ${hub} ${hub.replace("http", "ws")}`,
    `frame-src ${hub}`,
  ].join("; ");

const pageOf = (hub: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The venue's own site</title>` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">` +
  `<script src="${hub}/embed.js" async></script></head><body><main><h1>Rooms to rent</h1>${body}</main></body></html>`;

/** Serves `body` at each path. `port`: the one that `EMBED_ORIGINS` names, or 0 for a site that it does not name. */
export async function startHostSite(hub: string, body: string, port = 0): Promise<HostSite> {
  const server: Server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Content-Security-Policy", policyFor(hub));
    response.end(pageOf(hub, body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, () => resolve());
  });
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
