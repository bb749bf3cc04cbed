-- A room's turnaround: so many hours stay free between any two of its visits, shared by them, claimed by neither. Blocks need none.
-- Whoever claims hours is refused by `room_hours_turnaround` where another visit is nearer than that: by the claim itself, so
-- that no way to claim can forget it, and by the room as it stands in the table, whatever the process that asks remembers of it.
--
-- Two claims beside each other meet in no row, so one waits for the other by a lock of the room, which a room without a
-- turnaround never takes: it costs its bookings one read by the key.
-- No deadlock. The order of locks (migration 0010) becomes: holders; the table, as every writer locks it, and hours ascending; the
-- room, of several the lowest first; what else the guard lists, releases among it; the stream's version; the command. Whoever has
-- a room's lock waits for no hour that is another booking's any more: what it still writes of hours are its own booking's, which
-- only an append of the same stream has, and that one lets go without asking for a room. Whoever closes hours has locked the
-- table before it asks for anything: nobody who has a room's lock is under way then, and nobody comes to one.
create function guard.keep_turnaround(p_id bigint, p jsonb) returns void language plpgsql as $$
declare
  -- The room as it is now: a claim waits for a change of its turnaround in the table (`guard.await_claims`), so it is no older.
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

-- What goes before a change of a room's turnaround: claims under way have then been made by the old one, later ones see the new
-- one. Locks as whoever closes hours does (migration 0043); a venue does it a few times a year.
create function guard.await_claims(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  lock table room_hours in share row exclusive mode;
end $$;
revoke execute on all functions in schema guard from public;

-- As in migration 0022; a claim keeps the turnaround.
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
    where op ->> 'operation' not in ('cap', 'cap_caller', 'claim', 'store_person')
  loop
    execute format('select guard.%I($1, $2, $3)', other.op ->> 'operation') using other.id, other.at, other.op;
  end loop;

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
