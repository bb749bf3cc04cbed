/** Writes and reads checkpoints (C2SP tlog-checkpoint): a tree's head as the text of a signed note. */
import { HASH_BYTES } from "./merkle-tree.ts";

export interface Checkpoint {
  /** The name of the log. */
  origin: string;
  /** The number of leaves. */
  size: number;
  root: Buffer;
}

export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString("base64")}\n`;

/** Reads a note's text; null if it is no checkpoint. Extension lines are ignored. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin = "", digits = "", base64 = "", ...rest] = text.split("\n");
  const size = Number(digits);
  const root = Buffer.from(base64, "base64");
  const isWhole = /^(?:0|[1-9]\d{0,15})$/.test(digits) && Number.isSafeInteger(size);
  const isHash = root.length === HASH_BYTES && root.toString("base64") === base64;
  const endsWell = rest.length > 0 && rest.at(-1) === "" && rest.slice(0, -1).every((line) => line !== "");
  return origin !== "" && isWhole && isHash && endsWell ? { origin, size, root } : null;
}

/** The URL of the log's calls without the scheme: `https://hub.example` → `hub.example/log`. A key's name may not contain a plus. */
export const originOf = (publicUrl: string): string =>
  `${publicUrl.replace(/^\w+:\/\//, "").replaceAll("+", "%2B")}/log`;
