/** Owns one client's session over HTTP: its address, cookies and token, what it has seen of the log, and the history of its calls. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { comparePositions, type LogPosition, parsePosition } from "../../../core/log/position.ts";
import {
  IDEMPOTENCY_KEY_HEADER,
  LOG_POSITION_HEADER,
  PROOF_OF_WORK_HEADER,
  READ_AFTER_HEADER,
} from "../../contract/headers.ts";
import type { HistoryWriter } from "../history.ts";
import type { Random } from "../random.ts";
import { type CookieJar, createCookieJar } from "./cookies.ts";
import { proofFor } from "./proof.ts";

/** Who has heard nothing for so long gives up, as a browser's visitor does. */
const PATIENCE_MS = 10_000;
/** How often a call that may be repeated is asked again after no answer or a 503. */
const MOST_REPEATS = 4;
const LONGEST_WAIT_MS = 1_000;
/** Files are judged by others; the history keeps the beginning of their text. */
const LONGEST_TEXT = 2_000;
const JSON_TYPE = /^application\/(problem\+)?json\b/;

/** `Body` is what the API's document says of a 2xx. */
type Answer<Body> =
  | { ok: true; status: number; body: Body }
  /** Null: no whole answer came. */
  | { ok: false; status: number | null; body: unknown };

interface Asked {
  /** What stands in the path's braces. */
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  form?: FormData;
  /** Sent with a new `Idempotency-Key`, or with this one; without an answer the same is asked again. */
  once?: true | string;
  /** Asked twice it does what asking once does: without an answer the same is asked again. */
  repeatable?: true;
}

/** Thrown to leave a scenario once the traffic is to end. */
export class TrafficEnded extends Error {}

export interface Caller {
  name: string;
  random: Random;
  cookies: CookieJar;
  /** Calls an operation of the API's document. */
  call<Body = unknown>(operation: string, asked?: Asked): Promise<Answer<Body>>;
  /** Calls the provider's side for browsers. */
  confirmCard<Body = unknown>(intentId: string, form: Record<string, string>): Promise<Answer<Body>>;
  /** Who is signed in from now on; null: nobody. */
  carry(token: string | null): void;
  /** Whether nobody is signed in, or the session has been refused since. */
  signedOut(): boolean;
  /** A session beside this one, of a client by another name; their calls are not to overlap. */
  beside(): Caller;
}

interface CallerOptions {
  name: string;
  address: string;
  random: Random;
  history: HistoryWriter;
  bffs(): readonly string[];
  providerUrl: string;
  /** Between two calls, on average. */
  pauseMs: number;
  going(): boolean;
  called(operation: string, status: number | null): void;
}

/** What the provider's browser side is called in a history; it is no operation of the API's document. */
const CONFIRM_CARD = "provider POST /payment_intents/{id}/confirm";

interface Sending {
  operation: string;
  method: string;
  base: string;
  path: string;
  headers: Record<string, string>;
  payload: string | FormData | null;
  /** As the history keeps it. */
  body: unknown;
}

export function createCaller(options: CallerOptions): Caller {
  const { name, random, history } = options;
  const cookies = createCookieJar();
  let token: string | null = null;
  let refused = false;
  let seen: LogPosition | null = null;
  let besides = 0;

  async function send(given: Sending): Promise<Answer<unknown> & { retryAfter: string | null }> {
    if (!options.going()) throw new TrafficEnded();
    await delay(options.pauseMs * (0.5 + random.next()));
    if (!options.going()) throw new TrafficEnded();
    const requestId = randomUUID();
    const askedAt = Date.now();
    let status: number | null = null;
    let retryAfter: string | null = null;
    let answer: unknown = null;
    try {
      const response = await fetch(given.base + given.path, {
        method: given.method,
        headers: { ...given.headers, "x-request-id": requestId, "x-forwarded-for": options.address },
        ...(given.payload === null ? {} : { body: given.payload }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await response.text();
      retryAfter = response.headers.get("retry-after");
      const isJson = text !== "" && JSON_TYPE.test(response.headers.get("content-type") ?? "");
      answer = isJson ? JSON.parse(text) : text.slice(0, LONGEST_TEXT);
      status = response.status;
      cookies.take(response.headers.getSetCookie());
      sees(response.headers.get(LOG_POSITION_HEADER));
    } catch {
      // Cut off, or out of patience: what was asked for may have been done.
    }
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
        // What a 2xx of this operation holds is what the API's document says of it.
        return answer as Answer<Body>;
      } else {
        await delay(waitMs(answer.retryAfter));
      }
    }
  }

  return {
    name,
    random,
    cookies,
    call,
    async confirmCard<Body>(intentId: string, form: Record<string, string>) {
      const path = `/payment_intents/${encodeURIComponent(intentId)}/confirm`;
      const answer = await send({
        operation: CONFIRM_CARD,
        method: "POST",
        base: options.providerUrl,
        path,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams(form).toString(),
        body: form,
      });
      return answer as Answer<Body>; // as the provider's document says of a 2xx
    },
    carry(given) {
      token = given;
      refused = false;
    },
    signedOut: () => token === null || refused,
    beside() {
      besides += 1;
      return createCaller({ ...options, name: `${name}.${besides}` });
    },
  };
}

const isToRepeat = (status: number | null): boolean => status === null || status === 503;

/** As the answer says, though no longer than a second: what is tried here is haste. */
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
