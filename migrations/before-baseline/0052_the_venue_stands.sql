-- Every booking asks whether the venue stands as it was read (migration 0040). Asked by a statement that was put together anew for
-- each, it took a third of the bookings per second; here it is one whose plan is kept, of all new streams at once.

-- By the key of each stream, whatever the planner takes their number for.
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

-- As in migration 0044, but that `stand` is named.
create or replace function append_events(
  request jsonb,
  out stream_id bigint, out epoch integer, out xid xid8, out "position" bigint
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  op jsonb;
  event jsonb;
begin
  stream_id := coalesce((request -> 'id')::bigint, nextval(((request ->> 'category') || '_ids')::regclass));
  for n in 0 .. jsonb_array_length(request -> 'guard') - 1 loop
    op := request -> 'guard' -> n;
    -- Those of every booking are named, so that their plans are kept; any other is found by its name.
    case op ->> 'operation'
      when 'claim' then
        insert into room_hours (room_id, starts_at, booking_id, held_until, holder, caller)
        select (op -> 'roomId')::integer, hour::timestamptz, append_events.stream_id,
          (op ->> 'heldUntil')::timestamptz, op ->> 'holder', op ->> 'caller'
        from jsonb_array_elements_text(op -> 'hours') as claimed (hour) order by hour::timestamptz;
        perform guard.keep_turnaround(stream_id, op);
      when 'stand' then perform guard.stand(stream_id, (request ->> 'occurredAt')::timestamptz, op);
      when 'cap' then perform guard.cap(stream_id, (request ->> 'occurredAt')::timestamptz, op);
      when 'cap_caller' then perform guard.cap_caller(stream_id, (request ->> 'occurredAt')::timestamptz, op);
      when 'store_person' then perform guard.store_person(stream_id, (request ->> 'occurredAt')::timestamptz, op);
      else execute format('select guard.%I($1, $2, $3)', op ->> 'operation')
        using stream_id, (request ->> 'occurredAt')::timestamptz, op;
    end case;
  end loop;
  for n in 0 .. jsonb_array_length(request -> 'events') - 1 loop
    event := request -> 'events' -> n;
    insert into events as e
      (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
    values ((request ->> 'category') || '-' || append_events.stream_id, (request -> 'expectedVersion')::integer + n + 1,
      event ->> 'type', (event -> 'schemaVersion')::smallint, event -> 'data', request -> 'meta',
      request ->> 'commandId', n, (request ->> 'occurredAt')::timestamptz)
    returning e.epoch, e.xid, e.position
    into append_events.epoch, append_events.xid, append_events.position;
  end loop;
end $$;

create or replace function append_new_streams(requests jsonb)
returns table (command_id text, stream text, epoch integer, xid xid8, "position" bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '250ms' as $$
#variable_conflict use_column
declare
  ids constant bigint[] := array(
    select nextval(((request ->> 'category') || '_ids')::regclass) from jsonb_array_elements(requests) request);
  cap record;
  other record;
begin
  -- Whoever asks for several here has room for all of them or is asked one by one.
  for cap in
    select op ->> 'holder' as holder, min((op -> 'max')::integer) - count(*) + 1 as max,
      sum((op -> 'hours')::integer) as hours, min((op -> 'maxHours')::integer) as max_hours,
      min((request ->> 'occurredAt')::timestamptz) as at
    from jsonb_array_elements(requests) request, jsonb_array_elements(request -> 'guard') op
    where op ->> 'operation' = 'cap' group by 1 order by hashtextextended(op ->> 'holder', 0)
  loop
    perform guard.cap(null, cap.at, jsonb_build_object(
      'holder', cap.holder, 'max', cap.max, 'hours', cap.hours, 'maxHours', cap.max_hours));
  end loop;
  for cap in
    select op ->> 'caller' as caller,
      sum((op -> 'hours')::integer) as hours, min((op -> 'maxHours')::integer) as max_hours,
      min((request ->> 'occurredAt')::timestamptz) as at
    from jsonb_array_elements(requests) request, jsonb_array_elements(request -> 'guard') op
    where op ->> 'operation' = 'cap_caller' group by 1 order by hashtextextended(op ->> 'caller', 1)
  loop
    perform guard.cap_caller(null, cap.at, jsonb_build_object(
      'caller', cap.caller, 'hours', cap.hours, 'maxHours', cap.max_hours));
  end loop;

  insert into room_hours (room_id, starts_at, booking_id, held_until, holder, caller)
  select (op -> 'roomId')::integer, hour::timestamptz, ids[n], (op ->> 'heldUntil')::timestamptz, op ->> 'holder',
    op ->> 'caller'
  from jsonb_array_elements(requests) with ordinality as asked (request, n),
    jsonb_array_elements(request -> 'guard') op, jsonb_array_elements_text(op -> 'hours') as claimed (hour)
  where op ->> 'operation' = 'claim'
  order by (op -> 'roomId')::integer, hour::timestamptz;
  -- Rooms are locked in ascending order, whatever order they are asked in.
  for other in
    select ids[n] as id, op
    from jsonb_array_elements(requests) with ordinality as asked (request, n), jsonb_array_elements(request -> 'guard') op
    where op ->> 'operation' = 'claim'
      and exists (select from rooms where id = (op -> 'roomId')::integer and turnaround_hours > 0)
    order by (op -> 'roomId')::integer
  loop
    perform guard.keep_turnaround(other.id, other.op);
  end loop;

  insert into personal_data (id, first_name, last_name, email, phone, free_text, recorded_at)
  select (op ->> 'id')::uuid, op ->> 'firstName', op ->> 'lastName', op ->> 'email', op ->> 'phone', op ->> 'freeText',
    (request ->> 'occurredAt')::timestamptz
  from jsonb_array_elements(requests) request, jsonb_array_elements(request -> 'guard') op
  where op ->> 'operation' = 'store_person';

  for other in
    select ids[n] as id, (request ->> 'occurredAt')::timestamptz as at, op
    from jsonb_array_elements(requests) with ordinality as asked (request, n), jsonb_array_elements(request -> 'guard') op
    where op ->> 'operation' not in ('cap', 'cap_caller', 'claim', 'store_person', 'stand')
  loop
    execute format('select guard.%I($1, $2, $3)', other.op ->> 'operation') using other.id, other.at, other.op;
  end loop;

  -- Of all of them at once: who meets a venue that has moved on is asked one by one, as with every refusal here.
  if exists (
    select from (
      select distinct stream, version::integer as version
      from jsonb_array_elements(requests) request, jsonb_array_elements(request -> 'guard') op,
        jsonb_each_text(op -> 'streams') as named (stream, version)
      where op ->> 'operation' = 'stand'
    ) read cross join lateral (
      select from events e where e.stream = read.stream and e.version = read.version + 1 limit 1
    ) moved) then
    raise exception 'the venue has moved on' using errcode = 'check_violation', constraint = 'venue_as_it_was_read';
  end if;

  return query
    insert into events as e
      (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
    select (request ->> 'category') || '-' || ids[n], seq, event ->> 'type', (event -> 'schemaVersion')::smallint,
      event -> 'data', request -> 'meta', request ->> 'commandId', seq - 1, (request ->> 'occurredAt')::timestamptz
    from jsonb_array_elements(requests) with ordinality as asked (request, n),
      jsonb_array_elements(request -> 'events') with ordinality as decided (event, seq)
    order by request ->> 'commandId', seq
    returning e.command_id, e.stream, e.epoch, e.xid, e.position;
end $$;
