-- How far each standby is, and whether commits wait for it, for the operator. The processes' login alone sees only that one follows;
-- this function's owner sees more as a superuser or as a member of pg_read_all_stats.

create or replace function standbys() returns table (
  name text,
  state text,
  behind_bytes bigint,
  lag_seconds double precision
) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(application_name, ''), coalesce(sync_state, 'hidden'),
    (pg_current_wal_lsn() - replay_lsn)::bigint, extract(epoch from replay_lag)::double precision
  from pg_stat_replication
  where not pg_is_in_recovery() and (state is null or state = 'streaming')
$$;

revoke execute on function standbys from public;
grant execute on function standbys to hub_runtime;
