-- The log and its seal are append-only, for their owner too. A new table of evidence goes into the list below.

create or replace function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  raise exception 'the event log is append-only: % on % is refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;


do $$
declare
  evidence text;
begin
  foreach evidence in array array['events', 'log_leaves', 'log_subtrees', 'log_keys', 'log_checkpoints', 'log_cosignatures'] loop
    execute format('create or replace trigger %I before update or delete on %I for each row
      execute function refuse_change_of_history()', evidence || '_are_immutable', evidence);
    execute format('create or replace trigger %I before truncate on %I for each statement
      execute function refuse_change_of_history()', evidence || '_are_never_truncated', evidence);
    -- They also fire under session_replication_role = replica, so that no session setting opens history.
    execute format('alter table %I enable always trigger %I', evidence, evidence || '_are_immutable');
    execute format('alter table %I enable always trigger %I', evidence, evidence || '_are_never_truncated');
  end loop;
end $$;
