/**
 * Measures which statements the product sends to PostgreSQL, by the server's own log: those of the worker for a single booking, and those
 * of all processes in an idle product.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openSql, type Sql } from "../../core/platform/database/database.ts";
import { freePort } from "../../core/testing/free-port.ts";
import { report } from "./core/measure.ts";
import { startProgram, stopProgram } from "./servers/programs.ts";
import { HEADERS, submissions } from "./servers/submissions.ts";

const BOOKING_AIM = 40;
const IDLE_AIM = 3;
/** A whole minute, so that each minutely task runs exactly once in it. */
const IDLE_MS = 60_000;
const SETTLE_MS = 30_000;
/** Longer than the least pause between two signed heads, so that no seal of the next booking has to wait. */
const CALM_MS = 4_000;
/** The cost of a booking is counted for at least this long: polling without a result is part of it. */
const BOOKING_MS = 3_000;
/** Minutely tasks run at full minutes: a booking and its consequences are measured between two of them. */
const CLEAR_OF_MINUTES = { from: 5, until: 40 };
/** The bench's own sessions, which are not counted. */
const OBSERVER = "bench";

interface Statement {
  /** The application name of the session. */
  application: string;
  text: string;
}

interface Statements {
  /** Statements of all processes, from the booking's request until everything that it caused has ended (`ms`), and for 3 s at least. */
  booking: { statements: Statement[]; ms: number };
  idle: { statements: Statement[]; ms: number };
}

/** Prints both figures; with `breakdown` also the statements. Takes two minutes: it starts a product of its own, which must be built. */
export async function benchStatements({ breakdown = false } = {}): Promise<void> {
  const { booking, idle } = await countStatements();
  const ofWorker = booking.statements.filter(({ application }) => application.startsWith("hub worker"));
  report(
    "statements, one booking",
    `${ofWorker.length} in the worker${within(ofWorker.length, BOOKING_AIM)}`,
    `${booking.statements.length - ofWorker.length} in the BFF, ${Math.round(booking.ms)} ms until mail and seal`,
  );
  const perSecond = (idle.statements.length / idle.ms) * 1_000;
  report(
    "statements, idle product",
    `${perSecond.toFixed(2)}/s in all${within(perSecond, IDLE_AIM)}`,
    `over ${Math.round(idle.ms / 1_000)} s`,
  );
  if (!breakdown) return;
  for (const [title, { statements }] of Object.entries({ booking, idle })) {
    process.stdout.write(`\n${title}\n`);
    for (const [line, count] of byFirstWords(statements)) {
      process.stdout.write(`${String(count).padStart(6)}  ${line}\n`);
    }
  }
}

const within = (value: number, aim: number): string => ` (aim ≤ ${aim}${value <= aim ? "" : ", MISSED"})`;

async function countStatements(): Promise<Statements> {
  const dataDir = mkdtempSync(join(tmpdir(), "hub-bench-"));
  const product = await startProgram("dist/product.js", {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LOG_LEVEL: "warn",
    RATE_LIMIT_BOOKINGS: "0",
  });
  const ownerUrl = readFileSync(join(dataDir, "owner-url"), "utf8").trim();
  const sql = openSql(ownerUrl, { max: 1, applicationName: OBSERVER });
  const log = statementLog(join(dataDir, "postgres.log"));
  const bodies = submissions();
  let made = 0;
  try {
    await sql`alter system set log_line_prefix = '%n %a: '`;
    await sql`alter system set log_statement = 'all'`;
    await sql`select pg_reload_conf()`;
    // The first booking pays for plans and connections that stay.
    await bookAndSettle();
    await delay(CALM_MS);
    await clearOfMinutes();
    const bookingFrom = log.end();
    const began = performance.now();
    await bookAndSettle();
    const ms = performance.now() - began;
    await delay(BOOKING_MS - ms);
    const booking = { statements: log.since(bookingFrom), ms };
    await delay(CALM_MS);
    const idleFrom = log.end();
    await delay(IDLE_MS);
    return { booking, idle: { statements: log.since(idleFrom), ms: IDLE_MS } };
  } finally {
    await sql.end({ timeout: 5 });
    await stopProgram(product);
    rmSync(dataDir, { recursive: true, force: true });
  }

  async function bookAndSettle(): Promise<void> {
    const body = bodies.next().value ?? "";
    const response = await fetch(`${product.origin}/api/bookings`, {
      method: "POST",
      headers: HEADERS,
      body,
    });
    if (response.status !== 201) throw new Error(await response.text());
    const { id } = (await response.json()) as { id: number }; // the contract's shape of a 201
    made += 1;
    for (let waited = 0; waited < SETTLE_MS; waited += 25) {
      if (mailsIn(join(dataDir, "outbox")) === made && (await hasEnded(sql, id))) return;
      await delay(25);
    }
    throw new Error(`the work that booking ${id} caused did not end`);
  }
}

/** The folder is created with the first mail. */
const mailsIn = (outbox: string): number =>
  existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith(".eml")).length : 0;

/** Whether every read table shows the booking, the log is sealed, and no job is due or soon due. */
async function hasEnded(sql: Sql, bookingId: number): Promise<boolean> {
  const [row] = await sql<{ ended: boolean }[]>`
    select exists (select from availability where booking_id = ${bookingId})
      and exists (select from bookings where booking_id = ${bookingId})
      and exists (select from analytics_bookings where booking_id = ${bookingId})
      and (select count(*) from log_leaves) = (select count(*) from events)
      and not exists (select from graphile_worker.jobs
        where run_at < now() + interval '10 seconds' and attempts < max_attempts) as ended`;
  return row?.ended ?? false;
}

async function clearOfMinutes(): Promise<void> {
  const { from, until } = CLEAR_OF_MINUTES;
  const second = (Date.now() / 1_000) % 60;
  if (second < from) await delay((from - second) * 1_000);
  else if (second > until) await delay((60 + from - second) * 1_000);
}

/** A statement that is prepared once and executed often is logged at each execution; so are begin and commit. */
function statementLog(file: string) {
  return {
    /** Bytes written so far. */
    end: () => statSync(file).size,
    since(offset: number): Statement[] {
      // A continuation line begins with a tab.
      const entries = readFileSync(file)
        .subarray(offset)
        .toString("utf8")
        .split(/\n(?!\t)/);
      return entries.flatMap((entry) => {
        const found = /^\d+\.\d+ (.*?): LOG: {2}(?:statement|execute [^:]*): (.*)$/s.exec(entry);
        const [, application = "", text = ""] = found ?? [];
        return found && application !== OBSERVER ? [{ application, text }] : [];
      });
    },
  };
}

/** The most frequent first. */
function byFirstWords(statements: readonly Statement[]): [line: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { application, text } of statements) {
    const words = text.replace(/\s+/g, " ").trim().slice(0, 96);
    const line = `${application.padEnd(16)} ${words}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
