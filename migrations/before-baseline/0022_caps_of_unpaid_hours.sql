-- Unpaid hours are counted too, by mailbox (`holder`) and by the address that asked (`caller`): twenty bookings of twelve hours
-- each blocked a room for three weeks, and one address has any number of mailboxes.
alter table room_hours add column caller text;
comment on column room_hours.caller is 'A keyed hash of the network address that holds these hours unpaid; null where it is not counted';
create index room_hours_open_holds_of_caller on room_hours (caller, held_until) where caller is not null;

-- Refuses when this holder has `max` unpaid bookings open, or would have more than `maxHours` unpaid hours with `hours` more;
-- counted under a lock, so that many at once cannot pass it. Without `maxHours` hours are not counted.
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

-- The same for the unpaid hours of an address. Goes after the holder's cap: locks are taken in this order.
create function guard.cap_caller(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p ->> 'caller', 1));
  if (select count(*) from room_hours where caller = p ->> 'caller' and held_until > p_at)
    + (p ->> 'hours')::integer > (p ->> 'maxHours')::integer then
    raise exception 'too many unpaid hours of an address'
      using errcode = 'check_violation', constraint = 'room_hours_open_hours_of_caller';
  end if;
end $$;

-- Hours that are paid count for nobody.
create or replace function guard.keep(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update room_hours set held_until = (p ->> 'heldUntil')::timestamptz, holder = p ->> 'holder',
    caller = case when p ->> 'heldUntil' is not null then caller end
  where room_id = (p ->> 'roomId')::integer and booking_id = p_id
    and starts_at in (select text::timestamptz from jsonb_array_elements_text(p -> 'hours') as hour (text))
$$;

-- Hours that a moved hold has just claimed go on counting for the address that holds its hour `from`.
create function guard.carry_caller(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update room_hours set caller = (
    select old.caller from room_hours old
    where old.room_id = (p ->> 'roomId')::integer and old.starts_at = (p ->> 'from')::timestamptz and old.booking_id = p_id)
  where room_id = (p ->> 'roomId')::integer and booking_id = p_id
    and starts_at in (select text::timestamptz from jsonb_array_elements_text(p -> 'hours') as hour (text))
$$;

revoke execute on all functions in schema guard from public;

-- As in migration 0010, with the caller's column and cap.
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
