/** Owns proof files (C2SP tlog-proof): that an entry is in the log, with the signed checkpoint, for checking anywhere. */

const FIRST_LINE = "c2sp.org/tlog-proof@v1";

interface TlogProof {
  /** The entry's own bytes; whoever reads it hashes them. */
  extra: Uint8Array;
  index: number;
  inclusion: readonly Buffer[];
  /** A signed checkpoint, with whatever cosignatures there are. */
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
