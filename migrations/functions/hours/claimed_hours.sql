-- What becomes of the hours of a booking after append_events has claimed them.

-- The hours stay; the hold on them changes. Paid hours no longer count against an address.
create or replace function guard.keep(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update room_hours set held_until = (p ->> 'heldUntil')::timestamptz, holder = p ->> 'holder',
    caller = case when p ->> 'heldUntil' is not null then caller end
  where room_id = (p ->> 'roomId')::integer and booking_id = p_id
    and starts_at in (select text::timestamptz from jsonb_array_elements_text(p -> 'hours') as hour (text))
$$;

-- Hours that a moved hold has just claimed count against the address that holds its hour `from`.
create or replace function guard.carry_caller(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update room_hours set caller = (
    select old.caller from room_hours old
    where old.room_id = (p ->> 'roomId')::integer and old.starts_at = (p ->> 'from')::timestamptz and old.booking_id = p_id)
  where room_id = (p ->> 'roomId')::integer and booking_id = p_id
    and starts_at in (select text::timestamptz from jsonb_array_elements_text(p -> 'hours') as hour (text))
$$;

-- Hours that a booking releases under a closure are the closure's.
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
