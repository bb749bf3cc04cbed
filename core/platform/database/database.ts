/** Connects the product to PostgreSQL: pools, how many connections each may open, and how database types are converted. */
import { Socket } from "node:net";
import pg from "pg";
import postgres from "postgres";
import {
  addressOn,
  type DatabaseAddress,
  readDatabaseAddress,
  writeDatabaseAddress,
} from "../config/database-address.ts";
import { arrayTypes } from "./database-arrays.ts";
import { primaryClient, primarySocket } from "./primary-connections.ts";

/**
 * The most connections of each pool. PostgreSQL allows 100 and reserves 3 of them for its superusers. All processes of
 * docker-compose.yml together, with an operator's connections, must stay below that.
 */
export const POOL_MAX = {
  /** The pool for commands and reads, by process. */
  bff: 12,
  worker: 6,
  demo: 8,
  operator: 4,
  migrate: 1,
  /**
   * The pool of graphile-worker: one connection for each job that it may run at a time, and one for listening. A job has
   * one only while it is fetched and ended, so its clock and the worker's heartbeat find one too.
   */
  jobs: 11,
  rateLimits: 3,
  /** A BFF's pool on the replica, whose server allows a hundred connections of its own. */
  replica: 13,
  /** The connection on which postgres.js listens. */
  listen: 1,
  /** One connection on each of several servers, to ask whether it takes writes. */
  primary: 1,
} as const;

/** The most connections of each process, with all its pools. */
export const CONNECTIONS = {
  bff: POOL_MAX.bff + POOL_MAX.rateLimits + POOL_MAX.listen + POOL_MAX.primary,
  worker: POOL_MAX.worker + POOL_MAX.jobs + POOL_MAX.listen + POOL_MAX.primary,
  /** The migration's own pool, and the job queue's. */
  migrate: 2 * POOL_MAX.migrate + POOL_MAX.primary,
  operator: POOL_MAX.operator + POOL_MAX.primary,
  demo: POOL_MAX.demo + POOL_MAX.primary,
} as const;

/**
 * How values arrive: int8 → number (refused beyond 2^53), xid8 → bigint, timestamptz → Date (UTC instant), date →
 * `YYYY-MM-DD` (a venue day has no instant), numeric → string.
 */
const columnTypes = {
  int8: { to: 20, from: [20], serialize: (value: number) => String(value), parse: parseInt8 },
  xid8: {
    to: 5069,
    from: [5069],
    serialize: (value: bigint) => String(value),
    parse: (text: string) => BigInt(text),
  },
  venueDay: { to: 1082, from: [1082], serialize: (value: string) => value, parse: (text: string) => text },
};

type ColumnValues = { int8: number; xid8: bigint; venueDay: string };

export type Sql = postgres.Sql<ColumnValues>;
export type TransactionSql = postgres.TransactionSql<ColumnValues>;

type ConnectionOptions = {
  /** The most connections that this pool opens. */
  max?: number;
  /** The name that `pg_stat_activity` shows. */
  applicationName?: string;
};

type SqlOptions = ConnectionOptions & {
  /** After so many seconds without a connection, the server counts as unavailable. */
  connectTimeout?: number;
  /** Called for every connection that ends, on whichever side. */
  onClose?: () => void;
  /** After so many idle milliseconds within a transaction, the server ends the session and releases its locks. */
  idleInTransactionMs?: number;
  /** After waiting so many milliseconds for a lock, a statement is refused (55P03). */
  lockTimeoutMs?: number;
  /** After so many milliseconds, a statement is cancelled (57014). */
  statementTimeoutMs?: number;
};

type PgPoolOptions = ConnectionOptions & {
  /** If false, a crash of the server may lose the last commits, in order; use it where doing them twice does no harm. */
  waitsForDisk?: boolean;
};

/** How long a pool waits before it tries again to reach a server that refused a connection: at first, and at most. */
const FIRST_RETRY_SECONDS = 0.01;
const LAST_RETRY_SECONDS = 0.25;

/**
 * Opens a postgres.js pool. It connects at the first query; `sql.end({ timeout: 5 })` closes it. If a session is lost,
 * its running queries are refused (`isDatabaseUnavailable`), a transaction or a reserved session fails for good, and the
 * next query gets a new session. `patches/` fixes the driver for that, as the tests of lost sessions show.
 */
