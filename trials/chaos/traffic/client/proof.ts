/** Computes the proof of work if the answer to a booking requires one. */
import { hash } from "node:crypto";
import { setImmediate as othersTurn } from "node:timers/promises";
import { z } from "zod";
import { attempt, leadingZeroBits } from "../../../../bff/contract/proof-of-work.ts";

const Puzzle = z.object({ challenge: z.string(), difficulty: z.number().positive() });

/** Lets the other clients of this process run in between. */
const TRIES_AT_A_TIME = 5_000;

/** The solution of the answer's puzzle; null if it has none. */
export async function proofFor(answer: unknown): Promise<string | null> {
  const puzzle = Puzzle.safeParse(answer);
  if (!puzzle.success) return null;
  const { challenge, difficulty } = puzzle.data;
  for (let nonce = 0; ; nonce += 1) {
    const tried = attempt(challenge, nonce);
    if (leadingZeroBits(hash("sha256", tried, "buffer")) >= difficulty) return tried;
    if (nonce % TRIES_AT_A_TIME === 0) await othersTurn();
  }
}
