-- The append: guard operations, personal data and events of one stream, all or nothing, in one round trip. `security definer`: the
-- processes' login may append and may write none of these tables itself.
--
-- `request`: {category, id, expectedVersion, commandId, occurredAt, meta, events: [{type, schemaVersion, data}], guard: [{operation, ...}]}.
-- Without an id the stream gets the next number of its category. Answers the position of the last event.
--
-- `guard.<operation>(stream's id, occurred at, arguments)` is what succeeds or fails with the append beside its events. A stream
-- lists its operations; an aggregate that needs another one adds a function to the schema `guard`.
--
-- All appends take their locks in one order, so that no two of them wait for each other: holders; the table `room_hours`, as every
-- writer locks it, and its hours ascending; the room, of several the lowest first; what else the guard lists, releases among it; the
-- streams, if there are several (lock_streams.sql); the stream's version; the command. Claims come before releases: two moves that swap
-- their hours meet a row that is still there and fail at once. A wait for a lock ends after 100 ms, and the process asks again
-- (core/log/single-appends.ts): a locked row delays only appends that need it, and takes no connection from others.
--
-- Planning costs more here than the two inserts: each declared constant and each assignment was 5 to 10 of 300 microseconds. So what
-- is used once is written where it is used.

create or replace function append_events(
  request jsonb,
  out stream_id bigint, out epoch integer, out xid xid8, out "position" bigint
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '100ms' as $$
#variable_conflict use_column
declare
  op jsonb;
  event jsonb;
begin
  stream_id := coalesce((request -> 'id')::bigint, nextval(((request ->> 'category') || '_ids')::regclass));
  for n in 0 .. jsonb_array_length(request -> 'guard') - 1 loop
    op := request -> 'guard' -> n;
    -- Operations of every booking are named here, so that PostgreSQL keeps their plans; others are called by name.
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
      when 'session_stands' then perform guard.session_stands(stream_id, (request ->> 'occurredAt')::timestamptz, op);
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

revoke execute on function append_events from public;
grant execute on function append_events to hub_runtime;
