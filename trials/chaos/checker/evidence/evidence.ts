/** Collects the evidence for the checker: the history, the log in both of its orders, and one consistent snapshot of each database. */
import postgres from "postgres";
import type { Call, CommandRun, FaultDone, HeadSeen, HistoryEntry, MailArrived } from "../../history.ts";
import { type Fields, fieldsOf, textOf } from "./fields.ts";
import { groupedBy } from "./grouping.ts";

type Db = postgres.TransactionSql;

/** An event as it is stored in the log, without any interpretation. */
export interface LogEvent {
  stream: string;
  /** `booking` of `booking-42`. */
  category: string;
  /** 42 of `booking-42`; NaN if the stream has no number. */
  id: number;
  version: number;
  type: string;
  schemaVersion: number;
  data: Fields;
  meta: Fields;
  requestId: string;
  actor: string;
  commandId: string;
  commandSeq: number;
  /** Milliseconds since 1970. */
  occurredAt: number;
  position: number;
  xid: string;
  epoch: number;
}

export interface Evidence {
  calls: readonly Call[];
  faults: readonly FaultDone[];
  heads: readonly HeadSeen[];
  mails: readonly MailArrived[];
  commands: readonly CommandRun[];
  /** In the log's own order: epoch, transaction, position. */
  log: readonly LogEvent[];
  /** In the order of commits if the server keeps their times, otherwise in the log's order. */
  byCommit: readonly LogEvent[];
  streams: ReadonlyMap<string, readonly LogEvent[]>;
  db: Db;
  provider: Db;
  /** The product's address; null if it does not run. */
  baseUrl: string | null;
  /** The venue zone (IANA). */
  timeZone: string;
  /** By the database's clock, in milliseconds since 1970. */
  now: number;
  /** The factor by which the limits of a recovery are extended; 1 on a machine that does nothing else. */
  patience: number;
  /** How long every offer of the waitlist lasts; null if it depends on its visit. */
  offerMinutes: number | null;
}

const FIRST_ZONE = "America/New_York";

const ofKind = <Kind extends HistoryEntry["kind"]>(history: readonly HistoryEntry[], kind: Kind) =>
  history.filter((entry): entry is Extract<HistoryEntry, { kind: Kind }> => entry.kind === kind);

export interface CheckedRun {
  history: readonly HistoryEntry[];
  /** The product's database, as its owner. */
  ownerUrl: string;
  /** The database of the simulated provider. */
  providerUrl: string;
  baseUrl: string | null;
  /** See the field of `Evidence`; absent means 1. */
  patience?: number;
  /** See the field of `Evidence`; absent means null. */
  offerMinutes?: number;
}

/** Reads the data from a snapshot of each database. */
export async function gatherEvidence(
  {
    history,
    baseUrl,
    patience = 1,
    offerMinutes,
  }: Pick<CheckedRun, "history" | "baseUrl" | "patience" | "offerMinutes">,
  { db, provider }: Pick<Evidence, "db" | "provider">,
): Promise<Evidence> {
  const { log, byCommit } = await readLog(db);
  const [clock] = await db<{ now: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
  return {
    calls: ofKind(history, "call"),
    faults: ofKind(history, "fault"),
    heads: ofKind(history, "head"),
    mails: ofKind(history, "mail"),
    commands: ofKind(history, "command"),
    log,
    byCommit,
    streams: streamsOf(log),
    db,
    provider,
    baseUrl,
    timeZone: zoneOf(log),
    now: clock?.now ?? Number.NaN,
    patience,
    offerMinutes: offerMinutes ?? null,
  };
}

/** Calls `judge` with one snapshot of each database, which stays open during the call. */
export async function withSnapshots<T>(
  { ownerUrl, providerUrl }: Pick<CheckedRun, "ownerUrl" | "providerUrl">,
  judge: (looks: Pick<Evidence, "db" | "provider">) => Promise<T>,
): Promise<T> {
  const [database, ledger] = [connect(ownerUrl), connect(providerUrl)];
  try {
    const judged = await database.begin("isolation level repeatable read read only", (db) =>
      ledger.begin("isolation level repeatable read read only", async (provider) => ({
        value: await judge({ db, provider }),
      })),
    );
    return judged.value;
  } finally {
    await Promise.all([database.end({ timeout: 5 }), ledger.end({ timeout: 5 })]);
  }
}

const connect = (url: string) =>
  postgres(url, {
    max: 1,
    onnotice: () => undefined,
    connection: { application_name: "chaos checker", TimeZone: "UTC" },
  });

interface StoredEvent extends Omit<LogEvent, "category" | "id" | "data" | "meta" | "requestId" | "actor"> {
  data: unknown;
  meta: unknown;
  committedAt: number | null;
}

async function readLog(db: Db): Promise<{ log: LogEvent[]; byCommit: LogEvent[] }> {
  const [setting] = await db<{ kept: boolean }[]>`
    select current_setting('track_commit_timestamp') = 'on' as kept`;
  const committed = setting?.kept
    ? db`(extract(epoch from pg_xact_commit_timestamp(xid::xid)) * 1000000)::float8`
    : db`null::float8`;
  const stored = await db<StoredEvent[]>`
    select stream, version, type, schema_version::int as "schemaVersion", data, meta, command_id as "commandId",
      command_seq::int as "commandSeq", (extract(epoch from occurred_at) * 1000)::float8 as "occurredAt",
      position::float8 as position, xid::text as xid, epoch, ${committed} as "committedAt"
    from events e order by e.epoch, e.xid, e.position`;
  const read = stored.map(({ committedAt, ...event }) => ({ committedAt, event: eventOf(event) }));
  const byCommit = [...read].sort(
    (a, b) =>
      a.event.epoch - b.event.epoch ||
      (a.committedAt ?? 0) - (b.committedAt ?? 0) ||
      (a.event.xid === b.event.xid ? a.event.position - b.event.position : 0),
  );
  return { log: read.map(({ event }) => event), byCommit: byCommit.map(({ event }) => event) };
}

function eventOf({ data, meta, ...event }: Omit<StoredEvent, "committedAt">): LogEvent {
  const [, category = event.stream, id = ""] = /^(.+)-(\d+)$/.exec(event.stream) ?? [];
  const about = fieldsOf(meta);
  return {
    ...event,
    category,
    id: id === "" ? Number.NaN : Number(id),
    occurredAt: Math.round(event.occurredAt),
    data: fieldsOf(data),
    meta: about,
    requestId: textOf(about, "requestId") ?? "",
    actor: textOf(fieldsOf(about.actor), "kind") ?? "",
  };
}

function streamsOf(log: readonly LogEvent[]): Map<string, LogEvent[]> {
  const streams = groupedBy(log, ({ stream }) => stream);
  for (const events of streams.values()) events.sort((a, b) => a.version - b.version);
  return streams;
}

const zoneOf = (log: readonly LogEvent[]): string =>
  log.reduce(
    (zone, { type, data }) => (type === "HouseZoneSet" ? (textOf(data, "timeZone") ?? zone) : zone),
    FIRST_ZONE,
  );

/** The streams of a category, each in its own order. */
export const streamsIn = ({ streams }: Evidence, category: string): (readonly LogEvent[])[] =>
  [...streams.values()].filter(([first]) => first?.category === category);
