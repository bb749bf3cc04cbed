/** Computes proofs of work for tests. */
import { hash } from "node:crypto";
import { attempt, leadingZeroBits } from "../contract/proof-of-work.ts";

const zeroBits = (text: string): number => leadingZeroBits(hash("sha256", text, "buffer"));

/** The first attempt that `fits`; by default one with as many zero bits as required. */
export function solveProofOfWork(
  { challenge, difficulty }: { challenge: string; difficulty: number },
  fits: (bits: number) => boolean = (bits) => bits >= difficulty,
): string {
  if (!(difficulty > 0)) throw new Error("No proof of work was requested");
  for (let nonce = 0; ; nonce++) {
    const tried = attempt(challenge, nonce);
    if (fits(zeroBits(tried))) return tried;
  }
}
