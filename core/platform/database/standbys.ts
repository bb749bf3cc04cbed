/** Reads the primary's report on its standbys: how far each is behind, and whether commits wait for one. */
import type { Sql } from "./database.ts";

export interface Standby {
  /** The name that the standby reports (`application_name`). */
  name: string;
  /**
   * `sync` or `quorum`: commits wait for it; `potential`: they will when the one before it fails; `async`: never.
   * `hidden`: the owner's login may not see it.
   */
  state: string;
  /** Bytes of the write-ahead log that it has not replayed yet; null if that is hidden. */
  behindBytes: number | null;
  /** How many seconds the newest changes took to be replayed there; null while nothing is written, and if that is hidden. */
  lagSeconds: number | null;
}

export interface Replication {
  standbys: readonly Standby[];
  /** Whether a commit is answered only when a standby has it too; without such a standby it is not answered at all. */
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
