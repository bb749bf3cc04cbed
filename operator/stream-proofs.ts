/** Chooses the proof files that `make proof` writes: one for every sealed event of a stream. */
import type { Sql } from "../core/platform/database/database.ts";
import { type ProofFile, proofsOfStream as proofsOf } from "../core/transparency/event-proofs.ts";

/** `booking-42-1.tlog-proof` and so on. Throws if there is none to write. */
export async function proofsOfStream(sql: Sql, stream: string): Promise<ProofFile[]> {
  const { proofs, unsealed } = await proofsOf(sql, stream);
  if (proofs.length + unsealed.length === 0) throw new Error(`There is no stream ${stream}.`);
  if (proofs.length === 0) throw new Error(`No event of ${stream} is sealed yet.`);
  return proofs;
}
