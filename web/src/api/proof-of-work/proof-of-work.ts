/** Owns solving the server's puzzle: beside the page, which stays alive meanwhile. */
import { sha256 } from "@noble/hashes/sha2.js";
import { attempt, leadingZeroBits } from "../../../../bff/contract/proof-of-work.ts";

export interface Puzzle {
  challenge: string;
  /** Zero bits that the hash must begin with. */
  difficulty: number;
}

/** Tries numbers from 0 on; answers the challenge with the first that solves it. Keeps its thread busy for about a second. */
export function solve({ challenge, difficulty }: Puzzle): string {
  const text = new TextEncoder();
  // What all tries begin with is hashed once: that leaves one block of four to each.
  const begun = sha256.create().update(text.encode(`${challenge}.`));
  const tried = begun.clone();
  for (let nonce = 0; ; nonce++) {
    const hash = begun
      ._cloneInto(tried)
      .update(text.encode(String(nonce)))
      .digest();
    if (leadingZeroBits(hash) >= difficulty) return attempt(challenge, nonce);
  }
}