export function openSql(url: string, options: SqlOptions = {}): Sql {
  const address = readDatabaseAddress(url);
  return postgres(driverAddress(address, url), {
    max: options.max ?? 10,
    types: { ...arrayTypes(parseInt8), ...columnTypes },
    // Otherwise the driver would query the array types first in every new session.
    fetch_types: false,
    backoff: (failures) => Math.min(FIRST_RETRY_SECONDS * 2 ** failures, LAST_RETRY_SECONDS),
    // Notices ("schema exists, skipping") are meant for a psql prompt; errors arrive as errors.
    onnotice: () => undefined,
    connect_timeout: options.connectTimeout ?? 10,
    ...(options.onClose ? { onclose: options.onClose } : {}),
    connection: {
      application_name: options.applicationName ?? "hub",
      TimeZone: "UTC",
      ...sessionTimeouts(options),
    },
    ...(address.findsPrimary ? { socket: () => primarySocket(address) } : sendingAtOnce()),
  });
}

/** Opens a pool for one use, and closes it afterward. */
export async function withSql<Result>(
  url: string,
  options: SqlOptions,
  use: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const sql = openSql(url, options);
  try {
    return await use(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The limits are parameters of the connection, so they apply from its first statement and after every reconnect. */
function sessionTimeouts(options: SqlOptions): Record<string, number> {
  const timeouts = {
    idle_in_transaction_session_timeout: options.idleInTransactionMs,
    lock_timeout: options.lockTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
  };
  return Object.fromEntries(
    Object.entries(timeouts).flatMap(([name, ms]) => (ms === undefined ? [] : [[name, ms]])),
  );
}

/** The address as the driver gives it. */
interface Address {
  host: string[];
  port: number[];
  path: string | undefined;
}

/**
 * Opens the driver's sockets without Nagle's algorithm. With it, a message is held back until the one before is
 * acknowledged, which a server with nothing to answer yet does after 40 ms: the end of a COPY, the tail of a large
 * statement, a statement behind another. The driver's types lack this option.
 */
function sendingAtOnce(): { socket(address: Address): Socket } {
  return {
    socket({ host: [host], port: [port], path }) {
      const socket = new Socket().setNoDelay(true);
      // Until it is connected, the socket buffers what the driver writes. The driver needs host and port to check the certificate.
      if (path) return socket.connect(path);
      return Object.assign(socket.connect({ host: host ?? "localhost", port: port ?? 5432 }), { host, port });
    },
  };
}

/** Opens a node-postgres pool for graphile-worker and rate-limiter-flexible, which support no other driver. */
export function openPgPool(url: string, options: PgPoolOptions = {}): pg.Pool {
  const address = readDatabaseAddress(url);
  const pool = new pg.Pool({
    connectionString: driverAddress(address, url),
    ...(address.findsPrimary && { Client: primaryClient(address) }),
    max: options.max ?? 10,
    application_name: options.applicationName ?? "hub",
    options: `-c TimeZone=UTC${options.waitsForDisk === false ? " -c synchronous_commit=off" : ""}`,
    connectionTimeoutMillis: 10_000,
  });
  // The pool replaces a connection that breaks while idle; without a listener the error would end the process. If the
  // server is gone for good, the next query fails.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    takeBackOnce(client);
  });
  return pool;
}

/**
 * Ignores a second release of a client, on which the pool throws. graphile-worker releases a client twice if a session
 * is lost while its queue closes, and the uncaught error would end the process. The pool sets `release` again each time
 * it lends the client.
 */
function takeBackOnce(client: pg.PoolClient): void {
  let release: pg.PoolClient["release"] = () => undefined;
  Object.defineProperty(client, "release", {
    get: () => release,
    set(takeBack: pg.PoolClient["release"]) {
      let isBack = false;
      release = (error) => {
        if (isBack) return;
        isBack = true;
        takeBack(error);
      };
    },
  });
}

/** The URL that a driver gets: one of several servers, since the driver must not choose one itself. */
function driverAddress(address: DatabaseAddress, url: string): string {
  const [first] = address.servers;
  return address.findsPrimary && first ? addressOn(address, first) : url;
}

/** The address of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const address = readDatabaseAddress(url);
  address.url.pathname = `/${database}`;
  return writeDatabaseAddress(address);
}

/** The address of the same database with another login. */
export function withLogin(url: string, user: string, password: string): string {
  const address = readDatabaseAddress(url);
  address.url.username = encodeURIComponent(user);
  address.url.password = encodeURIComponent(password);
  return writeDatabaseAddress(address);
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is beyond a safe integer`);
  return value;
}
