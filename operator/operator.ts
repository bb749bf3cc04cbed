/** Runs an operator's command on the product's database, with output on the terminal and a progress bar for long work. */
import { Presets, SingleBar } from "cli-progress";
import { type Config, loadConfigOrExit } from "../core/platform/config/config.ts";
import { openSql, POOL_MAX, type Sql } from "../core/platform/database/database.ts";
import { createLogger, flushLogs } from "../core/platform/logger.ts";
import { connectOperator } from "../core/platform/operator-database.ts";
import { assertVenueZone } from "../core/venue/venue-zone.ts";

/** The exit code that a shell expects from a command ended by Ctrl-C. */
const INTERRUPTED = 130;

/** Differs from 1, which says that a check found something (decision 211). */
export const COULD_NOT_RUN = 2;

export const warn = (line: string): void => void process.stderr.write(`${line}\n`);
export const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

/** The reader of the output has closed it (`… | head`), so the command ends as by Ctrl-C. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.kill(process.pid, "SIGTERM");
}

/**
 * Runs a command on the product's database as its owner, whether or not the product runs; with `create`, the database is created first;
 * with `anyZone`, `VENUE_TIMEZONE` may differ from the database's zone.
 */
export async function onDatabase(
  command: (sql: Sql, config: Config, ownerUrl: string) => Promise<void>,
  pool: "operator" | "demo" = "operator",
  { create = false, anyZone = false }: { create?: boolean; anyZone?: boolean } = {},
): Promise<void> {
  const config = loadConfigOrExit(COULD_NOT_RUN);
  const logger = createLogger({ logLevel: "warn" });
  for (const stream of [process.stdout, process.stderr]) stream.on("error", endWithReader);
  try {
    const database = await connectOperator(config, { logger, create });
    const sql = openSql(database.url, { max: POOL_MAX[pool], applicationName: "hub operator" });
    // A server that was started for the command must be stopped if the command is interrupted.
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => void database.close().finally(() => process.exit(INTERRUPTED)));
    }
    try {
      if (!anyZone) await assertVenueZone(sql, config.venueTimezone);
      await command(sql, config, database.url);
    } finally {
      await sql.end({ timeout: 5 });
      await database.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = COULD_NOT_RUN;
  }
  await flushLogs(logger);
}

/** Ends the process with 1 if a check has found something. */
export async function exitWithFindings(check: Promise<number>): Promise<void> {
  if ((await check) > 0) process.exitCode = 1;
}

/** A bar with rate and remaining time; without a terminal, a line each second. */
export function progressBar(label: string, unit: string) {
  const bar = new SingleBar(
    {
      format: `${label.padEnd(14)} {bar} {percentage}%  {value}/{total} ${unit}  {rate}/s  {remaining} left`,
      etaBuffer: 50,
      hideCursor: true,
      noTTYOutput: true,
      notTTYSchedule: 1_000,
    },
    Presets.shades_classic,
  );
  const began = Date.now();
  let shown = 0;
  const secondsSince = (): number => Math.max(0.001, (Date.now() - began) / 1_000);
  return {
    show(done: number, total: number): void {
      shown = done;
      const rate = done / secondsSince();
      const remaining = rate > 0 ? `${Math.ceil((total - done) / rate)} s` : "…";
      if (!bar.isActive) bar.start(total, 0, { rate: "…", remaining: "…" });
      bar.setTotal(total);
      bar.update(done, { rate: Math.round(rate), remaining });
    },
    stop(): { seconds: number; rate: number } {
      bar.stop();
      return { seconds: secondsSince(), rate: Math.round(shown / secondsSince()) };
    },
  };
}
