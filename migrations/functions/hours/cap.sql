-- Limits on unpaid hours, by mailbox (`holder`) and by the network address that asked (`caller`). Both are counted under a lock, so that
-- many requests at once cannot pass them. The holder's limit goes first: locks are taken in this order.

-- Refuses when the holder has `max` unpaid bookings, or would have more than `maxHours` unpaid hours with `hours` more. Without
-- `maxHours` the hours are not counted.
create or replace function guard.cap(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
declare
  held record;
begin
  perform pg_advisory_xact_lock(hashtextextended(p ->> 'holder', 0));
  select count(distinct booking_id) as bookings, count(*) as hours into held
  from room_hours where holder = p ->> 'holder' and held_until > p_at;
  if held.bookings >= (p ->> 'max')::integer then
    raise exception 'too many open holds' using errcode = 'check_violation', constraint = 'room_hours_open_holds';
  end if;
  if held.hours + (p ->> 'hours')::integer > (p ->> 'maxHours')::integer then
    raise exception 'too many unpaid hours' using errcode = 'check_violation', constraint = 'room_hours_open_hours';
  end if;
end $$;

-- Refuses when the address would have more than `maxHours` unpaid hours with `hours` more.
create or replace function guard.cap_caller(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p ->> 'caller', 1));
  if (select count(*) from room_hours where caller = p ->> 'caller' and held_until > p_at)
    + (p ->> 'hours')::integer > (p ->> 'maxHours')::integer then
    raise exception 'too many unpaid hours of an address'
      using errcode = 'check_violation', constraint = 'room_hours_open_hours_of_caller';
  end if;
end $$;

revoke execute on all functions in schema guard from public;
