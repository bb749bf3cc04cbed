/** Runs a sequence: makes an object, reads it, changes it in any order, tries forbidden and invalid calls, ends it, and expects it to be gone. */

import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { hostileField, hostileJson, hostileSegment } from "./hostile.ts";
import { objectText } from "./schema-values.ts";
import type { CallAnswer, CallRequest, SequenceCalls } from "./sequence-calls.ts";

/** How long a read table may take to show a write on a busy machine. */
const VIEW_PATIENCE_MS = 10_000;
const VIEW_LOOK_MS = 50;
const REFUSALS = [401, 403, 404];
const GONE = [404, 409, 410];

/** The fields of an answer that are compared before and after: those that no background work changes. */
type State = unknown;

interface Step {
  ask: CallRequest;
  /** Calls that must be refused: each changes the valid call, for example its caller. */
  refused: readonly Partial<CallRequest>[];
  /** Whether the state shows that it was done. */
  shows(state: State): boolean;
  /** The call succeeds only once: no invalid body is sent, since an accepted call would use it up. */
  once?: true;
  /** The statuses after the end; the default is 404, 409 and 410. */
  gone?: readonly number[];
}

interface Running {
  /** The state as an allowed caller sees it; null if the object is gone. */
  read(): Promise<State>;
  /** Whether the state shows the values that it was made with. */
  begun(state: State): boolean;
  /** In any order. */
  changes: readonly Step[];
  /** Ends the object. */
  end: Step;
  /** Other calls about the object, which are refused after it has ended. */
  uses?: readonly Omit<Step, "shows">[];
  /** Further checks after it has ended. */
  afterward?(): Promise<void>;
}

export interface Sequence {
  name: string;
  /** Makes the object by valid calls. */
  begin(story: SequenceCalls): Promise<Running>;
}

export async function runSequence(story: SequenceCalls, { name, begin }: Sequence): Promise<void> {
  const { random, found } = story;
  const running = await begin(story);
  let last = "It was made";
  let state = await until(running.begun);

  /** Waits until the state is as expected; answers the last state that was read if it never is. */
  async function until(isSo: (state: State) => boolean): Promise<State> {
    const patience = performance.now() + VIEW_PATIENCE_MS;
    for (;;) {
      const now = await running.read();
      if (isSo(now)) return now;
      if (performance.now() > patience) {
        found(`${name}: a read does not show the change`, `${last}\n${JSON.stringify(now)}`);
        return now;
      }
      await delay(VIEW_LOOK_MS);
    }
  }

  async function isUnchanged(said: CallAnswer): Promise<void> {
    const now = await running.read();
    if (JSON.stringify(now) === JSON.stringify(state)) return;
    found(
      `${name}: a refused call has changed something`,
      `${said.description}\n${JSON.stringify(state)}\n${JSON.stringify(now)}`,
    );
    state = now;
  }

  async function forbid({ ask, refused }: Pick<Step, "ask" | "refused">): Promise<void> {
    for (const wrong of shuffled(story, refused)) {
      const said = await story.ask({ ...ask, ...wrong });
      if (!REFUSALS.includes(said.status)) {
        found(`${ask.operation} answers ${said.status} to a forbidden caller`, said.description);
      }
      await isUnchanged(said);
    }
  }

  /** An invalid call may be accepted, for example one with an extra field; then the new state is the expected one. */
  async function sendInvalid(ask: CallRequest, { bodies }: { bodies: boolean }): Promise<void> {
    for (const wrong of invalidForms(story, ask, bodies)) {
      const said = await story.ask({ ...ask, ...wrong });
      if (said.status < 300) state = await running.read();
      else await isUnchanged(said);
    }
  }

  for (const change of shuffled(story, running.changes)) {
    await forbid(change);
    await sendInvalid(change.ask, { bodies: !change.once });
    await story.must(change.ask);
    last = change.ask.operation;
    state = await until(change.shows);
  }
  for (const use of running.uses ?? []) {
    await forbid(use);
    await story.must(use.ask);
  }
  const { end } = running;
  await forbid(end);
  await sendInvalid(end.ask, { bodies: false });
  await story.must(end.ask);
  last = end.ask.operation;
  state = await until(end.shows);
  for (const { ask, gone = GONE } of shuffled(story, [...running.changes, ...(running.uses ?? []), end])) {
    for (const again of [{}, ...(random.chance(0.3) ? invalidForms(story, ask, true) : [])]) {
      const said = await story.ask({ ...ask, ...again });
      const isInvalid = Object.keys(again).length > 0;
      if (!gone.includes(said.status) && !(isInvalid && said.status >= 400)) {
        found(`${ask.operation} answers ${said.status} after the end (${name})`, said.description);
      }
      if (isInvalid && said.status < 300) state = await running.read();
      else await isUnchanged(said);
    }
  }
  await running.afterward?.();
}

/** One or two invalid forms of a valid call: another id, a bad part of the body, an extra field. */
function invalidForms(
  story: SequenceCalls,
  { ids, body }: CallRequest,
  bodies: boolean,
): Partial<CallRequest>[] {
  const { random } = story;
  const drawn = <T>(arbitrary: fc.Arbitrary<T>): T => {
    const [one] = fc.sample(arbitrary, { seed: random.between(1, 2 ** 30), numRuns: 1 });
    if (one === undefined) throw new Error("nothing was drawn");
    return one;
  };
  const wrongs: Partial<CallRequest>[] = [];
  const names = Object.keys(ids ?? {});
  if (names.length > 0 && (!body || random.chance(0.5))) {
    const name = random.pick(names);
    wrongs.push({ ids: { ...ids, [name]: decoded(drawn(hostileSegment)) } });
  }
  const fields = Object.entries(body ?? {});
  if (bodies && fields.length > 0) {
    const place = random.between(0, fields.length);
    const all = fields.map(([name, value], i): [string, string] => [
      name,
      i === place ? drawn(hostileJson) : JSON.stringify(value),
    ]);
    if (place === fields.length) all.push([drawn(hostileField), drawn(hostileJson)]);
    wrongs.push({ raw: { type: "application/json", bytes: objectText(all) } });
  }
  return wrongs;
}

/** The id is encoded once more when it is sent; what cannot be decoded is sent as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** In an order that is drawn. */
export function shuffled<T>({ random }: Pick<SequenceCalls, "random">, things: readonly T[]): T[] {
  const left = [...things];
  const drawn: T[] = [];
  while (left.length > 0) drawn.push(...left.splice(random.between(0, left.length - 1), 1));
  return drawn;
}
