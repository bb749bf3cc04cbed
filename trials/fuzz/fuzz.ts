/** Runs the fuzz: draws attempts from one seed, sends them one after another, and collects what is wrong with the answers. */
import { Agent } from "node:http";
import fc from "fast-check";
import { type Attempt, attemptAt } from "./attempts.ts";
import { operationsOf } from "./document.ts";
import type { FuzzWorld } from "./fuzz-world.ts";
import { addressOf, described, send } from "./sending.ts";
import { faultsOf } from "./verdict.ts";

/** After this many attempts the callers log in again. */
const REFRESH_EVERY = 100;

export interface Finding {
  /** The operation, and what was wrong. */
  what: string;
  /** The first attempt that showed it, as text. */
  example: string;
  times: number;
}

export interface FuzzReport {
  sent: number;
  findings: Finding[];
  /** The number of answers by operation and status. */
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
    const session = sessionHeaders(world.tokenOf(attempt.caller), attempt);
    const answer = await send(world.port, attempt, {
      agent,
      address: addressOf(options.seed + sent),
      session,
    });
    const byStatus = answers.get(name) ?? new Map<number, number>();
    answers.set(name, byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1));
    for (const fault of faultsOf(attempt, answer))
      found(`${name} ${fault}`, () => described(attempt, answer));
    // An error in the server log is a finding even if the answer was fine, or came before it.
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

function sessionHeaders(token: string | null, { caller, tokenIn }: Attempt): Record<string, string> {
  if (token === null) return {};
  if (tokenIn === "bearer") return { authorization: `Bearer ${token}` };
  return { cookie: `${caller === "customer" ? "customer_session" : "staff_session"}=${token}` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
