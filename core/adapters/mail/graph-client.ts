/** Calls Microsoft Graph: the application's token (client credentials), time limits, and failures as texts for an operator. */
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { GraphConfig } from "../../platform/config/config.ts";

const ANSWER_WITHIN_MS = 20_000;
/** A token is renewed this long before it ends. */
const RENEW_BEFORE_MS = 60_000;
const UNAUTHORIZED = 401;

export interface GraphAddresses {
  login: string;
  api: string;
}

const MICROSOFT: GraphAddresses = {
  login: "https://login.microsoftonline.com",
  api: "https://graph.microsoft.com/v1.0",
};

/** Graph, or the login before it, refused. The message repeats its answer, without secrets. */
export class GraphFailure extends Error {
  override name = "GraphFailure";
  /** Null if no answer came. */
  readonly status: number | null;
  /** Graph's own code, for example `ErrorItemNotFound`. */
  readonly code: string | null;
  constructor(message: string, status: number | null, code: string | null) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface GraphRequest {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path below `/users/{sender}`, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface GraphClient {
  /** Returns parsed JSON, or null for an answer without a body. Throws `GraphFailure`. */
  call(request: GraphRequest): Promise<unknown>;
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() });
const TokenRefusal = z.object({ error: z.string(), error_description: z.string().optional() });
const ApiRefusal = z.object({ error: z.object({ code: z.string(), message: z.string().optional() }) });

/** Every call is about the mailbox of `config.sender`. */
export function createGraphClient(
  config: GraphConfig,
  { clock, addresses = MICROSOFT }: { clock: Clock; addresses?: GraphAddresses | undefined },
): GraphClient {
  let token: { text: string; renewAt: number } | null = null;

  async function currentToken(): Promise<string> {
    if (token && clock.now().getTime() < token.renewAt) return token.text;
    const answer = await request(
      `${addresses.login}/${encodeURIComponent(config.tenantId)}/oauth2/v2.0/token`,
      {
        method: "POST",
        body: new URLSearchParams({
          client_id: config.clientId,
          client_secret: config.clientSecret,
          scope: "https://graph.microsoft.com/.default",
          grant_type: "client_credentials",
        }),
      },
    );
    const body = await readJson(answer);
    const granted = Token.safeParse(body);
    if (!answer.ok || !granted.success) throw loginFailure(answer.status, body);
    const { access_token, expires_in } = granted.data;
    token = { text: access_token, renewAt: clock.now().getTime() + expires_in * 1000 - RENEW_BEFORE_MS };
    return access_token;
  }

  async function attempt({ method, path, headers, body }: GraphRequest): Promise<Response> {
    return request(`${addresses.api}/users/${encodeURIComponent(config.sender)}${path}`, {
      method,
      headers: { Authorization: `Bearer ${await currentToken()}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  }

  return {
    async call(given) {
      let answer = await attempt(given);
      if (answer.status === UNAUTHORIZED) {
        // The token was revoked before its end, so a new one is requested, once.
        token = null;
        answer = await attempt(given);
      }
      const body = await readJson(answer);
      if (!answer.ok) throw apiFailure(answer.status, body);
      return body;
    },
  };
}

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  } catch (error) {
    throw new GraphFailure(
      `Microsoft did not answer at ${new URL(url).host}: ${reasonOf(error)}`,
      null,
      null,
    );
  }
}

/** `fetch` puts the reason into the error's cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

async function readJson(answer: Response): Promise<unknown> {
  try {
    const text = await answer.text();
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function loginFailure(status: number, body: unknown): GraphFailure {
  const refusal = TokenRefusal.safeParse(body).data;
  // The first line says what is wrong; trace ids follow.
  const words = refusal?.error_description?.split(/[\r\n]/)[0] ?? `status ${status}`;
  return new GraphFailure(
    `Microsoft refused the application's login: ${words}`,
    status,
    refusal?.error ?? null,
  );
}

function apiFailure(status: number, body: unknown): GraphFailure {
  const refusal = ApiRefusal.safeParse(body).data?.error;
  const words = refusal ? [refusal.code, refusal.message].filter(Boolean).join(": ") : "no reason given";
  return new GraphFailure(`Microsoft Graph answered ${status}: ${words}`, status, refusal?.code ?? null);
}
