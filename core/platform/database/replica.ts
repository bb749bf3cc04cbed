/** Measures how far a streaming replica is behind its primary, in bytes of the write-ahead log. */
import type { Sql } from "./database.ts";

export interface PrimaryPosition {
  /** The same for a cluster and all its replicas, and different for every other cluster. */
  cluster: string;
  /** Bytes of write-ahead log written so far. */
  written: number;
}

export type ReplicaPosition = {
  cluster: string;
  /** Bytes of the primary's log that have been replayed for reading; null once the server takes writes itself. */
  replayed: number | null;
  /** UTC instant of the primary's last commit that is visible; null before the first. */
  lastReplayedAt: Date | null;
};

/** The state of a replica for a process that reads from it. */
export interface ReplicaStatus {
  up: boolean;
  /** The age of the data in seconds: how long ago the primary was where the replica is now. */
  lagSeconds: number;
  behindBytes: number;
}

export async function readPrimaryPosition(sql: Sql): Promise<PrimaryPosition> {
  const [row] = await sql<PrimaryPosition[]>`
    select system_identifier::text as cluster, (pg_current_wal_lsn() - '0/0')::int8 as written
    from pg_control_system()`;
  if (!row) throw new Error("The primary did not report its position");
  return row;
}

export async function readReplicaPosition(sql: Sql): Promise<ReplicaPosition> {
  const [row] = await sql<ReplicaPosition[]>`
    select system_identifier::text as cluster,
      case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::int8 end as replayed,
      pg_last_xact_replay_timestamp() as "lastReplayedAt"
    from pg_control_system()`;
  if (!row) throw new Error("The replica did not report its position");
  return row;
}

/** Why nothing may be read from the replica, as a text for an operator; null if it is this primary's replica. */
export function replicaProblem(primary: PrimaryPosition, replica: ReplicaPosition): string | null {
  if (replica.cluster !== primary.cluster) return "it is a replica of another database";
  return replica.replayed === null ? "it takes writes itself and follows no server" : null;
}
