-- {with}: this booking and the other one exchange the rows of their hours, each with what it says of its hold. Nothing is claimed or
-- released, so no other booking can come between. Closures of these hours stay.
create or replace function guard.swap_hours(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  with own as (
    select booking_id, max(held_until) as held_until, max(holder) as holder, max(caller) as caller
    from room_hours where booking_id in (p_id, (p ->> 'with')::bigint) group by booking_id
  )
  update room_hours taken
  set booking_id = own.booking_id, held_until = own.held_until, holder = own.holder, caller = own.caller
  from own
  where taken.booking_id in (p_id, (p ->> 'with')::bigint) and own.booking_id <> taken.booking_id
$$;

revoke execute on all functions in schema guard from public;
