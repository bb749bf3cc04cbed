/** Checks the proof of the waitlist's order in the browser: the head's signature, each event's place in the log, then the order (decision 278). */
import type { WaitlistProof } from "../../../../bff/contract/visitor/waitlist.ts";
import { canonicalJson, type Json } from "../../../../core/transparency/canonical-json.ts";
import { fromBase64, toBase64 } from "../../browser/sealed-log/base64.ts";
import { HeadFault, openHead, type SignedHead } from "../../browser/sealed-log/signed-head.ts";
import { type Bytes, leafHash, rootByProof } from "../../browser/sealed-log/tree-hashes.ts";
import { isObject, isText, isWhole, type ProvenLeaf } from "./order-proof-events.ts";
import { checkOrder, type OrderVerdict } from "./order-proof-rules.ts";

export interface CheckedProof extends OrderVerdict {
  /** Null if no key of the log has signed the checkpoint. */
  head: SignedHead | null;
}

const STREAM = "waitlist-1";

/** `vkeys`: the log's keys. @throws CannotCheckSignatures if the browser has no Ed25519; faults of the proof are part of the answer. */
export async function checkOrderProof(proof: WaitlistProof, vkeys: readonly string[]): Promise<CheckedProof> {
  const { checkpoint, timeZone, events } = proof;
  let head: SignedHead;
  try {
    head = await openHead(checkpoint, vkeys);
  } catch (error) {
    if (!(error instanceof HeadFault)) throw error;
    return refused(null, [error.message]);
  }
  if (!isZone(timeZone)) return refused(head, [`the file has no time zone of a venue: ${timeZone}`]);
  const leaves: ProvenLeaf[] = [];
  const faults: string[] = [];
  for (const [at, event] of events.entries()) {
    const leaf = await provenLeaf(event, head, leaves.at(-1));
    if (leaf === null) faults.push(`event ${at + 1} of the file: is not an event of a log`);
    else if (isText(leaf)) faults.push(leaf);
    else leaves.push(leaf);
  }
  return faults.length > 0 ? refused(head, faults) : { head, ...checkOrder(leaves, timeZone) };
}

const refused = (head: SignedHead | null, faults: string[]): CheckedProof => ({
  head,
  entryId: null,
  passes: [],
  overrides: [],
  faults,
});

/** The leaf, once its proof leads to the signed root; otherwise the fault, and null for what is no leaf at all. */
async function provenLeaf(
  event: unknown,
  head: SignedHead,
  before: ProvenLeaf | undefined,
): Promise<ProvenLeaf | string | null> {
  if (!isObject(event)) return null;
  const { index, entry, proof } = event;
  if (!isWhole(index) || !isObject(entry) || !Array.isArray(proof) || !proof.every(isText)) return null;
  const { stream, version, type, schemaVersion, data, occurredAt } = entry;
  if (!isText(stream) || !isWhole(version)) return null;
  const name = `event ${index} ${stream} v${version}`;
  if (entry.index !== index || (await rootOver(entry, index, proof, head)) !== head.root) {
    return `${name}: is not what the checkpoint of ${head.size} holds`;
  }
  if (stream !== STREAM) return `${name}: is not of the waitlist`;
  if (before && (index <= before.index || version <= before.version))
    return `${name}: comes after ${before.name}`;
  return { index, version, name, type, schemaVersion, data, occurredAt };
}

/** Base64; null if the proof leads nowhere. */
async function rootOver(
  entry: Readonly<Record<string, unknown>>,
  index: number,
  proof: readonly string[],
  { size }: SignedHead,
): Promise<string | null> {
  const path = proof.flatMap((hash) => fromBase64(hash) ?? []);
  const leaf = leafOf(entry);
  if (!leaf || path.length < proof.length || path.some(({ length }) => length !== 32)) return null;
  const root = await rootByProof(await leafHash(leaf), { index, size, proof: path });
  return root && toBase64(root);
}

/** The event's own bytes; null for what was never an event. */
function leafOf(entry: Readonly<Record<string, unknown>>): Bytes | null {
  try {
    // It was read from JSON.
    return new TextEncoder().encode(canonicalJson(entry as { [name: string]: Json }));
  } catch {
    return null;
  }
}

function isZone(zone: unknown): boolean {
  try {
    return isText(zone) && new Intl.DateTimeFormat("en-US", { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}
