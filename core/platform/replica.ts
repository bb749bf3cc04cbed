/** Owns how far a streaming replica has come behind its primary, in the write-ahead log's own measure. */
import type { Sql } from "./database.ts";

export interface PrimaryPlace {
  /** The same for a cluster and all its replicas, for no others. */
  cluster: string;
  /** Bytes of write-ahead log written so far. */
  written: number;
}

export type ReplicaPlace = {
  cluster: string;
  /** Bytes of the primary's log that its readers see; null once it is a server that takes writes itself. */
  replayed: number | null;
  /** UTC instant at which the primary committed the last thing that is seen; null before the first. */
  lastReplayedAt: Date | null;
};

/** How a replica stands toward a process that reads there. */
export interface ReplicaStatus {
  up: boolean;
  /** Age of what it shows: how long ago the primary was where the replica is now. */
  lagSeconds: number;
  behindBytes: number;
}

export async function readPrimaryPlace(sql: Sql): Promise<PrimaryPlace> {
  const [row] = await sql<PrimaryPlace[]>`
    select system_identifier::text as cluster, (pg_current_wal_lsn() - '0/0')::int8 as written
    from pg_control_system()`;
  if (!row) throw new Error("The primary does not say where it is");
  return row;
}

export async function readReplicaPlace(sql: Sql): Promise<ReplicaPlace> {
  const [row] = await sql<ReplicaPlace[]>`
    select system_identifier::text as cluster,
      case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::int8 end as replayed,
      pg_last_xact_replay_timestamp() as "lastReplayedAt"
    from pg_control_system()`;
  if (!row) throw new Error("The replica does not say where it is");
  return row;
}

/** Why nothing may be read there, in words for an operator; null when it is this primary's replica. */
export function whyNotReplica(primary: PrimaryPlace, replica: ReplicaPlace): string | null {
  if (replica.cluster !== primary.cluster) return "it is a replica of another database";
  return replica.replayed === null ? "it takes writes itself and follows nobody" : null;
}
