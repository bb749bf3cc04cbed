/** Prints the line of `make status` about the replica. */
import { openSql, type Sql } from "../core/platform/database/database.ts";
import {
  readPrimaryPosition,
  readReplicaPosition,
  replicaProblem,
} from "../core/platform/database/replica.ts";

const PATIENCE_SECONDS = 3;

/** Empty if no replica is configured. Never throws if the replica is unreachable; the line says so. */
export async function printReplica(sql: Sql, readUrl: string | undefined, now: Date): Promise<string[]> {
  if (readUrl === undefined) return [];
  const replica = openSql(readUrl, {
    max: 1,
    applicationName: "hub operator",
    connectTimeout: PATIENCE_SECONDS,
  });
  try {
    const primary = await readPrimaryPosition(sql);
    const place = await readReplicaPosition(replica);
    const reason = replicaProblem(primary, place);
    if (reason !== null) return [`replica: not read from, ${reason}`];
    const bytes = Math.max(0, primary.written - (place.replayed ?? 0));
    if (bytes === 0) return ["replica: 0 bytes behind"];
    const since = place.lastReplayedAt ? (now.getTime() - place.lastReplayedAt.getTime()) / 1_000 : null;
    const last = since === null ? "" : `, its last change is ${Math.max(0, since).toFixed(1)} s old`;
    return [`replica: ${bytes} bytes behind${last}`];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [`replica: not reachable (${why}); everything is read from the primary`];
  } finally {
    await replica.end({ timeout: 1 });
  }
}
