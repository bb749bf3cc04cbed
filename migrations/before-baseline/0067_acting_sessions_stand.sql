-- Whoever acts by a session does so only while it stands: an append for somebody carries their session, and is refused once that has ended or
-- their account is no longer what it was. The session's row is locked until the commit: an ending waits for the append, or the append for it.

-- Goes first in an append's guard. Logging out, a new password, deactivation, deletion and erasure all change the sessions that they end, so the
-- lock of that one row is enough; the account is read after it is had. `alone`: the append changes accounts, and may end this very session. Two
-- of those would each wait for what the other has, so they follow one another: all of staff, who change each other's; of a customer their own.
create function guard.session_stands(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
declare
  account constant bigint := (p -> 'accountId')::bigint;
  opened_with integer;
begin
  if (p -> 'alone')::boolean then
    perform pg_advisory_xact_lock(hashtextextended(
      case p ->> 'kind' when 'staff' then 'staff' else 'customer-' || account end, 3));
  end if;
  select password_version into opened_with from sessions
  where session_id = (p ->> 'sessionId')::uuid and kind = p ->> 'kind' and account_id = account
    and ended_at is null and expires_at > p_at
  for share;
  if opened_with is null or not (case p ->> 'kind'
    when 'staff' then exists (
      select from staff_credentials
      where staff_id = account and active and role = p ->> 'role' and password_version = opened_with)
    else exists (select from customer_credentials where customer_id = account and password_version = opened_with)
  end) then
    raise exception 'the session has ended' using errcode = 'check_violation', constraint = 'session_stands';
  end if;
end $$;
revoke execute on function guard.session_stands from public;

-- As in migration 0052; the session's check is named, so that its plans are kept.
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
