/** Computes the Merkle tree of RFC 6962 §2.1 with the browser's cryptography: hashes of many nodes at once, and a growing root. */

export type Bytes = Uint8Array<ArrayBuffer>;

/** SHA-256. */
export const HASH_BYTES = 32;

const LEAF_PREFIX = 0;
const NODE_PREFIX = 1;

const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

const sha256Of = (text: string): Promise<Bytes> => sha256(new TextEncoder().encode(text));

export function leafHash(leaf: Bytes): Promise<Bytes> {
  const prefixed = new Uint8Array(1 + leaf.length);
  prefixed[0] = LEAF_PREFIX;
  prefixed.set(leaf, 1);
  return sha256(prefixed);
}

function nodeHash(left: Bytes, right: Bytes): Promise<Bytes> {
  const pair = new Uint8Array(1 + 2 * HASH_BYTES);
  pair[0] = NODE_PREFIX;
  pair.set(left, 1);
  pair.set(right, 1 + HASH_BYTES);
  return sha256(pair);
}

/** The root of a perfect tree of 1, 2, 4, … hashes. Each row is hashed at once, because every call to the browser must be awaited. */
export async function perfectRoot(hashes: readonly Bytes[]): Promise<Bytes> {
  let row = hashes;
  while (row.length > 1) {
    const pairs: Promise<Bytes>[] = [];
    for (let i = 0; i + 1 < row.length; i += 2) {
      const [left, right] = [row[i], row[i + 1]];
      if (left && right) pairs.push(nodeHash(left, right));
    }
    row = await Promise.all(pairs);
  }
  const [root] = row;
  if (!root) throw new Error("a tree of no hashes has no head");
  return root;
}

/** The perfect trees at the right edge, the largest first. */
type Edge = readonly { leaves: number; hash: Bytes }[];

/** Adds a perfect tree with this number of leaves; trees of equal size are joined. */
export async function addTree(edge: Edge, leaves: number, hash: Bytes): Promise<Edge> {
  const trees = [...edge];
  let tree = { leaves, hash };
  for (let left = trees.at(-1); left?.leaves === tree.leaves; left = trees.at(-1)) {
    trees.pop();
    tree = { leaves: left.leaves * 2, hash: await nodeHash(left.hash, tree.hash) };
  }
  return [...trees, tree];
}

export async function rootOf(edge: Edge): Promise<Bytes> {
  let root: Bytes | null = null;
  for (const { hash: left } of edge.toReversed()) root = root ? await nodeHash(left, root) : left;
  return root ?? sha256Of("");
}

/** The root that a leaf's hash and its inclusion proof lead to (RFC 9162 §2.1.3.2); null if it is no proof for this index and size. */
export async function rootByProof(
  leaf: Bytes,
  { index, size, proof }: { index: number; size: number; proof: readonly Bytes[] },
): Promise<Bytes | null> {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return null;
  let [node, last, root] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      root = await nodeHash(sibling, root);
      while (node % 2 === 0 && node > 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else root = await nodeHash(root, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}

export const equalBytes = (one: Bytes, other: Bytes): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i]);
