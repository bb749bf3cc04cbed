/**
 * Makes the event log in the form that a very long one would need, partitioned by the hash of the stream, for trials
 * against the single table that the product uses.
 */
import type { Sql } from "../platform/database/database.ts";

/**
 * Replaces `events`, which must be empty and is dropped, with a partitioned table. The unique keys decide how to
 * partition: a partition checks only its own rows, so (stream, version) stays unique if each stream is in one partition;
 * partitioning by time would not ensure that. A command's id does not tell its stream, so it moves into a table of its
 * own. The product's functions are not changed.
 */
export async function partitionLog(ownerSql: Sql, partitions: number): Promise<void> {
  await ownerSql.begin(async (tx) => {
    await tx.unsafe(`
      drop table events;
      create sequence events_position_seq;
      create table events (
        position bigint not null default nextval('events_position_seq'),
        xid xid8 not null default pg_current_xact_id(),
        epoch integer not null default 1,
        stream text not null,
        version integer not null check (version > 0),
        type text not null,
        schema_version smallint not null,
        data jsonb not null,
        meta jsonb not null,
        command_id text not null,
        command_seq smallint not null,
        occurred_at timestamptz not null,
        recorded_at timestamptz default now(),
        constraint events_one_version primary key (stream, version)
      ) partition by hash (stream);
      -- No longer unique by itself: the sequence gives each position once.
      create index events_in_order on events (epoch, xid, position);

      create table event_commands (
        command_id text constraint events_one_command primary key,
        stream text not null
      );
      create function note_command() returns trigger language plpgsql as $$
      begin
        insert into event_commands (command_id, stream) values (new.command_id, new.stream);
        return null;
      end $$;`);
    for (let n = 0; n < partitions; n++) {
      // A refusal names the partition's own constraint. In a schema of its own, the constraint may have the name that the product knows.
      await tx.unsafe(`
        create schema events_${n};
        create table events_${n}.events (like events including defaults including constraints,
          constraint events_one_version primary key (stream, version));
        alter table events attach partition events_${n}.events
          for values with (modulus ${partitions}, remainder ${n});
        -- TRUNCATE of a partition asks only the partition's own triggers.
        create trigger events_are_never_truncated before truncate on events_${n}.events
          for each statement execute function refuse_change_of_history();
        alter table events_${n}.events enable always trigger events_are_never_truncated;`);
    }
    await tx.unsafe(`
      create trigger events_are_immutable before update or delete on events
        for each row execute function refuse_change_of_history();
      create trigger events_are_never_truncated before truncate on events
        for each statement execute function refuse_change_of_history();
      alter table events enable always trigger events_are_immutable;
      alter table events enable always trigger events_are_never_truncated;
      create trigger events_note_command after insert on events
        for each row when (new.command_seq = 0) execute function note_command();
      grant select on events to hub_runtime;`);
  });
}
