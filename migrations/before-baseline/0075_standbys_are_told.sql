-- The processes' login sees of PostgreSQL's own list no more than that somebody follows. How far a standby is, and whether commits wait for it,
-- is what an operator has to be told; the owner of this function sees it as a superuser, or as a member of pg_read_all_stats.
create function standbys() returns table (
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
revoke all on function standbys() from public;
grant execute on function standbys() to hub_runtime;
