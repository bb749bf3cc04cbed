/** The puzzle that a machine solves in a second before it may hold more unpaid hours, without a third party or work for people. */
import { hash, randomUUID } from "node:crypto";
import { z } from "zod";
import { PROOF_OF_WORK_HEADER } from "../../contract/headers.ts";
import { leadingZeroBits } from "../../contract/proof-of-work.ts";
import { type ProblemResponse, problem } from "../../http/answers.ts";
import type { RespondingContext } from "../../http/hono-env.ts";
import type { TicketPurpose, Tickets } from "../tickets.ts";
import type { RateLimits } from "./rate-limits.ts";

/** Zero bits at the start of the hash: 131,000 tries on average, well under 2 s on a phone. */
const DIFFICULTY = 17;

const LASTS_SECONDS = 10 * 60;

const Claims = z.object({
  /** A solved puzzle can be used once. */
  puzzle: z.uuid(),
  /** Keyed hash of the address that was asked. */
  caller: z.string(),
});

const PUZZLE: TicketPurpose<typeof Claims> = {
  name: "proof-of-work",
  lastsSeconds: LASTS_SECONDS,
  claims: Claims,
};

/** The challenge, then the number that solves it; no solution needs more digits. */
const PROOF = /^(\S{1,1000})\.(\d{1,15})$/;

const PROOF_OF_WORK_DESCRIPTION =
  "The answer to `ProofOfWorkNeeded`, sent with the same booking again: `<challenge>.<nonce>`, the SHA-256 of which begins with `difficulty` zero bits. For the address that was asked, for ten minutes, for one booking; any other is ignored.";

export const PROOF_OF_WORK_PARAMETER = {
  schema: { type: "string" as const, description: PROOF_OF_WORK_DESCRIPTION },
  required: false,
  description: PROOF_OF_WORK_DESCRIPTION,
  name: PROOF_OF_WORK_HEADER,
  in: "header" as const,
};

interface ProofOfWork {
  /** 428 with a new puzzle for this caller. */
  ask(c: RespondingContext): Promise<ProblemResponse>;
  /** Whether the request carries a proof that this caller was asked for and has not used yet; it is used by this call. */
  isProven(c: RespondingContext): Promise<boolean>;
}

/** Puzzles are signed and not stored. Solved ones are remembered until they have expired, for every BFF. */
export function createProofOfWork({
  tickets,
  limits,
}: {
  tickets: Tickets;
  limits: Pick<RateLimits, "addressHashOf" | "isFirstUse">;
}): ProofOfWork {
  return {
    async ask(c) {
      const challenge = await tickets.issue(PUZZLE, {
        puzzle: randomUUID(),
        caller: limits.addressHashOf(c),
      });
      return problem(c, "ProofOfWorkNeeded", { challenge, difficulty: DIFFICULTY });
    },
    async isProven(c) {
      const proof = c.env.incoming.headers[PROOF_OF_WORK_HEADER]?.toString() ?? "";
      const challenge = PROOF.exec(proof)?.[1];
      // The cheap check first: a false proof costs us one hash.
      if (challenge === undefined || leadingZeroBits(hash("sha256", proof, "buffer")) < DIFFICULTY)
        return false;
      const claims = await tickets.read(PUZZLE, challenge);
      return claims?.caller === limits.addressHashOf(c) && limits.isFirstUse(claims.puzzle);
    },
  };
}
