/** Owns what the primary says of the servers that follow it: how far each is behind, and whether commits wait for one. */
import type { Sql } from "./database.ts";

export interface Standby {
  /** As it calls itself (`application_name`). */
  name: string;
  /** `sync` or `quorum`: commits wait for it; `potential`: they will when the one before it goes; `async`: never. `hidden`: the owner's login may not see it. */
  state: string;
  /** Write-ahead log that it has not replayed yet; null where that is hidden. */
  behindBytes: number | null;
  /** How long the newest changes took until they were replayed there; null while nothing is written, and where that is hidden. */
  lagSeconds: number | null;
}

export interface Replication {
  standbys: readonly Standby[];
  /** Whether a commit is answered only when a standby has it, too; with no such standby it is not answered at all. */
  commitsWait: boolean;
}

export async function readReplication(sql: Sql): Promise<Replication> {
  const [standbys, [settings]] = await Promise.all([
    sql<Standby[]>`
      select name, state, behind_bytes as "behindBytes", lag_seconds as "lagSeconds" from standbys() order by name`,
    sql<{ commitsWait: boolean }[]>`
      select current_setting('synchronous_standby_names') <> ''
        and current_setting('synchronous_commit') not in ('off', 'local') as "commitsWait"`,
  ]);
  return { standbys, commitsWait: settings?.commitsWait ?? false };
}
