/** Makes the calls of a sequence: each by some caller, judged like any other answer of the fuzz, and read after earlier writes. */
import { Agent } from "node:http";
import { LOG_POSITION_HEADER, READ_AFTER_HEADER } from "../../bff/contract/headers.ts";
import type { Random } from "../chaos/random.ts";
import type { Attempt, Caller } from "./attempts.ts";
import type { Operation } from "./document.ts";
import type { FuzzWorld } from "./fuzz-world.ts";
import { asSegment } from "./hostile.ts";
import { addressOf, described, send } from "./sending.ts";
import { type Answer, faultsOf, parsed } from "./verdict.ts";

/** An answer that takes longer is a fault, whatever it says. */
const LONGEST_ANSWER_MS = 10_000;

/** A mail whose recipient's name changes while it is being written: the queue logs an error, and writes the mail again. */
const OVERTAKEN_MAIL = /send-mail.*attempt 1 of 25.*taken over by another sender/;

export interface FuzzCaller {
  caller: Caller;
  /** The session's headers. */
  session: Record<string, string>;
}

export const VISITOR: FuzzCaller = { caller: "visitor", session: {} };
export const bearer = (caller: Caller, token: string): FuzzCaller => ({
  caller,
  session: { authorization: `Bearer ${token}` },
});

export interface CallRequest {
  /** The name in the document: `PATCH /api/blocks/{id}`. */
  operation: string;
  by: FuzzCaller;
  ids?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Instead of `body`: bytes as they are sent. */
  raw?: { type: string; bytes: string | Buffer };
}

export interface CallAnswer {
  status: number;
  /** Parsed JSON; undefined if it is not JSON. */
  body: unknown;
  headers: Answer["headers"];
  /** The call and its answer in a few lines. */
  description: string;
}

/** Ends a sequence, because a call that it needs has failed. The findings have the reason. */
export class SequenceEnded extends Error {}

export interface SequenceCalls {
  world: FuzzWorld;
  random: Random;
  operation(name: string): Operation;
  ask(ask: CallRequest): Promise<CallAnswer>;
  /** The body of a call that must succeed. Throws `Cut` if it does not. */
  must(ask: CallRequest): Promise<unknown>;
  /** Records a finding. */
  found(what: string, example: string): void;
  /** The colleague of this role, as signed in now. */
  staff(role: "staff" | "manager" | "admin"): FuzzCaller;
  /** A number that no other sequence gets. */
  fresh(): number;
  calls(): number;
  /** The names of the operations that were called. */
  called: ReadonlySet<string>;
}

export function createSequenceCalls(
  world: FuzzWorld,
  operations: readonly Operation[],
  options: { seed: number; random: Random; found(what: string, example: string): void },
): SequenceCalls & { close(): void } {
  const { seed, random, found } = options;
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const called = new Set<string>();
  let calls = 0;
  let things = 0;
  let written: string | undefined;
  let logged = world.logged.length;

  function operation(name: string): Operation {
    const known = byName.get(name);
    if (!known) throw new Error(`The document does not name ${name}`);
    return known;
  }

  function attemptOf(asked: CallRequest): Attempt {
    const { by, ids = {}, query, body, raw } = asked;
    const known = operation(asked.operation);
    const path = known.path.replace(/\{([^}]+)\}/g, (_, name: string) => asSegment(String(ids[name])));
    const search = query ? `?${new URLSearchParams(query)}` : "";
    return {
      operation: known,
      caller: by.caller,
      tokenIn: "bearer",
      path: path + search,
      headers: {
        ...(known.method === "GET" && written ? { [READ_AFTER_HEADER]: written } : {}),
        ...(raw || body ? { "content-type": raw?.type ?? "application/json" } : {}),
      },
      body: raw?.bytes ?? (body ? JSON.stringify(body) : null),
    };
  }

  async function ask(asked: CallRequest): Promise<CallAnswer> {
    const attempt = attemptOf(asked);
    calls += 1;
    called.add(asked.operation);
    const began = performance.now();
    const answer = await send(world.port, attempt, {
      agent,
      address: addressOf(seed + calls),
      session: asked.by.session,
    });
    const description = described(attempt, answer);
    const { name } = attempt.operation;
    for (const fault of faultsOf(attempt, answer)) found(`${name} ${fault}`, description);
    if (performance.now() - began > LONGEST_ANSWER_MS) found(`${name} takes too long`, description);
    if (/\bat .*\.[jt]s:\d+/.test(answer.text)) found(`${name} shows a stack trace`, description);
    for (; logged < world.logged.length; logged += 1) {
      const line = world.logged[logged] ?? "";
      if (/"level":(?:"error"|"fatal"|[56]0)\b/.test(line) && !OVERTAKEN_MAIL.test(line)) {
        found(`${name} logs an error`, `${description}\n${line.slice(0, 2_000)}`);
      }
    }
    const position = answer.headers[LOG_POSITION_HEADER];
    if (typeof position === "string") written = position;
    return { status: answer.status, body: parsed(answer.text), headers: answer.headers, description };
  }

  return {
    world,
    random,
    operation,
    ask,
    async must(asked) {
      const said = await ask(asked);
      if (said.status < 300) return said.body;
      found(`${asked.operation} is refused to an allowed caller`, said.description);
      throw new SequenceEnded(said.description);
    },
    found,
    staff: (role) => bearer(role, world.tokenOf(role) ?? ""),
    fresh: () => ++things,
    calls: () => calls,
    called,
    close: () => agent.destroy(),
  };
}
