/** Prints the lines of `make status` about the database servers: the one that takes writes and those that follow it. */

import { nameOf, readDatabaseAddress } from "../core/platform/config/database-address.ts";
import type { Sql } from "../core/platform/database/database.ts";
import { primaryStatus } from "../core/platform/database/primary.ts";
import { type Replication, readReplication, type Standby } from "../core/platform/database/standbys.ts";

export interface ServersStatus extends Replication {
  /** `host:port` as in the address; null if no server is known to take writes now. */
  primary: string | null;
  /** Each promotion begins the next timeline; null if the address names one server, which is not asked. */
  timeline: number | null;
}

/** `url` is the address that `sql` was opened with. */
export async function readServers(sql: Sql, url: string): Promise<ServersStatus> {
  const replication = await readReplication(sql);
  const found = primaryStatus(url);
  if (found) return { ...replication, primary: found.server, timeline: found.timeline };
  const [only] = readDatabaseAddress(url).servers;
  return { ...replication, primary: only ? nameOf(only) : null, timeline: null };
}

/** Empty if the address names one server, no standby follows it and its commits wait for none. */
export function printServers(status: ServersStatus): string[] {
  const { primary, timeline, standbys, commitsWait } = status;
  if (timeline === null && standbys.length === 0 && !commitsWait) return [];
  const place = timeline === null ? "" : ` (timeline ${timeline})`;
  return [
    `primary: ${primary ?? "not known"}${place}, ${waitOf(status)}`,
    ...(standbys.length === 0 ? ["    no standby follows it"] : standbys.map(lineOfStandby)),
  ];
}

function waitOf({ standbys, commitsWait }: Replication): string {
  if (!commitsWait) return "commits wait for no standby";
  const isThere = standbys.some(({ state }) => ["sync", "quorum", "hidden"].includes(state));
  return isThere
    ? "commits wait for a standby"
    : "commits wait for a standby that is away: no write is answered";
}

function lineOfStandby({ name, state, behindBytes, lagSeconds }: Standby): string {
  const standby = `    ${name.padEnd(14)} ${state.padEnd(10)}`;
  if (behindBytes === null)
    return `${standby} the owner's login may not see more: grant pg_read_all_stats to it`;
  const lag = lagSeconds === null ? "" : `, replays after ${lagSeconds.toFixed(1)} s`;
  return `${standby} ${behindBytes} bytes behind${lag}`;
}
