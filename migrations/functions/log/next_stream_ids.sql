-- The next numbers of a category, for appends whose new streams name each other. A number that is not used then stays unused.

create or replace function next_stream_ids(category text, n integer) returns setof bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select nextval((category || '_ids')::regclass) from generate_series(1, n)
$$;

revoke execute on function next_stream_ids from public;
grant execute on function next_stream_ids to hub_runtime;
