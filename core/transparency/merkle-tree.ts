/** The Merkle tree of RFC 6962 §2.1: how leaves and nodes are hashed. Pure. */
import { hash } from "node:crypto";

/** SHA-256. */
export const HASH_BYTES = 32;

const LEAF_PREFIX = 0;
const NODE_PREFIX = 1;

/** Goes through a string, because Node.js returns one three times as fast as a buffer. */
const sha256 = (bytes: Uint8Array): Buffer => Buffer.from(hash("sha256", bytes, "binary"), "binary");

/** The root of a tree without leaves: the hash of nothing. */
export const EMPTY_ROOT: Buffer = sha256(Buffer.alloc(0));

export function leafHash(leaf: Uint8Array): Buffer {
  const prefixed = Buffer.allocUnsafe(leaf.length + 1);
  prefixed[0] = LEAF_PREFIX;
  prefixed.set(leaf, 1);
  return sha256(prefixed);
}

/** Used by one call at a time, and not read after it. */
const pair = Buffer.alloc(1 + 2 * HASH_BYTES);
pair[0] = NODE_PREFIX;

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  pair.set(left, 1);
  pair.set(right, 1 + HASH_BYTES);
  return sha256(pair);
}

/** The largest power of two below `n`; `n` is 2 or more. */
export function splitPoint(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** The root over these leaves' hashes, by the definition. For few leaves: a log's own root comes from its tiles. */
export function rootOf(leaves: readonly Uint8Array[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return EMPTY_ROOT;
  if (leaves.length === 1) return Buffer.from(only);
  const k = splitPoint(leaves.length);
  return nodeHash(rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)));
}

/** A root that grows leaf by leaf; it keeps the perfect trees on the right edge, the largest first. */
export function createGrowingTree() {
  const edge: { leaves: number; hash: Buffer }[] = [];
  let size = 0;
  return {
    /**
     * Calls `onComplete` for each perfect tree that the leaf completes, from the leaf itself upward, with the number of
     * leaves and the hash.
     */
    add(leaf: Buffer, onComplete?: (leaves: number, hash: Buffer) => void): void {
      size += 1;
      let tree = { leaves: 1, hash: leaf };
      for (let left = edge.at(-1); left?.leaves === tree.leaves; left = edge.at(-1)) {
        edge.pop();
        tree = { leaves: tree.leaves * 2, hash: nodeHash(left.hash, tree.hash) };
        onComplete?.(tree.leaves, tree.hash);
      }
      edge.push(tree);
    },
    size: () => size,
    root(): Buffer {
      let root: Buffer | null = null;
      for (const { hash: left } of edge.toReversed()) root = root ? nodeHash(left, root) : left;
      return root ?? EMPTY_ROOT;
    },
  };
}
