/** Checks the signed heads against their keys and the tree, and that each key vouches for the earlier ones. */
import { parseCheckpoint } from "../../core/transparency/checkpoint.ts";
import { isEndorsed } from "../../core/transparency/log-key.ts";
import { parseVerifierKey, type VerifierKey } from "../../core/transparency/note-keys.ts";
import type { StoredKey } from "../../core/transparency/seal-tables.ts";
import {
  isBy,
  isSignatureOf,
  type NoteSignature,
  parseNote,
  type SignedNote,
} from "../../core/transparency/signed-note.ts";
import { shortName } from "../../core/transparency/vouched-keys.ts";

type Report = (fault: string) => void;

/**
 * The trusted keys among those in the database (the newest first): the environment's own key, and the keys that it vouches for. If the
 * environment has none, the newest key is trusted as it is.
 */
export function trustedKeys(
  keys: readonly StoredKey[],
  origin: string,
  ownVkey: string | null,
  report: Report,
): VerifierKey[] {
  const own = ownVkey === null ? 0 : keys.findIndex(({ vkey }) => vkey === ownVkey);
  const vouching = keys[own];
  const before = keys.slice(own + 1).map(({ vkey }) => vkey);
  for (const { vkey } of own === -1 ? keys : keys.slice(0, own)) {
    report(`key ${shortName(vkey)}: the log's own key does not vouch for it`);
  }
  if (!vouching) return [];
  if (!isEndorsed(vouching, origin, before)) {
    report(`key ${shortName(vouching.vkey)}: the keys that it vouches for are not those in the database`);
    return parsed([vouching.vkey]);
  }
  return parsed([vouching.vkey, ...before]);
}

const parsed = (vkeys: readonly string[]): VerifierKey[] =>
  [...new Set(vkeys)].flatMap((vkey) => parseVerifierKey(vkey) ?? []);

export interface CheckedHead {
  size: number;
  note: string;
  /** The key that the database says has signed it; null if it says nothing. */
  vkey: string | null;
}

export interface HeadChecks {
  /** Checks the next head by size against the tree's root at that size; the root is null if the tree is smaller. */
  check(head: CheckedHead, root: Buffer | null): void;
  /** Reports the heads that lead to other roots: the first, and the number of heads after it. */
  end(): void;
}

export function checkHeads(
  { origin, keys }: { origin: string; keys: readonly VerifierKey[] },
  report: Report,
): HeadChecks {
  const astray: number[] = [];

  return {
    check({ size, note, vkey }, root) {
      const signed = parseNote(note);
      const head = parseCheckpoint(signed?.text ?? "");
      if (!signed || !head || head.size !== size || head.origin !== origin) {
        return report(`checkpoint ${size}: is not a checkpoint of this log and size`);
      }
      const fault = signatureFault(signed, keys, vkey);
      if (fault) return report(`checkpoint ${size}: ${fault}`);
      if (!root) report(`checkpoint ${size}: is signed, and fewer events are sealed`);
      else if (!root.equals(head.root)) astray.push(size);
    },
    end() {
      const [first, ...others] = astray;
      if (first === undefined) return;
      const also = others.length > 0 ? `, nor do ${others.length} later ones` : "";
      report(`checkpoint ${first}: the sealed events do not lead to its root${also}`);
    },
  };
}

function signatureFault(note: SignedNote, keys: readonly VerifierKey[], vkey: string | null): string | null {
  const known = note.signatures.flatMap((signature) => {
    const key = keys.find((one) => isBy(signature, one));
    return key ? [{ signature, key }] : [];
  });
  const names = note.signatures.map(({ name, keyId }) => `${name}+${keyId}`).join(", ");
  if (known.length === 0) return `is signed by ${names}, which is no key of this log`;
  if (!known.every(({ signature, key }) => isSignatureOf(note.text, signature, key))) {
    return "its signature does not hold";
  }
  return vkey === null || names === shortName(vkey)
    ? null
    : `is signed by ${names}, and not by ${shortName(vkey)}`;
}

/** The fault of a cosignature by a witness whose key is known, if it does not hold under this head. Other witnesses' lines are ignored. */
export function cosignatureFault(
  note: string,
  signature: NoteSignature | undefined,
  witnesses: readonly VerifierKey[],
): string | null {
  const text = parseNote(note)?.text ?? "";
  const witness = signature && witnesses.find((one) => isBy(signature, one));
  return !witness || isSignatureOf(text, signature, witness)
    ? null
    : `the cosignature of ${witness.name} does not hold`;
}
