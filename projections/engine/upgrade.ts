/** Upgrades projections to the version of this code: a worker that starts with a newer version builds it beside the live one. */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Sql } from "../../core/platform/database/database.ts";
import type { Projection } from "./projection.ts";
import { rebuildProjections } from "./rebuild.ts";
import { AlreadyRebuilding } from "./rebuild-state.ts";

/** How often a worker checks whether another one has finished the same upgrade. */
const OTHERS_MS = 1_000;
/** How long to wait before retrying a version that could not be built; an operator may fix the cause meanwhile. */
const FAILED_MS = 60_000;

/** Returns when every projection's rows are of this code's version or a newer one, or when it is told to stop. Never throws. */
export async function upgradeProjections(
  sql: Sql,
  projections: readonly Projection[],
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      const outdated = await outdatedAmong(sql, projections, logger);
      if (outdated.length === 0) return;
      const failed = await build(sql, outdated, { logger, signal });
      if (failed === 0) continue;
      await delay(failed === outdated.length ? FAILED_MS : 0, undefined, { signal });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AlreadyRebuilding))
        logger.error({ err: error }, "could not read the projections' versions");
      await delay(OTHERS_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function outdatedAmong(
  sql: Sql,
  projections: readonly Projection[],
  logger: Logger,
): Promise<Projection[]> {
  const rows = await sql<{ name: string; version: number }[]>`select name, version from projection_cursors`;
  const live = new Map(rows.map(({ name, version }) => [name, version]));
  const outdated: Projection[] = [];
  for (const projection of projections) {
    const { name, version } = projection;
    const has = live.get(name) ?? version;
    if (has < version) outdated.push(projection);
    if (has > version) {
      logger.warn(
        { projection: name, version, live: has },
        "left to a newer worker, which builds this projection",
      );
    }
  }
  return outdated;
}

/** Builds all in one pass; if that fails, each alone, so that one failure does not delay the others. Returns how many failed. */
async function build(
  sql: Sql,
  outdated: readonly Projection[],
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<number> {
  const names = outdated.map(({ name, version }) => `${name}@${version}`);
  logger.info({ projections: names }, "building newer versions of projections beside the live ones");
  try {
    for (const { name, events, compared } of await rebuildProjections(sql, outdated, { signal })) {
      logger.info({ projection: name, events, compared }, "a newer version of a projection is live");
    }
    return 0;
  } catch (error) {
    if (signal.aborted || error instanceof AlreadyRebuilding) throw error;
    const [only, ...others] = outdated;
    if (only && others.length === 0) {
      logger.error(
        { projection: only.name, err: error },
        "a newer version of a projection could not be built",
      );
      return 1;
    }
    let failed = 0;
    for (const one of outdated) failed += await build(sql, [one], { logger, signal });
    return failed;
  }
}
