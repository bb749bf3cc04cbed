/** Accepts the countersignatures of witnesses (C2SP tlog-cosignature) on one of this log's heads, by known keys. */
import type { Sql } from "../platform/database/database.ts";
import { parseCheckpoint } from "./checkpoint.ts";
import { COSIGNATURE_V1, parseVerifierKey } from "./note-keys.ts";
import { addCosignature, checkpointsOfSize, withCosignatures } from "./seal-tables.ts";
import { isBy, isSignatureOf, parseNote, signatureLine } from "./signed-note.ts";

export type Cosigned =
  | { ok: true; checkpoint: string }
  | { ok: false; reason: "malformed" | "unknown-checkpoint" | "no-witness" };

/**
 * Takes a signed checkpoint with further signature lines, and keeps those of `witnessKeys` (verifier keys of type 4).
 * The checkpoint must contain its own signature, by the key that signed it here. Returns the checkpoint with all its
 * cosignatures.
 */
export async function cosign(sql: Sql, body: string, witnessKeys: readonly string[]): Promise<Cosigned> {
  const note = parseNote(body);
  const head = note && parseCheckpoint(note.text);
  if (!note || !head) return { ok: false, reason: "malformed" };
  const stored = (await checkpointsOfSize(sql, head.size)).findLast(
    (one) => parseNote(one.note)?.text === note.text,
  );
  const own = stored && parseNote(stored.note)?.signatures[0];
  const isOurs = note.signatures.some(
    ({ name, keyId, bytes }) => name === own?.name && keyId === own.keyId && bytes.equals(own.bytes),
  );
  if (!stored || !isOurs) return { ok: false, reason: "unknown-checkpoint" };

  const witnessed: { vkey: string; line: string }[] = [];
  for (const vkey of witnessKeys) {
    const key = parseVerifierKey(vkey);
    if (key?.type !== COSIGNATURE_V1) continue;
    for (const signature of note.signatures.filter((one) => isBy(one, key))) {
      // One invalid signature makes the whole note invalid.
      if (!isSignatureOf(note.text, signature, key)) return { ok: false, reason: "no-witness" };
      witnessed.push({ vkey, line: signatureLine(signature) });
    }
  }
  if (witnessed.length === 0) return { ok: false, reason: "no-witness" };
  for (const { vkey, line } of witnessed) await addCosignature(sql, { size: head.size, vkey, line });
  return { ok: true, checkpoint: await withCosignatures(sql, stored) };
}
