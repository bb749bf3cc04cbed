/** Checks the events themselves: the hash of each stored event must be the leaf that was sealed for it. */

import { type Bytes, equalBytes, leafHash } from "../../../browser/sealed-log/tree-hashes.ts";
import { bundlePath, entriesIn, TILE_WIDTH } from "./tile-contents.ts";

interface BundleReader {
  bytes(path: string): Promise<Bytes | null>;
}

/** What is kept from one bundle to the next. */
interface EventWatch {
  /** The last version of each stream so far; null once events are missing, because versions can no longer be compared. */
  versions: Map<string, number> | null;
  /** ISO 8601. */
  newestAt: string | null;
}

export const createEventWatch = (): EventWatch => ({ versions: new Map(), newestAt: null });

/** A tile of the lowest level: hashes of events. */
interface Leaves {
  n: number;
  width: number;
  hashes: readonly Bytes[];
}

const utf8 = new TextDecoder();

export async function checkEvents(
  reader: BundleReader,
  { n, width, hashes }: Leaves,
  watch: EventWatch,
  fault: (words: string) => void,
): Promise<void> {
  const bundle = await reader.bytes(bundlePath(n, width));
  const entries = bundle && entriesIn(bundle, width);
  if (!entries) {
    watch.versions = null;
    return fault(await missingWords(reader, n, width));
  }
  const found = await Promise.all(entries.map(leafHash));
  for (const [i, entry] of entries.entries()) {
    const index = n * TILE_WIDTH + i;
    const event = eventIn(entry);
    const name = event ? `event ${index} ${event.stream} v${event.version}` : `event ${index}`;
    const [sealed, hash] = [hashes[i], found[i]];
    if (!sealed || !hash || !equalBytes(sealed, hash)) fault(`${name}: is not what was sealed`);
    if (!event) {
      fault(`${name}: cannot be read`);
      continue;
    }
    if (event.index !== index) fault(`${name}: says of itself that it is event ${event.index}`);
    const last = watch.versions?.get(event.stream) ?? 0;
    if (watch.versions && event.version !== last + 1) fault(`${name}: follows v${last}`);
    watch.versions?.set(event.stream, event.version);
    watch.newestAt = event.occurredAt;
  }
}

/** The server has no bundle if one of its events is missing. Requests for smaller and smaller bundles find the missing event. */
async function missingWords(reader: BundleReader, n: number, width: number): Promise<string> {
  let [there, not] = [0, width];
  while (not - there > 1) {
    const middle = Math.floor((there + not) / 2);
    if (await reader.bytes(bundlePath(n, middle))) there = middle;
    else not = middle;
  }
  return `event ${n * TILE_WIDTH + there}: is sealed, and is not in the log`;
}

interface SealedEvent {
  index: number;
  stream: string;
  version: number;
  occurredAt: string;
}

function eventIn(entry: Bytes): SealedEvent | null {
  try {
    const value: unknown = JSON.parse(utf8.decode(entry));
    return isEvent(value) ? value : null;
  } catch {
    return null;
  }
}

const isEvent = (value: unknown): value is SealedEvent =>
  typeof value === "object" &&
  value !== null &&
  "index" in value &&
  typeof value.index === "number" &&
  "stream" in value &&
  typeof value.stream === "string" &&
  "version" in value &&
  typeof value.version === "number" &&
  "occurredAt" in value &&
  typeof value.occurredAt === "string";
