-- Several appends, of new and of existing streams, all or nothing, in their order: a closure with the bookings that make way for it.
-- Locks the hours before the first append (see close_hours.sql), then the streams (see lock_streams.sql). Answers the last position of each.

create or replace function append_events_together(requests jsonb)
returns table (stream_id bigint, epoch integer, xid xid8, "position" bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '100ms' as $$
#variable_conflict use_column
declare
  request jsonb;
begin
  lock table room_hours in share row exclusive mode;
  perform lock_streams(requests);
  for request in select value from jsonb_array_elements(requests) with ordinality order by ordinality loop
    return query select done.stream_id, done.epoch, done.xid, done.position from append_events(request) done;
  end loop;
end $$;

revoke execute on function append_events_together from public;
grant execute on function append_events_together to hub_runtime;
