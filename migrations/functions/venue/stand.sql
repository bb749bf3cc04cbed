-- What an append has to do with the settings of the venue and of its rooms.

-- Refuses what was decided by a room or a venue that has changed since: `streams` are their names and the versions that were read. No lock:
-- a change of a price at this very moment comes after this booking. Reads by the key of each stream, whatever the planner takes their number for.
create or replace function guard.stand(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  if exists (
    select from jsonb_each_text(p -> 'streams') read (stream, version)
    cross join lateral (
      select from events e where e.stream = read.stream and e.version = read.version::integer + 1 limit 1
    ) moved) then
    raise exception 'the venue has moved on' using errcode = 'check_violation', constraint = 'venue_as_it_was_read';
  end if;
end $$;

-- Tells every process that what it remembers of the rooms and the venue is old. It is inside the append, unlike the waking of projections:
-- processes hear it before they hear that a view has the event. A venue changes its prices a few times a year.
create or replace function guard.tell_of_venue(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  select pg_notify('venue_changed', '')
$$;

-- Refuses once anything was ever booked: prices of bookings have no currency of their own. Claims under way are waited for; a later one
-- comes after this append, and its check of the venue (`guard.stand`, after its claim) finds the change.
create or replace function guard.unless_booked(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  lock table room_hours in share row exclusive mode;
  if exists (select from events where stream like 'booking-%' limit 1) then
    raise exception 'the currency is fixed by the first booking'
      using errcode = 'check_violation', constraint = 'currency_is_fixed';
  end if;
end $$;

revoke execute on all functions in schema guard from public;
