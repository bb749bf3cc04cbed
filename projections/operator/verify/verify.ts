/** Owns `make verify`: one pass over a snapshot of the log, its tree, its signed heads, the guard and the rows that events name. */
import { personalReferencesIn } from "../../../core/personal-data.ts";
import type { Sql, TransactionSql } from "../../../core/platform/database.ts";
import { createGrowingTree } from "../../../core/transparency/merkle-tree.ts";
import { leavesFrom, type SealedLeaf } from "../../../core/transparency/seal-tables.ts";
import { TILE_WIDTH } from "../../../core/transparency/tiles.ts";
import { openFeed } from "./feed.ts";
import { createGuardFold, type GuardRow } from "./guard-check.ts";
import { type HeadOptions, openHeads } from "./heads.ts";
import { type LoggedEvent, readEventPage } from "./log-pages.ts";
import { eventName, walkLog } from "./walk.ts";

const PAGE = 5_000;

export interface Verification {
  /** One line each, as DECISIONS words them, without `fault: `. */
  faults: readonly string[];
  /** Events that are what was sealed. */
  events: number;
  checkpoints: number;
  /** Events that are not sealed yet. */
  unsealed: number;
}

export interface VerifyOptions extends HeadOptions {
  onFault(fault: string): void;
  onProgress(done: number, total: number): void;
}

/** Reads everything, changes nothing. Beside a product that runs: what it appends meanwhile is not looked at. */
export function verifyLog(sql: Sql, options: VerifyOptions): Promise<Verification> {
  return sql.begin("isolation level repeatable read read only", (tx) => verifySnapshot(tx, options));
}

async function verifySnapshot(tx: TransactionSql, options: VerifyOptions): Promise<Verification> {
  const faults: string[] = [];
  const report = (fault: string): void => {
    faults.push(fault);
    options.onFault(fault);
  };
  const total = await countEvents(tx);
  const guard = createGuardFold();
  const streams = createStreamCheck(report);
  const people = createPeopleCheck(tx, report);
  const heads = await openHeads(tx, options, report);
  const tree = createGrowingTree();
  const subtrees = await openSubtrees(tx, report);
  let done = 0;

  const walked = await walkLog({
    events: openFeed((last: LoggedEvent | undefined) => readEventPage(tx, last?.at, PAGE)),
    leaves: openFeed((last: SealedLeaf | undefined) => leavesFrom(tx, last ? last.index + 1 : 0, PAGE)),
    isLogged: ({ stream, version }) =>
      exists(tx`select from events where stream = ${stream} and version = ${version}`),
    isSealed: ({ stream, version }) =>
      exists(tx`select from log_leaves where stream = ${stream} and version = ${version}`),
    report,
    onEvent(event, index, isSound) {
      done += 1;
      if (done % 1_000 === 0) options.onProgress(done, total);
      streams.take(event, index);
      if (isSound) people.take(event, index);
      try {
        guard.take(event);
      } catch (error) {
        if (isSound) report(`${eventName(index, event)}: ${error instanceof Error ? error.message : error}`);
      }
    },
    onLeaf(hash) {
      tree.add(hash, subtrees.take);
      return heads.atSize(tree);
    },
  });
  await people.end();
  subtrees.end();
  const checkpoints = await heads.end();
  const rows = await tx<GuardRow[]>`
    select room_id as "roomId", starts_at as "startsAt", booking_id as "bookingId" from room_hours
    order by room_id, starts_at`;
  for (const fault of guard.compare(rows)) report(fault);
  options.onProgress(total, total);
  return { faults, events: walked.matched, checkpoints, unsealed: walked.unsealed };
}

async function countEvents(tx: TransactionSql): Promise<number> {
  const [row] = await tx<{ count: number }[]>`select count(*) as count from events`;
  return row?.count ?? 0;
}

const exists = async (found: Promise<{ length: number }>): Promise<boolean> => (await found).length > 0;

/** Versions of a stream follow one another from 1. Which of them are missing is said by their leaves, where they were sealed. */
function createStreamCheck(report: (fault: string) => void) {
  const versions = new Map<string, number>();
  return {
    take(event: LoggedEvent, index: number): void {
      const before = versions.get(event.stream) ?? 0;
      if (event.version !== before + 1) {
        report(`${eventName(index, event)}: follows ${before === 0 ? "nothing" : `v${before}`}`);
      }
      versions.set(event.stream, Math.max(before, event.version));
    },
  };
}

/** Rows of personal data that events name must be there, erased or not. */
function createPeopleCheck(tx: TransactionSql, report: (fault: string) => void) {
  let named = new Map<string, string>();
  let checking: Promise<void> = Promise.resolve();

  async function check(asked: ReadonlyMap<string, string>): Promise<void> {
    const missing = await tx<{ id: string }[]>`
      select id from unnest(${[...asked.keys()]}::text[]) as asked (id)
      where not exists (select from personal_data p where p.id::text = asked.id and p.id = asked.id::uuid)`;
    for (const { id } of missing)
      report(`${asked.get(id)}: names personal data ${id}, of which there is no row`);
  }

  function flush(): void {
    const asked = named;
    named = new Map();
    if (asked.size > 0) checking = checking.then(() => check(asked));
    // Whoever ends the check hears of it.
    checking.catch(() => undefined);
  }

  return {
    take(event: LoggedEvent, index: number): void {
      for (const id of personalReferencesIn(event.data)) named.set(id, eventName(index, event));
      if (named.size >= PAGE) flush();
    },
    end(): Promise<void> {
      flush();
      return checking;
    },
  };
}

/** Heads of full trees as they are stored, against those that the leaves complete. */
async function openSubtrees(tx: TransactionSql, report: (fault: string) => void) {
  const rows = await tx<{ level: number; index: number; hash: Buffer }[]>`
    select level, index, hash from log_subtrees`;
  const stored = new Map(rows.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
  const completed = new Map<number, number>();
  const levels = new Map(Array.from({ length: 7 }, (_, i) => [TILE_WIDTH ** (i + 1), i + 1]));
  return {
    take(leaves: number, hash: Buffer): void {
      const level = levels.get(leaves);
      if (level === undefined) return;
      const index = completed.get(level) ?? 0;
      completed.set(level, index + 1);
      const found = stored.get(`${level}/${index}`);
      stored.delete(`${level}/${index}`);
      if (!found?.equals(hash)) {
        report(`tile ${level} hash ${index}: ${found ? "is not the head of its leaves" : "is missing"}`);
      }
    },
    end(): void {
      for (const place of stored.keys()) {
        const [level, index] = place.split("/");
        report(`tile ${level} hash ${index}: stands for leaves that are not there`);
      }
    },
  };
}
