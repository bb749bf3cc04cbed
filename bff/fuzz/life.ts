/** Owns the course of a sequence: made, read, changed in any order, forbidden to others, spoilt, ended, and gone. */

import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { hostileField, hostileJson, hostileSegment } from "./hostile.ts";
import { objectText } from "./schema-values.ts";
import type { Ask, Said, Story } from "./story.ts";

/** A view shows what was written by then, however busy the machine is. */
const VIEW_PATIENCE_MS = 10_000;
const VIEW_LOOK_MS = 50;
const REFUSALS = [401, 403, 404];
const GONE = [404, 409, 410];

/** What is compared before and after: of the answer, what no work behind the calls changes by itself. */
type State = unknown;

interface Step {
  ask: Ask;
  /** Who may not, or what else is not allowed: each a change of the right call. */
  refused: readonly Partial<Ask>[];
  /** Whether the state shows that it was done. */
  shows(state: State): boolean;
  /** It can be done once: its body is not spoilt, since what is taken all the same would be that once. */
  once?: true;
  /** What it answers once the thing is gone; unless told, that it is. */
  gone?: readonly number[];
}

interface Running {
  /** The state as the right people see it; null where there is nothing any more. */
  read(): Promise<State>;
  /** Whether the state shows what it was made of. */
  begun(state: State): boolean;
  /** In any order. */
  changes: readonly Step[];
  /** What ends it. */
  end: Step;
  /** What else is done with it and is refused once it has ended. */
  uses?: readonly Omit<Step, "shows">[];
  /** What else has to be so once it has ended. */
  afterward?(): Promise<void>;
}

export interface Life {
  name: string;
  /** Makes one, by right calls. */
  begin(story: Story): Promise<Running>;
}

export async function live(story: Story, { name, begin }: Life): Promise<void> {
  const { random, found } = story;
  const running = await begin(story);
  let last = "It was made";
  let state = await until(running.begun);

  /** The state once it is as it has to be; the last one that was read where it never is. */
  async function until(isSo: (state: State) => boolean): Promise<State> {
    const patience = performance.now() + VIEW_PATIENCE_MS;
    for (;;) {
      const now = await running.read();
      if (isSo(now)) return now;
      if (performance.now() > patience) {
        found(`${name}: a read does not show what was done`, `${last}\n${JSON.stringify(now)}`);
        return now;
      }
      await delay(VIEW_LOOK_MS);
    }
  }

  async function isUnchanged(said: Said): Promise<void> {
    const now = await running.read();
    if (JSON.stringify(now) === JSON.stringify(state)) return;
    found(
      `${name}: a refused call has changed something`,
      `${said.words}\n${JSON.stringify(state)}\n${JSON.stringify(now)}`,
    );
    state = now;
  }

  async function forbid({ ask, refused }: Pick<Step, "ask" | "refused">): Promise<void> {
    for (const wrong of shuffled(story, refused)) {
      const said = await story.ask({ ...ask, ...wrong });
      if (!REFUSALS.includes(said.status)) {
        found(`${ask.operation} answers ${said.status} to who may not`, said.words);
      }
      await isUnchanged(said);
    }
  }

  /** A spoilt call may be taken all the same, as one with a field too many is; then the state is what it has become. */
  async function spoil(ask: Ask, { bodies }: { bodies: boolean }): Promise<void> {
    for (const wrong of spoilt(story, ask, bodies)) {
      const said = await story.ask({ ...ask, ...wrong });
      if (said.status < 300) state = await running.read();
      else await isUnchanged(said);
    }
  }

  for (const change of shuffled(story, running.changes)) {
    await forbid(change);
    await spoil(change.ask, { bodies: !change.once });
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
  await spoil(end.ask, { bodies: false });
  await story.must(end.ask);
  last = end.ask.operation;
  state = await until(end.shows);
  for (const { ask, gone = GONE } of shuffled(story, [...running.changes, ...(running.uses ?? []), end])) {
    for (const again of [{}, ...(random.chance(0.3) ? spoilt(story, ask, true) : [])]) {
      const said = await story.ask({ ...ask, ...again });
      const spoiltToo = Object.keys(again).length > 0;
      if (!gone.includes(said.status) && !(spoiltToo && said.status >= 400)) {
        found(`${ask.operation} answers ${said.status} of what is gone (${name})`, said.words);
      }
      if (spoiltToo && said.status < 300) state = await running.read();
      else await isUnchanged(said);
    }
  }
  await running.afterward?.();
}

/** One or two wrong forms of a right call: another id, a part of the body that is not what it should be, a field too many. */
function spoilt(story: Story, { ids, body }: Ask, bodies: boolean): Partial<Ask>[] {
  const { random } = story;
  const drawn = <T>(arbitrary: fc.Arbitrary<T>): T => {
    const [one] = fc.sample(arbitrary, { seed: random.between(1, 2 ** 30), numRuns: 1 });
    if (one === undefined) throw new Error("nothing was drawn");
    return one;
  };
  const wrongs: Partial<Ask>[] = [];
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

/** The id is encoded once more when it is sent; what cannot be decoded is sent as it stands. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function shuffled<T>({ random }: Story, things: readonly T[]): T[] {
  const left = [...things];
  const drawn: T[] = [];
  while (left.length > 0) drawn.push(...left.splice(random.between(0, left.length - 1), 1));
  return drawn;
}
