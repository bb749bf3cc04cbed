/** One client's session over HTTP: its address, cookies and token, the log position that it has seen, and the history of its calls. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  IDEMPOTENCY_KEY_HEADER,
  LOG_POSITION_HEADER,
  PROOF_OF_WORK_HEADER,
  READ_AFTER_HEADER,
} from "../../../../bff/contract/headers.ts";
import { comparePositions, type LogPosition, parsePosition } from "../../../../core/log/position.ts";
import type { HistoryWriter } from "../../history.ts";
import type { Random } from "../../random.ts";
import { createCookieJar } from "./cookies.ts";
import { proofFor } from "./proof.ts";

/** A client without an answer for this long gives up, as a browser does. */
const PATIENCE_MS = 10_000;
/** How often a repeatable call is sent again after no answer or a 503. */
const MOST_REPEATS = 4;
const LONGEST_WAIT_MS = 1_000;
/** The history keeps the beginning of a file's text; other checks look at files. */
const LONGEST_TEXT = 2_000;
const JSON_TYPE = /^application\/(problem\+)?json\b/;

/** `Body` is the shape that the API's document gives for a 2xx. */
type Answer<Body> =
  | { ok: true; status: number; body: Body }
  /** Null if no whole answer came. */
  | { ok: false; status: number | null; body: unknown };

interface Asked {
  /** Values for the braces in the path. */
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  form?: FormData;
  /** Sends a new `Idempotency-Key`, or this one; without an answer the same call is sent again. */
  once?: true | string;
  /** The call has the same effect when it is repeated: without an answer it is sent again. */
  repeatable?: true;
}

/** Thrown to leave a scenario when the traffic must end. */
export class TrafficEnded extends Error {}

export interface HttpClient {
  name: string;
  random: Random;
  /** Calls an operation of the API's document. */
  call<Body = unknown>(operation: string, asked?: Asked): Promise<Answer<Body>>;
  /** Calls the provider's API for browsers. This is not a call of the product, so the history does not have it; null without a 2xx. */
  confirmCard<Body = unknown>(intentId: string, form: Record<string, string>): Promise<Body | null>;
  /** Sets the token that later calls send; null signs out. */
  setToken(token: string | null): void;
  /** Whether the client is not signed in, or its session has been refused since. */
  signedOut(): boolean;
  /** A second session, as a client with another name; their calls must not overlap. */
  openSecondSession(): HttpClient;
}

interface CallerOptions {
  name: string;
  address: string;
  random: Random;
  history: HistoryWriter;
  bffs(): readonly string[];
  providerUrl: string;
  /** The pause between two calls, on average. */
  pauseMs: number;
  going(): boolean;
  called(operation: string, status: number | null): void;
}

interface Sending {
  operation: string;
  method: string;
  base: string;
  path: string;
  headers: Record<string, string>;
  payload: string | FormData | null;
  /** The answer as the history keeps it. */
  body: unknown;
}

