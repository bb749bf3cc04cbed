/**
 * Decides which of a log's keys are trusted: the newest vouches for all earlier ones and has signed the newest head;
 * only the log's owner introduces a new key.
 */
import type { Sql } from "../platform/database/database.ts";
import { parseCheckpoint } from "./checkpoint.ts";
import { endorse, isEndorsed, type LogKey } from "./log-key.ts";
import { parseVerifierKey } from "./note-keys.ts";
import { SealRefused } from "./seal-refused.ts";
import {
  addKey,
  beginSeal,
  checkpointsOfSize,
  type StoredCheckpoint,
  type StoredKey,
} from "./seal-tables.ts";
import { parseNote, verifyNote } from "./signed-note.ts";

/** For example `hub.example/log+530d903a`. */
export const shortName = (vkey: string): string => vkey.split("+").slice(0, 2).join("+");

export function originIn({ note }: Pick<StoredCheckpoint, "note">): string {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? "");
  if (!checkpoint) throw new SealRefused("the newest checkpoint cannot be read");
  return checkpoint.origin;
}

type Head = Pick<StoredCheckpoint, "note" | "size">;

/** Whether one of these keys has signed the head, and none of its signatures is false. */
function isSignedByOneOf(head: Head, vkeys: readonly string[]): boolean {
  const note = parseNote(head.note);
  const keys = vkeys.flatMap((vkey) => parseVerifierKey(vkey) ?? []);
  return note !== null && (verifyNote(note, keys)?.length ?? 0) > 0;
}

/**
 * Refuses to continue over keys that are not vouched for: the newest key must be the one that signs here, must vouch for
 * exactly the earlier ones (newest first), and one of them must have signed the newest head. A log without keys and
 * heads accepts any key.
 */
export function refuseUnvouched(
  keys: readonly StoredKey[],
  head: Head | null,
  own: string,
  origin: string,
): void {
  const [newest, ...before] = keys;
  if (!newest) {
    if (head) throw new SealRefused(`checkpoint ${head.size} is signed and the log has no key`);
    return;
  }
  if (newest.vkey !== own) {
    const isKnown = keys.some(({ vkey }) => vkey === own);
    throw new SealRefused(
      `the log's newest key is ${shortName(newest.vkey)}, and the key that signs here is ${shortName(own)}: ` +
        (isKnown
          ? "it does not vouch for a key that came after it"
          : "introduce your new key with `make seal NEW_KEY=1`"),
    );
  }
  const vkeysBefore = before.map(({ vkey }) => vkey);
  if (!isEndorsed(newest, origin, vkeysBefore)) {
    throw new SealRefused(`key ${shortName(own)} does not vouch for the keys that are in the database`);
  }
  if (head && !isSignedByOneOf(head, [own, ...vkeysBefore])) {
    throw new SealRefused(`checkpoint ${head.size} is signed by no key of this log`);
  }
}

/**
 * Lets this key sign from now on and vouch for the earlier ones. It is a command of the operator, with the owner's
 * login. Returns the key that was the newest until now; null if this one already is, or if nothing is signed yet (the
 * first seal adds its key). Throws `SealRefused` if the keys and heads are inconsistent, or if the newest key has signed
 * no head and is therefore not vouched for.
 */
export async function introduceKey(sql: Sql, { logKey }: { logKey: LogKey }): Promise<string | null> {
  return sql.begin(async (tx) => {
    const { head, keys } = await beginSeal(tx);
    const [newest, ...before] = keys;
    if (!head || !newest) return null;
    const origin = originIn(head);
    const signer = logKey(origin);
    if (newest.vkey === signer.vkey) return null;
    if (unvouchedKey(newest, await checkpointsOfSize(tx, head.size)) !== null) {
      throw new SealRefused(
        `the log's newest key, ${shortName(newest.vkey)}, has signed no head: no key vouches for it`,
      );
    }
    refuseUnvouched(keys, head, newest.vkey, origin);
    const vkeys = [newest, ...before].map(({ vkey }) => vkey);
    await addKey(tx, { vkey: signer.vkey, endorsement: endorse(signer, origin, vkeys) });
    return newest.vkey;
  });
}

/**
 * The newest key, if it has signed none of the newest heads: it was introduced just now, or it was written there without
 * right and sealing has stopped. Otherwise null.
 */
export const unvouchedKey = (newest: StoredKey | undefined, heads: readonly Head[]): string | null =>
  !newest || heads.some((head) => isSignedByOneOf(head, [newest.vkey])) ? null : newest.vkey;
