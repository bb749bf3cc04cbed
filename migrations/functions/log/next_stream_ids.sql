-- The next numbers of a category, for appends whose new streams name each other. A number that is not used then stays unused.
-- The commit does not wait for the disk: the commit of an append that uses the numbers writes this change out too, since it is earlier in
-- the write-ahead log, and numbers that no append uses may come again after a crash.

create or replace function next_stream_ids(category text, n integer) returns setof bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  return query select nextval((category || '_ids')::regclass) from generate_series(1, n);
end $$;

revoke execute on function next_stream_ids from public;
grant execute on function next_stream_ids to hub_runtime;
