/** Owns a run of the fuzz: attempts drawn from one seed, sent one after another, and what was wrong with the answers. */
import { Agent, request } from "node:http";
import fc from "fast-check";
import { type Attempt, attemptAt } from "./attempts.ts";
import { operationsOf } from "./document.ts";
import type { FuzzWorld } from "./surroundings.ts";
import { type Answer, faultsOf } from "./verdict.ts";

/** So often the callers are looked after. */
const REFRESH_EVERY = 100;
/** The limits are tested elsewhere: callers come from as many addresses as there are. */
const ADDRESSES = 4_000_000;
const LONGEST_SHOWN = 400;

interface Finding {
  /** The operation, and what was wrong. */
  what: string;
  /** The first attempt that showed it, in words. */
  example: string;
  times: number;
}

export interface FuzzReport {
  sent: number;
  findings: Finding[];
  /** How many answers of each status there were, by operation. */
  answers: Map<string, Map<number, number>>;
}

export async function fuzz(
  world: FuzzWorld,
  options: { count: number; seed: number; onProgress?: (sent: number, findings: number) => void },
): Promise<FuzzReport> {
  const operations = operationsOf(await world.openApi());
  const attempts = operations.map((operation) => attemptAt(operation, world));
  const findings = new Map<string, Finding>();
  const answers = new Map<string, Map<number, number>>();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let logged = world.logged.length;

  function found(what: string, example: () => string): void {
    const finding = findings.get(what) ?? { what, example: example(), times: 0 };
    finding.times += 1;
    findings.set(what, finding);
  }

  for (let sent = 0; sent < options.count; sent += 1) {
    if (sent > 0 && sent % REFRESH_EVERY === 0) {
      await world.refresh();
      options.onProgress?.(sent, findings.size);
    }
    const drawn = attempts[sent % attempts.length];
    const [attempt] = drawn ? fc.sample(drawn, { seed: options.seed + sent, numRuns: 1 }) : [];
    if (!attempt) throw new Error("The document names no operation");
    const { name } = attempt.operation;
    const answer = await send(world, attempt, agent, addressOf(options.seed + sent));
    const byStatus = answers.get(name) ?? new Map<number, number>();
    answers.set(name, byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1));
    for (const fault of faultsOf(attempt, answer))
      found(`${name} ${fault}`, () => described(attempt, answer));
    // A crash that was answered politely, or after the answer, is one all the same.
    for (; logged < world.logged.length; logged += 1) {
      const line = world.logged[logged] ?? "";
      if (/"level":(?:"error"|"fatal"|[56]0)\b/.test(line)) {
        found(`${name} logs an error`, () => `${described(attempt, answer)}\n${line.slice(0, 2_000)}`);
      }
    }
    if (answer.status < 300) world.learn(attempt.operation.path, parsed(answer.text));
  }
  agent.destroy();
  options.onProgress?.(options.count, findings.size);
  return { sent: options.count, findings: [...findings.values()], answers };
}

function addressOf(n: number): string {
  const at = Math.abs(n) % ADDRESSES;
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
}

function send(world: FuzzWorld, attempt: Attempt, agent: Agent, address: string): Promise<Answer> {
  const token = world.tokenOf(attempt.caller);
  const cookie = attempt.caller === "customer" ? "customer_session" : "staff_session";
  const session =
    token === null
      ? {}
      : attempt.carriedBy === "bearer"
        ? { authorization: `Bearer ${token}` }
        : { cookie: `${cookie}=${token}` };
  const { body } = attempt;
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port: world.port,
        agent,
        method: attempt.operation.method,
        path: attempt.path,
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

function described(
  { operation, caller, carriedBy, path, headers, body }: Attempt,
  answer: Answer | null,
): string {
  const lines = [
    `${operation.method} ${path} by ${caller} (${carriedBy}) ${JSON.stringify(headers)}`,
    body === null ? "without a body" : JSON.stringify(body.toString()),
    answer ? `→ ${answer.status} ${answer.text}` : "→ no answer",
  ];
  return lines
    .map((line) => (line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line))
    .join("\n");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