export function createHttpClient(options: CallerOptions): HttpClient {
  const { name, random, history } = options;
  const cookies = createCookieJar();
  let token: string | null = null;
  let refused = false;
  let seen: LogPosition | null = null;
  let besides = 0;

  /** Waits for the pause between two calls. */
  async function pause(): Promise<void> {
    if (!options.going()) throw new TrafficEnded();
    await delay(options.pauseMs * (0.5 + random.next()));
    if (!options.going()) throw new TrafficEnded();
  }

  async function send(given: Sending): Promise<Answer<unknown> & { retryAfter: string | null }> {
    await pause();
    const requestId = randomUUID();
    const askedAt = Date.now();
    const { response, text } = await fetched(given.base + given.path, {
      method: given.method,
      headers: { ...given.headers, "x-request-id": requestId, "x-forwarded-for": options.address },
      ...(given.payload === null ? {} : { body: given.payload }),
    });
    const status = response?.status ?? null;
    const retryAfter = response?.headers.get("retry-after") ?? null;
    const isJson = JSON_TYPE.test(response?.headers.get("content-type") ?? "");
    const answer = isJson ? parsed(text) : response ? text.slice(0, LONGEST_TEXT) : null;
    cookies.take(response?.headers.getSetCookie() ?? []);
    sees(response?.headers.get(LOG_POSITION_HEADER) ?? null);
    options.called(given.operation, status);
    history.add({
      kind: "call",
      requestId,
      client: name,
      operation: given.operation,
      path: given.path,
      body: given.body,
      idempotencyKey: given.headers[IDEMPOTENCY_KEY_HEADER] ?? null,
      askedAt,
      endedAt: Date.now(),
      status,
      retryAfter,
      answer,
    });
    return status !== null && status < 300
      ? { ok: true, status, body: answer, retryAfter }
      : { ok: false, status, body: answer, retryAfter };
  }

  function sees(position: string | null): void {
    const at = parsePosition(position ?? "");
    if (at && (!seen || comparePositions(at, seen) > 0)) seen = at;
  }

  function headersOf(method: string, { once, form }: Asked): Record<string, string> {
    const carried = cookies.header();
    return {
      ...(form ? {} : { "content-type": "application/json" }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(carried === "" ? {} : { cookie: carried }),
      ...(method === "GET" && seen
        ? { [READ_AFTER_HEADER]: `${seen.epoch}.${seen.xid}.${seen.position}` }
        : {}),
      ...(once === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: once === true ? randomUUID() : once }),
    };
  }

  async function call<Body>(operation: string, asked: Asked = {}): Promise<Answer<Body>> {
    const [method = "GET", pattern = "/"] = operation.split(" ");
    const { body, form, params = {}, query } = asked;
    const headers = headersOf(method, asked);
    const path = filled(pattern, params) + (query ? `?${new URLSearchParams(texts(query))}` : "");
    const payload = form ?? (body === undefined ? null : JSON.stringify(body));
    const mayRepeat = asked.once !== undefined || asked.repeatable === true;
    for (let repeats = 0; ; repeats += 1) {
      const sending = { operation, method, base: random.pick(options.bffs()), path, headers, payload };
      const answer = await send({ ...sending, body: form ? formNames(form) : (body ?? null) });
      if (answer.status === 401 && token !== null) refused = true;
      if (answer.status === 428 && repeats < MOST_REPEATS) {
        const proof = await proofFor(answer.body);
        if (proof !== null) headers[PROOF_OF_WORK_HEADER] = proof;
      } else if (!mayRepeat || repeats === MOST_REPEATS || !isToRepeat(answer.status)) {
        // The API's document says what a 2xx of this operation contains.
        return answer as Answer<Body>;
      } else {
        await delay(waitMs(answer.retryAfter));
      }
    }
  }

  return {
    name,
    random,
    call,
    async confirmCard<Body>(intentId: string, form: Record<string, string>) {
      await pause();
      const url = `${options.providerUrl}/payment_intents/${encodeURIComponent(intentId)}/confirm`;
      const { response, text } = await fetched(url, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(form).toString(),
      });
      return response?.ok ? (parsed(text) as Body) : null; // the provider's document says what a 2xx is
    },
    setToken(given) {
      token = given;
      refused = false;
    },
    signedOut: () => token === null || refused,
    openSecondSession() {
      besides += 1;
      return createHttpClient({ ...options, name: `${name}.${besides}` });
    },
  };
}

/** Without a response the call was cut off or timed out, and may have been carried out. */
async function fetched(url: string, init: RequestInit): Promise<{ response: Response | null; text: string }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    return { response, text: await response.text() };
  } catch {
    return { response: null, text: "" };
  }
}

/** Text that is not valid JSON is kept as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isToRepeat = (status: number | null): boolean => status === null || status === 503;

/** Waits as long as the answer says, but at most a second. */
function waitMs(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? "0");
  return Math.min(LONGEST_WAIT_MS, Math.max(100, Number.isFinite(seconds) ? seconds * 1_000 : 0));
}

function filled(pattern: string, params: Record<string, string | number>): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${pattern} needs ${name}`);
    // A tile's address has slashes in it.
    return String(value).split("/").map(encodeURIComponent).join("/");
  });
}

const texts = (query: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));

const formNames = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].map(([key, value]) => [key, typeof value === "string" ? value : "a file"]));
