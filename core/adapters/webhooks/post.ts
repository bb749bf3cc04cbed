/** Sends one request of a webhook: to a checked address only, without redirects, within ten seconds (decision 301). */
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { type AllowedAddresses, readAddress } from "../../webhook/address.ts";

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const FORBIDDEN = "the address is not one of the public internet";

export type Answered =
  /** `text`: the beginning of the answer's body. */
  | { status: number; retryAfter: string | undefined; text: string }
  /** There was no answer; why, in plain words. */
  | { status: null; failure: string };

/**
 * Posts JSON. The agent resolves the name, refuses if one of its addresses is neither public nor allowed, and connects to what it has
 * checked. An answer is over once 64 KiB of it were read. `signal` gives up earlier, and then throws.
 */
export async function postWebhook(
  url: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
  {
    allowed,
    signal,
    timeoutMs = TIMEOUT_MS,
  }: { allowed: AllowedAddresses; signal: AbortSignal; timeoutMs?: number },
): Promise<Answered> {
  // Since the webhook was made, the operator may have allowed less.
  if (!readAddress(url, allowed).ok) return { status: null, failure: FORBIDDEN };
  const timeout = AbortSignal.timeout(timeoutMs);
  const isHttps = url.startsWith("https:");
  const options = { allowIPAddressList: [...allowed], keepAlive: false };
  const agent = isHttps ? new RequestFilteringHttpsAgent(options) : new RequestFilteringHttpAgent(options);
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = (isHttps ? requestHttps : requestHttp)(
        url,
        {
          method: "POST",
          agent,
          signal: AbortSignal.any([signal, timeout]),
          headers: {
            "Content-Type": "application/json",
            "Content-Length": Buffer.byteLength(body),
            "User-Agent": "hub-webhooks/1",
            ...headers,
          },
        },
        resolve,
      );
      sent.on("error", reject);
      sent.end(body);
    });
    const text = await beginningOf(answer);
    return { status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"], text };
  } catch (error) {
    signal.throwIfAborted();
    return {
      status: null,
      failure: timeout.aborted ? `no answer within ${timeoutMs / 1_000} s` : failureOf(error),
    };
  } finally {
    agent.destroy();
  }
}

async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_ANSWER_BYTES) break;
  }
  answer.destroy();
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString("utf8");
}

const IN_PLAIN_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut off",
  ENOTFOUND: "the name is not known",
  EAI_AGAIN: "the name could not be resolved",
  EHOSTUNREACH: "the machine cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  CERT_HAS_EXPIRED: "the certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is signed by itself",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another name",
};

function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return "the request failed";
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  if (code !== null) return IN_PLAIN_WORDS[code] ?? `the request failed (${code})`;
  if (/is not allowed/.test(error.message)) return FORBIDDEN;
  return "the request failed";
}
