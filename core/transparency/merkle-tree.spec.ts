/** Shows that roots and proofs are RFC 6962's, in every form of the tree. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isConsistent, rootFromInclusion } from "./check-proofs-fixture.ts";
import { createGrowingTree, EMPTY_ROOT, leafHash, rootOf } from "./merkle-tree.ts";
import { hashesAt, openTree } from "./tiles.ts";

/** The eight leaves of Certificate Transparency's reference tests, and the roots over the first one, two, … of them. */
const LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((hex) => leafHash(Buffer.from(hex, "hex")));
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const hex = (hashes: readonly Buffer[]): string[] => hashes.map((one) => one.toString("hex"));

/** With few leaves, all tiles are of level 0. */
const treeOf = (leaves: readonly Buffer[]) => {
  const levels: Buffer[][] = [[...leaves]];
  for (let level = 1; hashesAt(level, leaves.length) > 0; level++) {
    const below = levels[level - 1] ?? [];
    levels[level] = Array.from({ length: hashesAt(level, leaves.length) }, (_, i) =>
      rootOf(below.slice(i * 256, i * 256 + 256)),
    );
  }
  return openTree(leaves.length, (level, first, count) =>
    Promise.resolve((levels[level] ?? []).slice(first, first + count)),
  );
};

const some = (count: number): Buffer[] =>
  Array.from({ length: count }, (_, n) => leafHash(Buffer.from(String(n))));

describe("RFC 6962's tree", () => {
  it("has the known roots", async () => {
    expect(EMPTY_ROOT.toString("hex")).toBe(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
    expect(hex(ROOTS.map((_, n) => rootOf(LEAVES.slice(0, n + 1))))).toEqual(ROOTS);
    expect(hex(await Promise.all(ROOTS.map((_, n) => treeOf(LEAVES.slice(0, n + 1)).root())))).toEqual(ROOTS);
  });

  it("has the known inclusion proofs", async () => {
    expect(await treeOf(LEAVES.slice(0, 1)).inclusion(0)).toEqual([]);
    expect(hex(await treeOf(LEAVES).inclusion(0))).toEqual([
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]);
    expect(hex(await treeOf(LEAVES).inclusion(5))).toEqual([
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]);
    expect(hex(await treeOf(LEAVES.slice(0, 3)).inclusion(2))).toEqual([ROOTS[1]]);
    expect(hex(await treeOf(LEAVES.slice(0, 5)).inclusion(1))).toEqual([
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ]);
  });

  it("has the known consistency proofs", async () => {
    expect(hex(await treeOf(LEAVES).consistency(1))).toEqual([
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]);
    expect(hex(await treeOf(LEAVES).consistency(6))).toEqual([
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]);
    expect(hex(await treeOf(LEAVES.slice(0, 5)).consistency(2))).toEqual([
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ]);
  });

  it("of any size is one tree, whether by definition, growing, or read from tiles; only its own proofs are valid", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_100 }),
        fc.nat(),
        fc.nat(),
        async (size, someIndex, someSize) => {
          const leaves = some(size);
          const root = rootOf(leaves);
          const tree = treeOf(leaves);
          const growing = createGrowingTree();
          for (const leaf of leaves) growing.add(leaf);
          expect(growing.root()).toEqual(root);
          expect(await tree.root()).toEqual(root);

          const index = someIndex % size;
          const proof = await tree.inclusion(index);
          const leaf = leaves[index] ?? EMPTY_ROOT;
          expect(rootFromInclusion(leaf, { index, size, proof })).toEqual(root);
          for (const wrong of [
            { index: (index + 1) % (size + 1), size, proof },
            { index, size, proof: proof.slice(1) },
            { index, size, proof: [...proof, leaf] },
          ]) {
            if (size > 1) expect(rootFromInclusion(leaf, wrong)?.equals(root) ?? false).toBe(false);
          }

          const oldSize = someSize % (size + 1);
          const old = { size: oldSize, root: rootOf(leaves.slice(0, oldSize)) };
          const consistency = await tree.consistency(oldSize);
          expect(isConsistent(old, { size, root }, consistency)).toBe(true);
          expect(isConsistent({ ...old, root: leafHash(root) }, { size, root }, consistency)).toBe(false);
          expect(isConsistent(old, { size, root: leafHash(root) }, consistency)).toBe(oldSize === 0);
        },
      ),
      { numRuns: 60 },
    );
  });
});
