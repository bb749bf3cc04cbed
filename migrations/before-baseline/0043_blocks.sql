-- A block closes hours of rooms. It stands in the guard with the bookings, in the same row of the same hour, so that
-- `room_hours_one_booking` decides between the two as between two bookings:
--   booking_id             whose visit it is; null where there is none
--   block_ids              who has closed it, any number: a holiday over a repair, and lifting one leaves the other
-- An hour that both have is a booking that was kept under the block. When its booking lets go, the row stays with the block.
-- A booking claims by a bare insert, so that it meets a block's row as it meets another's: taken. It costs no read more.
--
-- No deadlock, and nobody between reading and closing: whoever closes or lifts first locks the table against every writer of hours
-- (`share row exclusive`), before any row. It waits for appends under way, which are milliseconds and wait for nothing that it
-- has: it asks for no holder's lock, which others take before theirs on the table, and holds no hour while it waits. Reads go on.
-- A venue closes rooms a few times a week; bookings wait for it as long as its one statement takes.
-- Bookings that are cancelled or moved for a block are appended in its transaction, before it: all or nothing.
create sequence block_ids;

alter table room_hours
  alter column booking_id drop not null,
  add column block_ids bigint[] not null default '{}',
  add constraint room_hours_somebodys check (booking_id is not null or block_ids <> '{}');

-- What is closed, of which a booking may be on the hour.
create index room_hours_blocked on room_hours (room_id, starts_at) where block_ids <> '{}';

-- Closes [startsAt, endsAt) of `roomIds`; refuses as a claim does where an hour is a booking's that is not among `kept`.
create function guard.close_hours(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  lock table room_hours in share row exclusive mode;
  if exists (
    select from room_hours
    where room_id in (select jsonb_array_elements_text(p -> 'roomIds')::integer)
      and starts_at >= (p ->> 'startsAt')::timestamptz and starts_at < (p ->> 'endsAt')::timestamptz
      and booking_id is not null
      and booking_id not in (select jsonb_array_elements_text(p -> 'kept')::bigint)) then
    raise exception 'a booking stands in the way' using errcode = 'unique_violation', constraint = 'room_hours_one_booking';
  end if;
  insert into room_hours (room_id, starts_at, block_ids)
  select room::integer, hour, array[p_id]
  from jsonb_array_elements_text(p -> 'roomIds') room,
    generate_series((p ->> 'startsAt')::timestamptz, (p ->> 'endsAt')::timestamptz - interval '1 hour', interval '1 hour') hour
  order by 1, 2
  on conflict on constraint room_hours_one_booking do update set block_ids = room_hours.block_ids || excluded.block_ids;
end $$;

-- What a block has closed is open again, but for what another block has closed or a booking has.
create function guard.open_hours(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  lock table room_hours in share row exclusive mode;
  delete from room_hours
  where room_id in (select jsonb_array_elements_text(p -> 'roomIds')::integer)
    and starts_at >= (p ->> 'startsAt')::timestamptz and starts_at < (p ->> 'endsAt')::timestamptz
    and booking_id is null and block_ids = array[p_id];
  update room_hours set block_ids = array_remove(block_ids, p_id)
  where room_id in (select jsonb_array_elements_text(p -> 'roomIds')::integer)
    and starts_at >= (p ->> 'startsAt')::timestamptz and starts_at < (p ->> 'endsAt')::timestamptz
    and p_id = any (block_ids);
end $$;

-- Hours that a booking lets go under a block are the block's.
create or replace function guard.release(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  delete from room_hours
  where room_id = (p ->> 'roomId')::integer and booking_id = p_id and block_ids = '{}'
    and starts_at in (select text::timestamptz from jsonb_array_elements_text(p -> 'hours') as hour (text));
  update room_hours set booking_id = null, held_until = null, holder = null, caller = null
  where room_id = (p ->> 'roomId')::integer and booking_id = p_id and block_ids <> '{}'
    and starts_at in (select text::timestamptz from jsonb_array_elements_text(p -> 'hours') as hour (text));
end $$;
revoke execute on all functions in schema guard from public;

-- Several appends, of new streams and of such as there are, all or none, in their order: a block with the bookings that make way
-- for it. Locks the hours before any of them (see above); answers where each has come to.
create function append_events_together(requests jsonb)
returns table (stream_id bigint, epoch integer, xid xid8, "position" bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  request jsonb;
begin
  lock table room_hours in share row exclusive mode;
  for request in select value from jsonb_array_elements(requests) with ordinality order by ordinality loop
    return query select done.stream_id, done.epoch, done.xid, done.position from append_events(request) done;
  end loop;
end $$;
revoke execute on function append_events_together from public;
grant execute on function append_events_together to hub_runtime;

-- Built by the projection `availability`, beside its table: what visitors read of blocks, and staff.
create table room_blocks (
  block_id bigint primary key,
  version integer not null,
  room_ids integer[] not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null,
  public boolean not null,
  lifted boolean not null
);
create index room_blocks_standing on room_blocks (starts_at) where not lifted;
grant select, insert, update, delete on room_blocks to hub_runtime;
