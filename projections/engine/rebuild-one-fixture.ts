/** Rebuilds one projection in a test; returns how many events it folded. */
import type { Sql } from "../../core/platform/database/database.ts";
import type { Projection } from "./projection.ts";
import { type RebuildProgress, rebuildProjections } from "./rebuild.ts";

export async function rebuildProjection(
  sql: Sql,
  projection: Projection,
  onProgress: (progress: RebuildProgress) => void,
): Promise<number> {
  const [rebuilt] = await rebuildProjections(sql, [projection], { onProgress });
  return rebuilt?.events ?? 0;
}
