/** Solves the server's proof of work, in a worker so that the page stays responsive. */
import { sha256 } from "@noble/hashes/sha2.js";
import { attempt, leadingZeroBits } from "../../../../bff/contract/proof-of-work.ts";

export interface Puzzle {
  challenge: string;
  /** The number of zero bits that the hash must begin with. */
  difficulty: number;
}

/** Tries numbers from 0 on and returns the challenge with the first number that solves it. It occupies its thread for about a second. */
export function solve({ challenge, difficulty }: Puzzle): string {
  const text = new TextEncoder();
  // The common beginning of all attempts is hashed once, which leaves one block of four for each attempt.
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
