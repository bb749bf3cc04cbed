/** Sends an attempt of the fuzz: as raw as Node allows, from its own address. */
import { type Agent, request } from "node:http";
import type { Attempt } from "./attempts.ts";
import type { Answer } from "./verdict.ts";

/** Other tests check the rate limits: here callers use as many addresses as there are. */
const ADDRESSES = 4_000_000;
const LONGEST_SHOWN = 400;

export function addressOf(n: number): string {
  const at = Math.abs(n) % ADDRESSES;
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
}

/** `session` has the headers of the session; headers of the attempt replace them. Throws if no answer comes. */
export function send(
  port: number,
  attempt: Attempt,
  { agent, address, session }: { agent: Agent; address: string; session: Record<string, string> },
): Promise<Answer> {
  const { operation, path, body } = attempt;
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port,
        agent,
        method: operation.method,
        path,
        headers: {
          "x-forwarded-for": address,
          ...session,
          ...attempt.headers,
          ...(body === null ? {} : { "content-length": Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    asked.on("error", (error) => reject(new Error(described(attempt, null), { cause: error })));
    asked.end(body ?? undefined);
  });
}

/** An attempt and its answer in a few lines. */
export function described(
  { operation, caller, tokenIn, path, headers, body }: Attempt,
  answer: Answer | null,
): string {
  const lines = [
    `${operation.method} ${path} by ${caller} (${tokenIn}) ${JSON.stringify(headers)}`,
    body === null ? "without a body" : JSON.stringify(body.toString()),
    answer ? `→ ${answer.status} ${answer.text}` : "→ no answer",
  ];
  return lines
    .map((line) => (line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line))
    .join("\n");
}
