/** Checks the proofs of a Merkle tree in tests, as a client of the log does. */
import { EMPTY_ROOT, nodeHash } from "./merkle-tree.ts";

/** The root that an inclusion proof leads to (RFC 9162 §2.1.3.2, the same tree); null if it is no proof for this index and size. */
export function rootFromInclusion(
  leaf: Buffer,
  { index, size, proof }: { index: number; size: number; proof: readonly Buffer[] },
): Buffer | null {
  if (index < 0 || index >= size) return null;
  let [node, last] = [index, size - 1];
  let root = leaf;
  for (const sibling of proof) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      root = nodeHash(sibling, root);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else root = nodeHash(root, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}

/** Whether the tree of `newSize` leaves begins with the tree of `oldSize` leaves (RFC 9162 §2.1.4.2). */
export function isConsistent(
  old: { size: number; root: Buffer },
  grown: { size: number; root: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (old.size > grown.size || old.size < 0) return false;
  if (old.size === 0) return proof.length === 0 && old.root.equals(EMPTY_ROOT);
  if (old.size === grown.size) return proof.length === 0 && old.root.equals(grown.root);
  let [node, last] = [old.size - 1, grown.size - 1];
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  // The proof leaves out the old root if it is itself a node of the new tree.
  const path = node === 0 ? [old.root, ...proof] : [...proof];
  const first = path.shift();
  if (!first) return false;
  let [oldRoot, newRoot] = [first, first];
  for (const sibling of path) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      oldRoot = nodeHash(sibling, oldRoot);
      newRoot = nodeHash(sibling, newRoot);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else newRoot = nodeHash(newRoot, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && oldRoot.equals(old.root) && newRoot.equals(grown.root);
}
