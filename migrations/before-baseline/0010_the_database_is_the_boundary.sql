-- The runtime's login may read history and the guard, and change them only through the append: `security definer`, with
-- one JSON parameter that carries the events and a list of guard operations.

-- When the server took the event; `occurred_at` is when its command was decided. Null before this migration.
alter table events add column recorded_at timestamptz;
alter table events alter column recorded_at set default now();

-- Hours are always asked for by room and instant; the append writes one index entry less for each.
drop index room_hours_of_booking;

-- What stands or falls with an append beside its events. `guard.<operation>(stream's id, occurred at, arguments)`; a
-- stream contributes a list of them, and a migration that adds an aggregate adds its functions here.
create schema guard;

-- Refuses when this holder has `max` unpaid bookings open; counted under a lock, so that many at once cannot pass it.
create function guard.cap(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p ->> 'holder', 0));
  if (select count(distinct booking_id) from room_hours where holder = p ->> 'holder' and held_until > p_at)
    >= (p ->> 'max')::integer then
    raise exception 'too many open holds' using errcode = 'check_violation', constraint = 'room_hours_open_holds';
  end if;
end $$;

create function guard.claim(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into room_hours (room_id, starts_at, booking_id, held_until, holder)
  select (p ->> 'roomId')::integer, hour, p_id, (p ->> 'heldUntil')::timestamptz, p ->> 'holder'
  from jsonb_array_elements_text(p -> 'hours') as wanted (text), cast(text as timestamptz) hour order by hour
$$;

create function guard.release(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  delete from room_hours
  where room_id = (p ->> 'roomId')::integer and booking_id = p_id
    and starts_at in (select text::timestamptz from jsonb_array_elements_text(p -> 'hours') as hour (text))
$$;

-- Hours that stay; only the hold on them changes.
create function guard.keep(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update room_hours set held_until = (p ->> 'heldUntil')::timestamptz, holder = p ->> 'holder'
  where room_id = (p ->> 'roomId')::integer and booking_id = p_id
    and starts_at in (select text::timestamptz from jsonb_array_elements_text(p -> 'hours') as hour (text))
$$;

create function guard.store_person(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into personal_data (id, first_name, last_name, email, phone, free_text, recorded_at)
  values ((p ->> 'id')::uuid, p ->> 'firstName', p ->> 'lastName', p ->> 'email', p ->> 'phone', p ->> 'freeText', p_at)
$$;

create function guard.add_customer_credentials(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into customer_credentials (customer_id, email, password_hash)
  values (p_id, p ->> 'email', p ->> 'passwordHash')
$$;

create function guard.replace_customer_password(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update customer_credentials
  set password_hash = p ->> 'passwordHash', password_version = password_version + 1
  where customer_id = p_id
$$;

-- Counts active admins up or down; `active_admins_never_none` refuses the step that would leave none.
create function guard.count_admin(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  if (p ->> 'by')::integer > 0 then
    insert into active_admins (count) values (1)
    on conflict (only_row) do update set count = active_admins.count + 1;
  else
    update active_admins set count = count - 1;
  end if;
end $$;

create function guard.add_staff_credentials(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into staff_credentials (staff_id, username, email, password_hash, role, created_at)
  values (p_id, p ->> 'username', p ->> 'email', p ->> 'passwordHash', p ->> 'role', p_at)
$$;

create function guard.set_staff_active(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update staff_credentials set active = (p ->> 'active')::boolean where staff_id = p_id
$$;

create function guard.remove_staff_credentials(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  delete from staff_credentials where staff_id = p_id
$$;

revoke execute on all functions in schema guard from public;

-- Locks are taken in one order by every append, so that no two wait for each other: holders, hours ascending, what else the
-- guard lists, the stream's version, the command. Claims come before releases: two moves that swap their hours meet a row
-- that still stands and fail at once.

-- {category, id, expectedVersion, commandId, occurredAt, meta, events: [{type, schemaVersion, data}], guard: [{operation, …}]};
-- without an id the stream gets the next number of its category.
-- What it costs beside the two inserts themselves is their planning into plpgsql: every constant declared and every value
-- assigned was 5 to 10 microseconds of 300, so what is used once is written where it is used.
drop function append_events;
create function append_events(
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
        insert into room_hours (room_id, starts_at, booking_id, held_until, holder)
        select (op -> 'roomId')::integer, hour::timestamptz, append_events.stream_id,
          (op ->> 'heldUntil')::timestamptz, op ->> 'holder'
        from jsonb_array_elements_text(op -> 'hours') as claimed (hour) order by hour::timestamptz;
      when 'cap' then perform guard.cap(stream_id, (request ->> 'occurredAt')::timestamptz, op);
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

-- The same for many new streams at once, all or none, in the same order of locks: one commit for all of them. Answers their
-- events. Whoever is refused here, or has to wait for a lock, is asked one by one; only new streams, since those cannot meet
-- over a version.
create function append_new_streams(requests jsonb)
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
      min((request ->> 'occurredAt')::timestamptz) as at
    from jsonb_array_elements(requests) request, jsonb_array_elements(request -> 'guard') op
    where op ->> 'operation' = 'cap' group by 1 order by hashtextextended(op ->> 'holder', 0)
  loop
    perform guard.cap(null, cap.at, jsonb_build_object('holder', cap.holder, 'max', cap.max));
  end loop;

  insert into room_hours (room_id, starts_at, booking_id, held_until, holder)
  select (op -> 'roomId')::integer, hour::timestamptz, ids[n], (op ->> 'heldUntil')::timestamptz, op ->> 'holder'
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
    where op ->> 'operation' not in ('cap', 'claim', 'store_person')
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
revoke execute on function append_events, append_new_streams from public;
grant execute on function append_events, append_new_streams to hub_runtime;

revoke insert, update, delete, truncate on events, room_hours, personal_data, customer_credentials, staff_credentials,
  active_admins from hub_runtime;
revoke update (held_until, holder) on room_hours from hub_runtime;
revoke update (password_hash, password_version) on customer_credentials from hub_runtime;
revoke usage on sequence booking_ids, inquiry_ids, staff_ids, customer_ids, feedback_ids from hub_runtime;
