/** Reads the signed heads in the order of their sizes and checks each when the tree has grown to its size. */
import type { TransactionSql } from "../../core/platform/database/database.ts";
import { parseCheckpoint } from "../../core/transparency/checkpoint.ts";
import { parseVerifierKey, type Signer, type VerifierKey } from "../../core/transparency/note-keys.ts";
import { readKeys } from "../../core/transparency/seal-tables.ts";
import { parseNote } from "../../core/transparency/signed-note.ts";
import { type CheckedHead, checkHeads, cosignatureFault, trustedKeys } from "./head-check.ts";
import { openPageReader } from "./page-reader.ts";

const PAGE = 2_000;

export interface HeadOptions {
  /** The environment's own key for a log of this origin; null if it has none. */
  ownKey(origin: string): Signer | null;
  /** Verifier keys of witnesses. */
  witnessKeys: readonly string[];
  /** A signed checkpoint that was kept outside of the database: the log must still lead to it. */
  kept: string | null;
}

interface GrowingTree {
  size(): number;
  root(): Buffer;
}

interface StoredHead extends CheckedHead {
  number: number;
  /** Signature lines of witnesses. */
  cosignatures: readonly string[];
}

export async function openHeads(tx: TransactionSql, options: HeadOptions, report: (fault: string) => void) {
  const heads = openPageReader((last: StoredHead | undefined) => headsAfter(tx, last));
  const origin = await commonOrigin(tx);
  const stored = await readKeys(tx);
  const keys =
    stored.length > 0 ? trustedKeys(stored, origin, options.ownKey(origin)?.vkey ?? null, report) : [];
  const witnesses = options.witnessKeys.flatMap((vkey): VerifierKey[] => {
    const key = parseVerifierKey(vkey);
    return key ? [key] : [];
  });
  const checks = checkHeads({ origin, keys }, report);
  let kept = options.kept === null ? null : keptHead(options.kept);
  let checked = 0;
  let atEnd = false;

  function check(head: StoredHead, root: Buffer | null): void {
    checks.check(head, root);
    for (const line of head.cosignatures) {
      const [signature] = parseNote(`a text\n\n${line}`)?.signatures ?? [];
      const fault = cosignatureFault(head.note, signature, witnesses);
      if (fault) report(`checkpoint ${head.size}: ${fault}`);
    }
  }

  async function takeUpTo(tree: GrowingTree): Promise<void> {
    const root = tree.root();
    for (;;) {
      await heads.fill(1);
      const head = heads.peek();
      atEnd = !head;
      if (!head || head.size > tree.size()) return;
      heads.take();
      checked += 1;
      check(head, root);
    }
  }

  return {
    /** Called after each leaf. */
    atSize(tree: GrowingTree): Promise<void> | undefined {
      if (kept?.size === tree.size()) {
        checks.check(kept, tree.root());
        kept = null;
      }
      const head = heads.peek();
      return atEnd || (head && head.size > tree.size()) ? undefined : takeUpTo(tree);
    },

    /** Checks the heads beyond the tree's end. Returns how many heads there were in all. */
    async end(): Promise<number> {
      for (;;) {
        await heads.fill(1);
        const head = heads.take();
        if (!head) break;
        checked += 1;
        check(head, null);
      }
      if (kept) checks.check(kept, null);
      checks.end();
      return checked;
    },
  };
}

const headsAfter = (tx: TransactionSql, last: StoredHead | undefined): Promise<StoredHead[]> =>
  tx<StoredHead[]>`
    select number, size, note, vkey,
      array(select line from log_cosignatures w where w.size = c.size order by added_at) as cosignatures
    from log_checkpoints c
    where (size, number) > (${last?.size ?? 0}, ${last?.number ?? 0}) order by size, number limit ${PAGE}`;

/** The origin of most heads, so that one altered head does not affect the check of the others. */
async function commonOrigin(tx: TransactionSql): Promise<string> {
  const [row] = await tx<{ origin: string }[]>`
    select split_part(note, chr(10), 1) as origin from log_checkpoints group by 1 order by count(*) desc limit 1`;
  return row?.origin ?? "";
}

/** It may be signed by any key of the log. */
const keptHead = (note: string): CheckedHead => ({
  size: parseCheckpoint(parseNote(note)?.text ?? "")?.size ?? 0,
  note,
  vkey: null,
});
