/** Writes proof files (C2SP tlog-proof): they show that an entry is in the log under a signed checkpoint, and can be checked anywhere. */

const FIRST_LINE = "c2sp.org/tlog-proof@v1";

interface TlogProof {
  /** The entry's own bytes; the reader hashes them. */
  extra: Uint8Array;
  index: number;
  inclusion: readonly Buffer[];
  /** A signed checkpoint, with its cosignatures if there are any. */
  checkpoint: string;
}

export const tlogProof = ({ extra, index, inclusion, checkpoint }: TlogProof): string =>
  [
    FIRST_LINE,
    `extra ${Buffer.from(extra).toString("base64")}`,
    `index ${index}`,
    ...inclusion.map((hash) => hash.toString("base64")),
    "",
    checkpoint,
  ].join("\n");
