/** Runs `make as-of` and `make diff`: prints a projection as of an instant, or the differences between its live rows and the log. */
import { once } from "node:events";
import type { LogPosition } from "../core/log/position.ts";
import type { Config } from "../core/platform/config/config.ts";
import type { Sql, TransactionSql } from "../core/platform/database/database.ts";
import { keyColumnsOf } from "../projections/engine/compare.ts";
import type { Projection } from "../projections/engine/projection.ts";
import { progressBar } from "./operator.ts";
import { projectionsNamed } from "./rebuild-command.ts";
import { withReplayAsOf, withReplayTo } from "./replay.ts";
import { differencesBetween, type RowDifference, rowsByKey } from "./row-differences.ts";

/** Instants in ISO 8601 with their offset; a day alone would be ambiguous. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

export function readInstant(text: string): Date {
  const instant = new Date(text);
  if (!INSTANT.test(text) || Number.isNaN(instant.getTime())) {
    throw new Error(`"${text}" is not an instant. Write it like 2026-11-21T10:00:00Z.`);
  }
  return instant;
}

/** Waits while the reader of the output is slower than this process. */
async function print(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, "drain");
}

async function oneNamed(sql: Sql, config: Config, name: string): Promise<Projection> {
  const [projection] = await projectionsNamed(sql, config, [name]);
  if (!projection) throw new Error(`There is no projection "${name}".`);
  return projection;
}

/** Prints the rows that all events decided up to the instant make, as NDJSON; of several tables, each row begins with its table. */
export async function asOfCommand(
  sql: Sql,
  config: Config,
  { name, at }: { name: string; at: string },
): Promise<void> {
  const instant = readInstant(at);
  const projection = await oneNamed(sql, config, name);
  const bar = progressBar(name, "events");
  const onProgress = ({ done, total }: { done: number; total: number }): void => bar.show(done, total);
  await withReplayAsOf(sql, projection, { instant, onProgress }, async ({ session, tableOf }) => {
    bar.stop();
    for (const table of projection.tables) {
      const named = projection.tables.length === 1 ? "" : `"table":${JSON.stringify(table)},`;
      const keys = await keyColumnsOf(sql, `public.${table}`);
      for await (const { row } of rowsByKey(session, tableOf(table), keys))
        await print(`{${named}${row.slice(1)}`);
    }
  });
}

/** Runs one projection after another; of several, each line begins with its projection. Returns how many differences were printed. */
export async function diffCommand(sql: Sql, config: Config, names: readonly string[]): Promise<number> {
  let found = 0;
  for (const projection of await projectionsNamed(sql, config, names)) {
    const named = names.length === 1 ? "" : `${projection.name}: `;
    const bar = progressBar(projection.name, "events");
    const onProgress = ({ done, total }: { done: number; total: number }): void => bar.show(done, total);
    await diffProjection(sql, projection, onProgress, async (line) => {
      found += 1;
      await print(`${named}${line}`);
    }).finally(() => bar.stop());
  }
  return found;
}

/** Compares the live rows with a replay up to the last event that they contain, while the log grows. */
export async function diffProjection(
  sql: Sql,
  projection: Projection,
  onProgress: (progress: { done: number; total: number }) => void,
  tell: (line: string) => Promise<void>,
): Promise<void> {
  const { name, tables } = projection;
  const upTo = await placeOf(sql, projection);
  await withReplayTo(sql, projection, { upTo, onProgress }, async ({ session, tableOf, goOn }) => {
    await sql.begin("isolation level repeatable read read only", async (live) => {
      await goOn(await placeOf(live, projection), live);
      for (const table of tables) {
        const differences = differencesBetween(
          { sql: live, table: `public.${table}` },
          { sql: session, table: tableOf(table) },
        );
        for await (const one of differences)
          await tell(lineOf(one, table === name || tables.length === 1 ? "" : `${table} `));
      }
    });
  });

  async function placeOf(from: Sql | TransactionSql, { version }: Projection): Promise<LogPosition> {
    const [live] = await from<(LogPosition & { version: number })[]>`
      select epoch, xid, position, version from projection_cursors where name = ${name}`;
    if (!live) throw new Error(`No follower ${name}`);
    if (live.version !== version) {
      throw new Error(
        `The live rows of ${name} are of version ${live.version}, this code makes version ${version}.`,
      );
    }
    return { epoch: live.epoch, xid: live.xid, position: live.position };
  }
}

/** `differs: <key> <column> live=… replay=…`, `only live: <key>`, `only replay: <key>`. */
function lineOf(one: RowDifference, table: string): string {
  const { kind, key } = one;
  if (one.kind !== "differs") return `${kind}: ${table}${key}`;
  return `differs: ${table}${key} ${one.column} live=${one.live} replay=${one.replay}`;
}
