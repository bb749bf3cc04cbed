-- Appends to many new streams, all or none, in one commit and with the order of locks of append_events.sql. Each kind of guard operation
-- arrives as one list and is carried out by one statement. An append that is refused here, or that has to wait for a lock, is then asked
-- alone. Batches are of new streams only, since those cannot meet over a version; of streams that name each other some may exist.
--
-- `requests`: {appends: [{category, id, expectedVersion, commandId, occurredAt, meta}], events: [{n, seq, type, schemaVersion, data}],
-- guard: {<operation>: [{n, ...}]}}, where `n` counts the appends from 1. Without an id a stream gets the next number of its category;
-- streams that name each other have theirs from next_stream_ids. Answers their events.

create or replace function append_new_streams(requests jsonb)
returns table (command_id text, stream text, epoch integer, xid xid8, "position" bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '100ms' as $$
#variable_conflict use_column
declare
  ids bigint[];
  instants timestamptz[];
  asked constant jsonb := requests -> 'guard';
  other record;
begin
  select array_agg(coalesce(id, nextval((category || '_ids')::regclass))), array_agg("occurredAt") into ids, instants
  from jsonb_to_recordset(requests -> 'appends') as a (category text, id bigint, "occurredAt" timestamptz);

  perform pg_advisory_xact_lock(key)
  from (
    select distinct 0 as kind, hashtextextended(holder, 0) as key from jsonb_to_recordset(asked -> 'cap') as c (holder text)
    union all
    select distinct 1, hashtextextended(caller, 1) from jsonb_to_recordset(asked -> 'cap_caller') as c (caller text)
    order by kind, key
  ) locks;
  -- A holder who asks for several bookings here has room for all of them, or each is asked alone.
  if exists (
    select from (
      select holder, min(max) - count(*) as room, min("maxHours") - sum(hours) as hours, min(instants[n]) as at
      from jsonb_to_recordset(asked -> 'cap') as c (n integer, holder text, max integer, hours integer, "maxHours" integer)
      group by holder
    ) wanted cross join lateral (
      select count(distinct booking_id) as bookings, count(*) as hours from room_hours
      where holder = wanted.holder and held_until > wanted.at
    ) held
    where held.bookings > wanted.room or held.hours > wanted.hours) then
    raise exception 'too many unpaid hours' using errcode = 'check_violation', constraint = 'room_hours_open_hours';
  end if;
  if exists (
    select from (
      select caller, min("maxHours") - sum(hours) as hours, min(instants[n]) as at
      from jsonb_to_recordset(asked -> 'cap_caller') as c (n integer, caller text, hours integer, "maxHours" integer)
      group by caller
    ) wanted
    where (select count(*) from room_hours where caller = wanted.caller and held_until > wanted.at) > wanted.hours) then
    raise exception 'too many unpaid hours of an address'
      using errcode = 'check_violation', constraint = 'room_hours_open_hours_of_caller';
  end if;

  -- Without claims the table is not touched: appends that lock it as a whole are not waited for.
  if asked ? 'claim' then
    insert into room_hours (room_id, starts_at, booking_id, held_until, holder, caller)
    select "roomId", hour, ids[n], "heldUntil", holder, caller
    from jsonb_to_recordset(asked -> 'claim')
        as c (n integer, "roomId" integer, hours timestamptz[], "heldUntil" timestamptz, holder text, caller text),
      unnest(hours) hour
    order by "roomId", hour;
    -- Rooms are locked in ascending order. The order of the appends does not matter.
    for other in
      select ids[(op -> 'n')::integer] as id, op
      from jsonb_array_elements(asked -> 'claim') op join rooms r on r.id = (op -> 'roomId')::integer
      where r.turnaround_hours > 0 order by r.id
    loop
      perform guard.keep_turnaround(other.id, other.op);
    end loop;
  end if;

  insert into personal_data (id, first_name, last_name, email, phone, free_text, recorded_at)
  select id, "firstName", "lastName", email, phone, "freeText", instants[n]
  from jsonb_to_recordset(asked -> 'store_person') as p
    (n integer, id uuid, "firstName" text, "lastName" text, email text, phone text, "freeText" text);

  for other in
    select operation, op, (op -> 'n')::integer as n
    from jsonb_each(asked - '{cap,cap_caller,claim,store_person,stand}'::text[]) as listed (operation, ops),
      jsonb_array_elements(ops) op
    order by n
  loop
    execute format('select guard.%I($1, $2, $3)', other.operation) using ids[other.n], instants[other.n], other.op;
  end loop;

  -- One question for all appends: if the venue has changed for any of them, each is asked alone.
  if exists (
    select from (
      select distinct stream, version::integer as version
      from jsonb_array_elements(asked -> 'stand') op, jsonb_each_text(op -> 'streams') as named (stream, version)
    ) read cross join lateral (
      select from events e where e.stream = read.stream and e.version = read.version + 1 limit 1
    ) moved) then
    raise exception 'the venue has moved on' using errcode = 'check_violation', constraint = 'venue_as_it_was_read';
  end if;

  perform lock_streams(requests -> 'appends');
  return query
    insert into events as e
      (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
    select category || '-' || ids[n], "expectedVersion" + seq, type, "schemaVersion", data, meta, "commandId", seq - 1, instants[n]
    from jsonb_to_recordset(requests -> 'events') as d (n integer, seq integer, type text, "schemaVersion" smallint, data jsonb)
    join rows from (jsonb_to_recordset(requests -> 'appends') as
        (category text, "expectedVersion" integer, "commandId" text, meta jsonb))
      with ordinality as a (category, "expectedVersion", "commandId", meta, n) using (n)
    order by "commandId", seq
    returning e.command_id, e.stream, e.epoch, e.xid, e.position;
end $$;

revoke execute on function append_new_streams from public;
grant execute on function append_new_streams to hub_runtime;
