-- A room's turnaround: that many hours stay free between two of its visits, shared by them and claimed by neither. Closures need none.
-- The claim itself refuses by `room_hours_turnaround` when another visit is nearer, so that no way to claim can forget it. It reads the
-- room's row, whatever the asking process remembers of the room.
--
-- Two claims beside each other meet in no row, so one waits for the other by a lock of the room. A room without a turnaround never
-- takes it: its bookings pay one read by the key. No deadlock, by the order of locks in append_events.sql: an append that has a
-- room's lock waits for no hour of another booking. What it still writes of hours belongs to its own booking, which only an append of
-- the same stream can have, and that one releases without a room's lock. An append that closes hours has locked the table before it
-- asks for anything: no append has a room's lock at that moment, and none gets one.

create or replace function guard.keep_turnaround(p_id bigint, p jsonb) returns void language plpgsql as $$
declare
  -- As of now: a claim waits for a change of the room's turnaround at the table (`guard.await_claims`).
  n constant integer := (select turnaround_hours from rooms where id = (p -> 'roomId')::integer);
begin
  if coalesce(n, 0) = 0 then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p ->> 'roomId', 2));
  if exists (
    select from jsonb_array_elements_text(p -> 'hours') as claimed (hour)
    join room_hours other on other.room_id = (p -> 'roomId')::integer
      and other.starts_at >= hour::timestamptz - n * interval '1 hour'
      and other.starts_at <= hour::timestamptz + n * interval '1 hour'
    where other.booking_id <> p_id) then
    raise exception 'another visit is nearer than the room''s turnaround'
      using errcode = 'check_violation', constraint = 'room_hours_turnaround';
  end if;
end $$;

-- Goes before a change of a room's turnaround: claims under way have then used the old one, and later claims see the new one. Locks as
-- a closure does; a venue does it a few times a year.
create or replace function guard.await_claims(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  lock table room_hours in share row exclusive mode;
end $$;

revoke execute on all functions in schema guard from public;
