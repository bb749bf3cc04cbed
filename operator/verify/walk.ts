/** Walks the log and the leaves side by side: compares every event with its leaf and finds missing, added, altered and moved ones. */
import { entryBytesOf } from "../../core/transparency/entry.ts";
import { HASH_BYTES, leafHash } from "../../core/transparency/merkle-tree.ts";
import type { SealedLeaf } from "../../core/transparency/seal-tables.ts";
import type { LoggedEvent } from "./log-pages.ts";
import type { PageReader } from "./page-reader.ts";

export type Named = Pick<SealedLeaf, "stream" | "version">;

/** An event is named by its place in the tree, or by the place that it should have (decision 189). */
export const eventName = (index: number, { stream, version }: Named): string =>
  `event ${index} ${stream} v${version}`;

const isSame = (a: Named | undefined, b: Named | undefined): boolean =>
  a !== undefined && b !== undefined && a.stream === b.stream && a.version === b.version;

export const keyOf = ({ stream, version }: Named): string => `${stream}@${version}`;

export interface Walk {
  events: PageReader<LoggedEvent>;
  leaves: PageReader<SealedLeaf>;
  /** Whether the log has an event of this stream and version anywhere; `isSealed`: whether the tree has a leaf of it. */
  isLogged(one: Named): Promise<boolean>;
  isSealed(one: Named): Promise<boolean>;
  report(fault: string): void;
  /**
   * Called for every event in the log's order, with its place in the tree (for an unsealed event, its future place). `isSound` is false if
   * its content cannot be trusted.
   */
  onEvent(event: LoggedEvent, index: number, isSound: boolean): void;
  /** Called for every leaf's hash, in the tree's order. */
  onLeaf(hash: Buffer, index: number): Promise<void> | undefined;
}

/** Walks to the end of both. Returns how many events equal what was sealed and how many are not sealed yet. */
export async function walkLog(walk: Walk): Promise<{ matched: number; unsealed: number }> {
  const { events, leaves, report } = walk;
  /** Events and leaves out of their order: found on one side, expected later on the other. */
  const [movedEvents, movedLeaves] = [new Set<string>(), new Set<string>()];
  let [index, matched, unsealed] = [0, 0, 0];

  function takeEvent(event: LoggedEvent, at: number, sealed: Buffer | null): void {
    events.take();
    const isSound = sealed === null || isWhatWasSealed(event, at, sealed);
    if (!isSound) report(`${eventName(at, event)}: is not what was sealed`);
    else if (sealed) matched += 1;
    walk.onEvent(event, at, isSound);
  }

  async function takeLeaf(leaf: SealedLeaf): Promise<void> {
    leaves.take();
    index = leaf.index + 1;
    await walk.onLeaf(leaf.hash, leaf.index);
  }

  for (;;) {
    await leaves.fill(2);
    await events.fill(2);
    const [leaf, event] = [leaves.peek(), events.peek()];
    if (leaf && leaf.index > index) {
      await fillGap(leaf.index);
    } else if (leaf && event && isSame(leaf, event)) {
      takeEvent(event, leaf.index, leaf.hash);
      const waiting = walk.onLeaf(leaf.hash, leaf.index);
      if (waiting) await waiting;
      leaves.take();
      index = leaf.index + 1;
    } else if (leaf) {
      await mismatch(leaf, event);
    } else if (event) {
      const isMoved = movedLeaves.delete(keyOf(event));
      if (!isMoved) unsealed += 1;
      takeEvent(event, index + unsealed - 1, null);
    } else return { matched, unsealed };
  }

  /** Handles missing leaves; the event at that place is used for one leaf, so that the rest of the tree can still be compared. */
  async function fillGap(until: number): Promise<void> {
    const event = events.peek();
    if (event && !(await walk.isSealed(event))) {
      report(`${eventName(index, event)}: its leaf is missing`);
      const hash = hashOf(event, index) ?? Buffer.alloc(HASH_BYTES);
      takeEvent(event, index, null);
      await walk.onLeaf(hash, index);
    } else {
      report(`event ${index}: its leaf is missing`);
      await walk.onLeaf(Buffer.alloc(HASH_BYTES), index);
    }
    index += 1;
    if (index < until && events.peek()) await events.fill(2);
  }

  async function mismatch(leaf: SealedLeaf, event: LoggedEvent | undefined): Promise<void> {
    if (movedEvents.delete(keyOf(leaf))) return takeLeaf(leaf);
    if (event && movedLeaves.delete(keyOf(event))) return takeEvent(event, leaf.index, null);
    if (!(await walk.isLogged(leaf))) {
      report(`${eventName(leaf.index, leaf)}: is sealed, and is not in the log`);
      return takeLeaf(leaf);
    }
    if (event && !(await walk.isSealed(event))) {
      report(`${eventName(leaf.index, event)}: is before sealed events, and was never sealed`);
      return takeEvent(event, leaf.index, null);
    }
    if (!event) return takeLeaf(leaf);
    // Both are in other places too. If one was moved, skipping it aligns all the others again.
    report(
      `${eventName(leaf.index, leaf)}: is sealed here, where the log has ${event.stream} v${event.version}`,
    );
    const leafMoved = isSame(leaves.peek(1), event);
    if (leafMoved || !isSame(events.peek(1), leaf)) {
      movedLeaves.add(keyOf(leaf));
      await takeLeaf(leaf);
    }
    if (!leafMoved) {
      movedEvents.add(keyOf(event));
      takeEvent(event, leaf.index, null);
    }
  }
}

function isWhatWasSealed(event: LoggedEvent, index: number, sealed: Buffer): boolean {
  return event.microseconds === 0 && (hashOf(event, index)?.equals(sealed) ?? false);
}

function hashOf(event: LoggedEvent, index: number): Buffer | null {
  const bytes = entryBytesOf(event, index);
  return bytes && leafHash(bytes);
}
