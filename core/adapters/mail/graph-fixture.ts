/** A small test server that implements the parts of Microsoft's login and Graph that the product uses, with their shapes. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import type { GraphConfig } from "../../platform/config/config.ts";
import type { GraphAddresses } from "./graph-client.ts";

export const GRAPH_CONFIG: GraphConfig = {
  tenantId: "tenant",
  clientId: "client",
  clientSecret: "a secret that must not be seen",
  sender: "bookings@hub.example.test",
};

interface GraphEvent {
  id: string;
  transactionId: string;
  [field: string]: unknown;
}

interface Refusal {
  status: number;
  code: string;
}

export interface GraphServer {
  addresses: GraphAddresses;
  /** The mails in the sender's Sent Items. */
  sent: Email[];
  /** The sender's calendar. */
  events: GraphEvent[];
  /** Each request's method and path, without the mailbox before it. */
  requests: string[];
  tokensGiven: number;
  /** Makes all tokens issued so far invalid. */
  revokeTokens(): void;
  /** Answers the next requests to a path with these refusals, once each. */
  refuse(path: string, ...refusals: Refusal[]): void;
  /** Carries out the next request to a path and never answers it. */
  hangUpAfter(path: string): void;
  close(): Promise<void>;
}

export async function startGraphServer(): Promise<GraphServer> {
  let validToken = "";
  const refusals = new Map<string, Refusal[]>();
  const hangUps = new Set<string>();
  const state: Pick<GraphServer, "sent" | "events" | "requests" | "tokensGiven"> = {
    sent: [],
    events: [],
    requests: [],
    tokensGiven: 0,
  };

  const server = createServer((request, response) => {
    void answer(request, response).catch((error) => response.destroy(error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // a request without an encoding gives buffers
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? "/", "http://graph");
    const answer = (status: number, content?: unknown): void => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(content === undefined ? undefined : JSON.stringify(content));
    };
    if (url.pathname === `/login/${GRAPH_CONFIG.tenantId}/oauth2/v2.0/token`) {
      return logIn(new URLSearchParams(body), answer);
    }
    const path = url.pathname.replace(`/v1.0/users/${encodeURIComponent(GRAPH_CONFIG.sender)}`, "");
    state.requests.push(`${request.method} ${path}`);
    if (request.headers.authorization !== `Bearer ${validToken}`) {
      return answer(401, {
        error: { code: "InvalidAuthenticationToken", message: "Access token has expired." },
      });
    }
    const refusal = refusals.get(path)?.shift();
    if (refusal) return answer(refusal.status, { error: { code: refusal.code, message: "No." } });
    const [status, content] = await act(request.method ?? "", path, url, body);
    if (hangUps.delete(path)) response.destroy();
    else answer(status, content);
  }

  function logIn(form: URLSearchParams, answer: (status: number, content: unknown) => void): void {
    if (form.get("client_secret") !== GRAPH_CONFIG.clientSecret) {
      const words = "AADSTS7000215: Invalid client secret provided.\r\nTrace ID: 1";
      answer(401, { error: "invalid_client", error_description: words });
      return;
    }
    validToken = randomUUID();
    state.tokensGiven += 1;
    answer(200, { token_type: "Bearer", expires_in: 3599, access_token: validToken });
  }

  async function act(method: string, path: string, url: URL, body: string): Promise<[number, unknown?]> {
    const id = /^\/events\/(.+)$/.exec(path)?.[1];
    if (method === "POST" && path === "/sendMail") {
      state.sent.push(await PostalMime.parse(Buffer.from(body, "base64")));
      return [202];
    }
    if (method === "GET" && path === "/messages") {
      const wanted = /^internetMessageId eq '(.*)'$/.exec(url.searchParams.get("$filter") ?? "")?.[1];
      return [
        200,
        { value: state.sent.filter(({ messageId }) => messageId === wanted).map(() => ({ id: "1" })) },
      ];
    }
    if (method === "GET" && path === "/calendar") return [200, { id: "calendar" }];
    if (method === "POST" && path === "/events") {
      const given = JSON.parse(body);
      const before = state.events.find((event) => event.transactionId === given.transactionId);
      const event = before ?? { ...given, id: `event-${randomUUID()}` };
      if (!before) state.events.push(event);
      return [201, event];
    }
    const at = state.events.findIndex((event) => event.id === id);
    const event = state.events[at];
    if (!event) return [404, { error: { code: "ErrorItemNotFound", message: "The object was not found." } }];
    if (method === "DELETE") {
      state.events.splice(at, 1);
      return [204];
    }
    Object.assign(event, JSON.parse(body));
    return [200, event];
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
  return Object.assign(state, {
    addresses: { login: `${origin}/login`, api: `${origin}/v1.0` },
    revokeTokens() {
      validToken = randomUUID();
    },
    refuse: (path: string, ...given: Refusal[]) => void refusals.set(path, given),
    hangUpAfter: (path: string) => void hangUps.add(path),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
