/** Owns what a caller's machine does when it is asked for work. */
import { hash } from "node:crypto";
import { attempt, leadingZeroBits } from "../contract/proof-of-work.ts";

const zeroBits = (text: string): number => leadingZeroBits(hash("sha256", text, "buffer"));

/** The first attempt that `fits`; unless told, one of as many zero bits as asked for. */
export function solve(
  { challenge, difficulty }: { challenge: string; difficulty: number },
  fits: (bits: number) => boolean = (bits) => bits >= difficulty,
): string {
  if (!(difficulty > 0)) throw new Error("No work was asked for");
  for (let nonce = 0; ; nonce++) {
    const tried = attempt(challenge, nonce);
    if (fits(zeroBits(tried))) return tried;
  }
}
