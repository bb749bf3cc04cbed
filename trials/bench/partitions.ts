/** Measures the log as one table beside the log in partitions (docs/scale.md): `tsx trials/bench/partitions.ts [bookings] [partitions]`. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { append } from "../../core/log/append.ts";
import type { LogPosition } from "../../core/log/position.ts";
import { readAfter, readRawStream } from "../../core/log/read.ts";
import { openSql, type Sql, withDatabase } from "../../core/platform/database/database.ts";
import { startEmbeddedPostgres } from "../../core/platform/embedded-postgres/embedded-postgres.ts";
import { createLogger } from "../../core/platform/logger.ts";
import { partitionLog } from "../../core/testing/partitioned-log.ts";
import { migrate } from "../../migrations/runner.ts";
import { measureRivals, perSecond, report } from "./core/measure.ts";
import { writeHistory } from "./projections/history.ts";

const CLIENTS = 16;
const [bookings = 500_000, partitions = 16] = process.argv.slice(2).map(Number);
const data = { paymentIntentId: "pi_bench", amountCents: 7_500 };

const appendOne = (sql: Sql) => () =>
  append(sql, {
    stream: { category: "booking" },
    expectedVersion: 0,
    commandId: randomUUID(),
    events: [{ type: "PaymentIntentOpened", schemaVersion: 1, data }],
    meta: { actor: { kind: "visitor" }, requestId: "bench" },
    occurredAt: new Date(),
  });

const someStream = (sql: Sql) => () =>
  readRawStream(sql, `booking-${1 + Math.floor(Math.random() * bookings)}`);

/** Reads pages of the log from its middle, one after another, as a projection that is far behind reads them. */
function pages(sql: Sql, middle: LogPosition): () => Promise<unknown> {
  let at = middle;
  return async () => {
    const events = await readAfter(sql, at, 500);
    at = events.at(-1)?.at ?? middle;
  };
}

async function sizes(ownerSql: Sql): Promise<string> {
  const rows = await ownerSql<{ name: string; bytes: number }[]>`
    select case when c.relkind = 'r' then 'rows' else regexp_replace(c.relname, '_\\d+$', '') end as name,
      sum(pg_relation_size(c.oid))::int8 as bytes
    from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where c.relkind in ('r', 'i') and (s.nspname ~ '^events_\\d+$' or (s.nspname = 'public' and c.relname ~ '^event'))
    group by 1 order by 1`;
  const [count] = await ownerSql<{ events: number }[]>`select count(*) as events from events`;
  const events = count?.events ?? 1;
  const parts = rows.map(({ name, bytes }) => `${name} ${Math.round(bytes / events)}`);
  return `${events.toLocaleString("en-US")} events; bytes an event: ${parts.join(", ")}`;
}

const dataDir = mkdtempSync(join(tmpdir(), "hub-bench-"));
const server = await startEmbeddedPostgres({ dataDir, logger: createLogger({ logLevel: "silent" }) });
const opened: Sql[] = [];
try {
  const admin = open(server.ownerUrl, 1);
  const forms: { name: string; sql: Sql; middle: LogPosition }[] = [];
  for (const name of ["whole", "partitioned"]) {
    await admin`create database ${admin(name)}`;
    const ownerSql = open(withDatabase(server.ownerUrl, name), 2);
    await migrate(withDatabase(server.ownerUrl, name));
    if (name === "partitioned") await partitionLog(ownerSql, partitions);
    const began = performance.now();
    await writeHistory(ownerSql, bookings);
    const seconds = (performance.now() - began) / 1_000;
    await ownerSql`vacuum analyze events`;
    await ownerSql`checkpoint`;
    report(`${name}: filled in ${seconds.toFixed(0)} s`, await sizes(ownerSql), "");
    const [middle] = await ownerSql<LogPosition[]>`
      select epoch, xid, position from events order by epoch, xid, position offset ${bookings * 2} limit 1`;
    if (!middle) throw new Error("The log is empty");
    forms.push({ name, sql: open(withDatabase(server.runtimeUrl, name), CLIENTS), middle });
  }
  const [whole, partitioned] = forms;
  if (!whole || !partitioned) throw new Error("Nothing to compare");
  const compare = async (
    what: string,
    unit: string,
    calls: [() => Promise<unknown>, () => Promise<unknown>],
  ) => {
    const rates = await measureRivals({ whole: calls[0], partitioned: calls[1] }, { concurrency: CLIENTS });
    const share = (rates.partitioned.perSecond / rates.whole.perSecond).toFixed(2);
    report(
      what,
      perSecond(rates.whole, unit),
      `partitioned: ${perSecond(rates.partitioned, unit)}, ${share} × one table`,
    );
  };
  await compare("append to a new stream", "appends", [appendOne(whole.sql), appendOne(partitioned.sql)]);
  await compare("a stream read", "streams", [someStream(whole.sql), someStream(partitioned.sql)]);
  await compare("pages of 500 in the log's order", "pages", [
    pages(whole.sql, whole.middle),
    pages(partitioned.sql, partitioned.middle),
  ]);
} finally {
  await Promise.all(opened.map((sql) => sql.end({ timeout: 5 })));
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function open(url: string, max: number): Sql {
  const sql = openSql(url, { max, applicationName: "hub bench" });
  opened.push(sql);
  return sql;
}
