/** Runs `make verify`: compares a snapshot of the log with its tree, its signed heads, the hour claims and the rows that events name. */
import { checkHourClaimsIn } from "../../core/hour-claims/hour-claim-check.ts";
import { StreamGap, type Unreadable } from "../../core/log/stream.ts";
import { personalReferencesIn } from "../../core/person/personal-data.ts";
import type { Sql, TransactionSql } from "../../core/platform/database/database.ts";
import { createGrowingTree } from "../../core/transparency/merkle-tree.ts";
import { leavesFrom, type SealedLeaf } from "../../core/transparency/seal-tables.ts";
import { TILE_WIDTH } from "../../core/transparency/tiles.ts";
import { claimFaultText } from "../claim-fault.ts";
import { type HeadOptions, openHeads } from "./heads.ts";
import { type LoggedEvent, readEventPage } from "./log-pages.ts";
import { openPageReader } from "./page-reader.ts";
import { eventName, keyOf, type Named, walkLog } from "./walk.ts";

const PAGE = 5_000;

export interface Verification {
  /** One line each, without `fault: ` (decision 189). */
  faults: readonly string[];
  /** The number of events that equal what was sealed. */
  events: number;
  checkpoints: number;
  /** The number of events that are not sealed yet. */
  unsealed: number;
}

export interface VerifyOptions extends HeadOptions {
  onFault(fault: string): void;
  /** The events checked, of all events. */
  onProgress(done: number, total: number): void;
  /** Called after the events: the bookings checked, of all bookings. */
  onGuardProgress(done: number, total: number): void;
}

/** Reads everything and changes nothing. It does not check what a running product appends meanwhile. */
export function verifyLog(sql: Sql, options: VerifyOptions): Promise<Verification> {
  return sql.begin("isolation level repeatable read read only", (tx) => verifySnapshot(tx, options));
}

async function verifySnapshot(tx: TransactionSql, options: VerifyOptions): Promise<Verification> {
  const faults: string[] = [];
  const report = (fault: string): void => {
    faults.push(fault);
    options.onFault(fault);
  };
  const total = await countOf(tx`select count(*) as count from events`);
  const streams = createStreamCheck(report);
  const commands = createCommandCheck(report);
  const people = createPeopleCheck(tx, report);
  const heads = await openHeads(tx, options, report);
  const tree = createGrowingTree();
  const subtrees = await openSubtrees(tx, report);
  /** Events whose altered content has been reported already. */
  const unsound = new Set<string>();
  let done = 0;

  const walked = await walkLog({
    events: openPageReader((last: LoggedEvent | undefined) => readEventPage(tx, last?.at, PAGE)),
    leaves: openPageReader((last: SealedLeaf | undefined) => leavesFrom(tx, last ? last.index + 1 : 0, PAGE)),
    isLogged: ({ stream, version }) =>
      exists(tx`select from events where stream = ${stream} and version = ${version}`),
    isSealed: ({ stream, version }) =>
      exists(tx`select from log_leaves where stream = ${stream} and version = ${version}`),
    report,
    onEvent(event, index, isSound) {
      done += 1;
      if (done % 1_000 === 0) options.onProgress(done, total);
      streams.take(event, index);
      commands.take(event, index, isSound);
      if (isSound) people.take(event, index);
      else unsound.add(keyOf(event));
    },
    onLeaf(hash) {
      tree.add(hash, subtrees.take);
      return heads.atSize(tree);
    },
  });
  await people.end();
  subtrees.end();
  const checkpoints = await heads.end();
  options.onProgress(total, total);
  await checkGuardOf(tx, { unsound, report, onProgress: options.onGuardProgress });
  return { faults, events: walked.matched, checkpoints, unsealed: walked.unsealed };
}

async function countOf(counted: Promise<readonly { count?: number }[]>): Promise<number> {
  const [row] = await counted;
  return row?.count ?? 0;
}

const exists = async (found: Promise<{ length: number }>): Promise<boolean> => (await found).length > 0;

/** Reports unreadable events too, unless the walk has reported that these or earlier events of the stream were altered. */
async function checkGuardOf(
  tx: TransactionSql,
  {
    unsound,
    report,
    onProgress,
  }: {
    unsound: ReadonlySet<string>;
    report(fault: string): void;
    onProgress(done: number, total: number): void;
  },
): Promise<void> {
  const total = await countOf(
    tx`select count(*) as count from events where version = 1 and stream like 'booking-%'`,
  );
  const unreadable: Unreadable[] = [];
  let done = 0;
  const { faults } = await checkHourClaimsIn(tx, {
    onBooking() {
      done += 1;
      if (done % 1_000 === 0) onProgress(done, total);
    },
    onUnreadable: (error) => void unreadable.push(error),
  });
  onProgress(total, total);
  for (const error of unreadable) {
    if (error instanceof StreamGap || unsound.has(keyOf(error))) continue;
    report(`${eventName(await placeOf(tx, error), error)}: ${error.message}`);
  }
  for (const fault of faults) report(claimFaultText(fault));
}

/** The event's place in the tree, or the place that it would get. */
const placeOf = (tx: TransactionSql, { stream, version }: Named): Promise<number> =>
  countOf(tx`
    select coalesce(
      (select index from log_leaves where stream = ${stream} and version = ${version}),
      (select count(*) from events e, events this
        where this.stream = ${stream} and this.version = ${version}
          and (e.epoch, e.xid, e.position) < (this.epoch, this.xid, this.position))) as count`);

/** The versions of a stream must count up from 1. If missing versions were sealed, their leaves name them. */
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

/** The events of a command must count up from 0: by this number the database recognizes a repeated command. */
function createCommandCheck(report: (fault: string) => void) {
  let last: LoggedEvent | null = null;
  return {
    take(event: LoggedEvent, index: number, isSound: boolean): void {
      const follows = last?.stream === event.stream && last.version + 1 === event.version;
      const isNext = follows && last?.commandId === event.commandId;
      const expected = isNext ? (last?.commandSeq ?? 0) + 1 : 0;
      // If this event or the one before it was altered, or follows a gap, that has been reported already.
      const isKnown = isSound && (follows || event.version === 1 || event.commandId !== last?.commandId);
      if (isKnown && (last !== null || index === 0) && event.commandSeq !== expected) {
        report(`${eventName(index, event)}: is number ${event.commandSeq} of its command, not ${expected}`);
      }
      last = isSound ? event : null;
    },
  };
}

/** Rows of personal data that events name must exist, erased or not. */
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
    // The failure is thrown by `end`.
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

/** Compares the stored heads of full trees with those computed from the leaves. */
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
        report(`tile ${level} hash ${index}: is for leaves that do not exist`);
      }
    },
  };
}
