/** Runs `make rebuild`: rebuilds several projections in one pass over the log, with a progress bar; it can be stopped and continued. */

import type { Config } from "../core/platform/config/config.ts";
import type { Sql } from "../core/platform/database/database.ts";
import { loadKeys } from "../core/platform/secrets/keys.ts";
import { pseudonymsWith } from "../core/platform/secrets/pseudonyms.ts";
import type { Projection } from "../projections/engine/projection.ts";
import { type Rebuilt, rebuildProjections } from "../projections/engine/rebuild.ts";
import { type FollowerContext, projections } from "../projections/followers.ts";
import { printLine, progressBar } from "./operator.ts";

/** What followers of this database need to know. */
export const followerContext = async (sql: Sql, config: Config): Promise<FollowerContext> => ({
  timeZone: config.venueTimezone,
  ...pseudonymsWith((await loadKeys(sql)).holders),
});

/** The projections of these names, as this database needs them; throws if a name has none. */
export async function projectionsNamed(
  sql: Sql,
  config: Config,
  names: readonly string[],
): Promise<Projection[]> {
  const known = projections(await followerContext(sql, config));
  return names.map((name) => {
    const found = known.find((one) => one.name === name);
    if (!found) {
      throw new Error(`There is no projection "${name}". Choose ${known.map((one) => one.name).join(", ")}.`);
    }
    return found;
  });
}

/** `fromStart`: do not continue a rebuild that was stopped. */
export async function rebuildCommand(
  sql: Sql,
  config: Config,
  { names, fromStart }: { names: readonly string[]; fromStart: boolean },
): Promise<void> {
  const wanted = await projectionsNamed(sql, config, names);
  const bar = progressBar(names.length === 1 ? (names[0] ?? "") : `${names.length} projections`, "events");
  let taken = { seconds: 0, rate: 0 };
  const rebuilt = await rebuildProjections(sql, wanted, {
    fromStart,
    onProgress: ({ done, total }) => bar.show(done, total),
  }).finally(() => {
    taken = bar.stop();
  });
  const { seconds, rate } = taken;
  for (const one of rebuilt) for (const line of linesOf(one)) printLine(line);
  printLine(`rebuilt ${rebuilt.length} in ${seconds.toFixed(1)} s (${rate} events/s)`);
}

function linesOf({ name, events, resumed, compared }: Rebuilt): string[] {
  const from = resumed ? "continued, " : "";
  return [
    `${name}: live, ${from}${events} events`,
    ...compared.map(({ table, rows, differing }) => {
      const verdict =
        differing === null ? "the log grew too fast to compare" : `${differing} different from before`;
      return `  ${table.padEnd(20)} ${rows} rows, ${verdict}`;
    }),
  ];
}
