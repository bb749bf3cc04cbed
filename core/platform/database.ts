/** Owns how the product connects to PostgreSQL: pools, how many connections each may open, and how database types become ours. */
import { Socket } from "node:net";
import pg from "pg";
import postgres from "postgres";
import {
  addressOn,
  type DatabaseAddress,
  readDatabaseAddress,
  writeDatabaseAddress,
} from "./database-address.ts";
import { arrayTypes } from "./database-arrays.ts";
import { primaryClient, primarySocket } from "./primary-connections.ts";

/**
 * Most connections of each pool. PostgreSQL takes 100 and keeps 3 of them for its superusers: what docker-compose.yml runs at once,
 * and an operator beside it, must stay below.
 */
export const POOL_MAX = {
  /** What commands and reads share, by process. */
  bff: 12,
  worker: 6,
  demo: 8,
  operator: 4,
  migrate: 1,
  /** graphile-worker's: as many as it may run jobs at a time, and one each to listen, for its clock, and for the worker's beats. */
  jobs: 11,
  rateLimits: 3,
  /** A BFF's on the replica, whose server has its own hundred. */
  replica: 13,
  /** Of postgres.js, which listens on a connection of its own. */
  listen: 1,
  /** On each of several servers, to ask whether it takes writes. */
  primary: 1,
} as const;

/** Most connections of each process, all its pools together. */
export const CONNECTIONS = {
  bff: POOL_MAX.bff + POOL_MAX.rateLimits + POOL_MAX.listen + POOL_MAX.primary,
  worker: POOL_MAX.worker + POOL_MAX.jobs + POOL_MAX.listen + POOL_MAX.primary,
  /** The migration's own, and the job queue's beside it. */
  migrate: 2 * POOL_MAX.migrate + POOL_MAX.primary,
  operator: POOL_MAX.operator + POOL_MAX.primary,
  demo: POOL_MAX.demo + POOL_MAX.primary,
} as const;

/**
 * How values arrive: int8 → number (refused beyond 2^53), xid8 → bigint, timestamptz → Date (UTC instant), date → `YYYY-MM-DD`
 * (a venue day has no instant), numeric → string.
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
  /** Most connections that this pool opens. */
  max?: number;
  /** What `pg_stat_activity` shows. */
  applicationName?: string;
};

type SqlOptions = ConnectionOptions & {
  /** After so many seconds a server that does not let us in counts as away. */
  connectTimeout?: number;
  /** Told of every connection that ends, whoever ended it. */
  onClose?: () => void;
  /** After so many milliseconds the server ends a session whose transaction waits for us, and frees what it has locked. */
  idleInTransactionMs?: number;
  /** After so many milliseconds a statement that waits for a lock is refused (55P03). */
  lockTimeoutMs?: number;
  /** After so many milliseconds a statement is cancelled (57014). */
  statementTimeoutMs?: number;
};

type PgPoolOptions = ConnectionOptions & {
  /** False where a crash of the server may lose the last commits, in their order: what is done twice then does no harm. */
  waitsForDisk?: boolean;
};

/** How long a pool waits before it tries a server again that let nobody in: at first, and at most. */
const FIRST_RETRY_SECONDS = 0.01;
const LAST_RETRY_SECONDS = 0.25;

/**
 * Opens a postgres.js pool. Connects at the first query; `sql.end({ timeout: 5 })` closes it. Where a session is lost, whatever it was
 * asked is refused (`isDatabaseUnavailable`), a transaction or a reserved session for good, and the next query has a new one:
 * `patches/` mends the driver for that, as the tests of lost sessions show.
 */
export function openSql(url: string, options: SqlOptions = {}): Sql {
  const address = readDatabaseAddress(url);
  return postgres(driverAddress(address, url), {
    max: options.max ?? 10,
    types: { ...arrayTypes(parseInt8), ...columnTypes },
    // The driver would ask every new session for its array types before anything else.
    fetch_types: false,
    backoff: (failures) => Math.min(FIRST_RETRY_SECONDS * 2 ** failures, LAST_RETRY_SECONDS),
    // Notices ("schema exists, skipping") are for a psql prompt; errors arrive as errors.
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

/** As parameters of the connection: they hold from its first statement, and after every reconnect. */
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

/** As the driver gives it. */
interface Address {
  host: string[];
  port: number[];
  path: string | undefined;
}

/**
 * The driver's own sockets hold a message back until the one before it is acknowledged (Nagle), which a server with nothing to answer yet
 * does after 40 ms: the end of a COPY, the tail of a large statement, a statement behind another. Its option is missing in its types.
 */
function sendingAtOnce(): { socket(address: Address): Socket } {
  return {
    socket({ host: [host], port: [port], path }) {
      const socket = new Socket().setNoDelay(true);
      // What the driver writes meanwhile waits in the socket; host and port are what it asks a certificate for.
      if (path) return socket.connect(path);
      return Object.assign(socket.connect({ host: host ?? "localhost", port: port ?? 5432 }), { host, port });
    },
  };
}

/** Opens a node-postgres pool, for graphile-worker and rate-limiter-flexible, which take no other. */
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
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process. Whoever queries next
  // is told when the server is gone for good.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    takeBackOnce(client);
  });
  return pool;
}

/**
 * The pool throws when a client is given back twice. graphile-worker does that, unheard, where a session is lost while its queue closes:
 * the process would end. The pool sets `release` anew each time it lends the client.
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

/** What a driver is given: of several servers one, since to which it connects is not its own choice. */
function driverAddress(address: DatabaseAddress, url: string): string {
  const [first] = address.servers;
  return address.findsPrimary && first ? addressOn(address, first) : url;
}

/** The same server's address with another database. */
export function withDatabase(url: string, database: string): string {
  const address = readDatabaseAddress(url);
  address.url.pathname = `/${database}`;
  return writeDatabaseAddress(address);
}

/** The same database's address with another login. */
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
