-- A closure closes hours of rooms. It is in `room_hours` with the bookings, in the row of the hour, so that `room_hours_one_booking`
-- decides between the two as it does between two bookings. A booking claims with a plain insert and meets a closure's row as it meets
-- another booking's: taken. That costs it no further read.
--
-- No deadlock, and no claim between reading and closing: closing and reopening first lock the table against every writer of hours
-- (`share row exclusive`), before any row. They wait for appends under way, which take milliseconds and wait for nothing that a closure
-- has: it asks for no holder's lock, which appends take before the table, and has no hour while it waits. Reads go on. A venue closes
-- rooms a few times a week; bookings wait for it as long as its one statement takes. Bookings that are canceled or moved for a closure
-- are appended in its transaction, before it: all or nothing.

-- Closes [startsAt, endsAt) of `roomIds`. Refuses as a claim does when an hour belongs to a booking that is not in `kept`.
create or replace function guard.close_hours(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  lock table room_hours in share row exclusive mode;
  if exists (
    select from room_hours
    where room_id in (select jsonb_array_elements_text(p -> 'roomIds')::integer)
      and starts_at >= (p ->> 'startsAt')::timestamptz and starts_at < (p ->> 'endsAt')::timestamptz
      and booking_id is not null
      and booking_id not in (select jsonb_array_elements_text(p -> 'kept')::bigint)) then
    raise exception 'a booking is in the way' using errcode = 'unique_violation', constraint = 'room_hours_one_booking';
  end if;
  insert into room_hours (room_id, starts_at, block_ids)
  select room::integer, hour, array[p_id]
  from jsonb_array_elements_text(p -> 'roomIds') room,
    generate_series((p ->> 'startsAt')::timestamptz, (p ->> 'endsAt')::timestamptz - interval '1 hour', interval '1 hour') hour
  order by 1, 2
  on conflict on constraint room_hours_one_booking do update set block_ids = room_hours.block_ids || excluded.block_ids;
end $$;

-- Reopens what a closure has closed, except for hours of another closure or of a booking.
create or replace function guard.open_hours(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
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

revoke execute on all functions in schema guard from public;
