/** Measures how fast projections follow the log, and how fast they are rebuilt from it. */

import type { Sql } from "../../../core/platform/database/database.ts";
import { createLogger } from "../../../core/platform/logger.ts";
import { NO_PSEUDONYMS } from "../../../core/platform/secrets/pseudonyms.ts";
import { follow } from "../../../projections/engine/follow.ts";
import { followerOf } from "../../../projections/engine/projection.ts";
import { rebuildProjection } from "../../../projections/engine/rebuild-one-fixture.ts";
import { projections } from "../../../projections/followers.ts";
import { availability } from "../../../projections/views/availability.ts";
import { ratio, report } from "../core/measure.ts";
import { writeHistory } from "./history.ts";

const REBUILD_AIM = 30_000;
const HISTORY_BOOKINGS = 25_000;

/** `ownerSql` writes the log that is read, and makes and swaps the rebuilt tables. */
export async function benchFollow(sql: Sql, ownerSql: Sql): Promise<void> {
  await writeHistory(ownerSql, HISTORY_BOOKINGS);
  await ownerSql`update projection_cursors set epoch = 0, xid = '0', position = 0 where name = 'availability'`;
  await ownerSql`truncate availability`;
  const [count] = await sql<{ total: number }[]>`select count(*) as total from events`;
  const total = count?.total ?? 0;
  const began = performance.now();
  await follow(sql, [followerOf(availability)], { logger: createLogger({ logLevel: "error" }) });
  const rate = total / ((performance.now() - began) / 1_000);
  report(
    "projection, catching up",
    `${Math.round(rate).toLocaleString("en-US")} events/s`,
    `over ${total} events`,
  );

  for (const projection of projections({ timeZone: "America/New_York", ...NO_PSEUDONYMS })) {
    const { name } = projection;
    const at = performance.now();
    const done = await rebuildProjection(ownerSql, projection, () => undefined);
    const speed = done / ((performance.now() - at) / 1_000);
    report(
      `rebuild of ${name}`,
      `${Math.round(speed).toLocaleString("en-US")} events/s`,
      ratio(speed / REBUILD_AIM, `${REBUILD_AIM.toLocaleString("en-US")} events/s`, 1),
    );
  }
}
