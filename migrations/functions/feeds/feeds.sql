-- Calendar feeds: their rows are written with the events that say why.

-- An account has twenty at most; of two that are made at once, both may be the last.
create or replace function guard.add_feed(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
declare
  owner constant jsonb := p -> 'owner';
begin
  if (select count(*) from calendar_feeds
    where owner_kind = owner ->> 'kind' and owner_id = (owner -> 'id')::bigint and ended_at is null) >= 20 then
    raise exception 'too many feeds' using errcode = 'check_violation', constraint = 'calendar_feeds_of_account';
  end if;
  insert into calendar_feeds (feed_id, token_hash, scope, room_id, owner_kind, owner_id, made_at)
  values (p_id, p ->> 'tokenHash', p ->> 'scope', (p ->> 'roomId')::integer, owner ->> 'kind', (owner -> 'id')::bigint, p_at);
end $$;

create or replace function guard.end_feed(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update calendar_feeds set ended_at = p_at where feed_id = p_id and ended_at is null
$$;

-- Rows are locked in one order, since two processes may note the same feeds.
create or replace function note_feed_fetches(p_ids bigint[], p_at timestamptz[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with noted as (
    select f.feed_id, fetched.at from calendar_feeds f join unnest(p_ids, p_at) as fetched (id, at) on fetched.id = f.feed_id
    order by f.feed_id for update of f
  )
  update calendar_feeds f set last_fetched_at = greatest(f.last_fetched_at, noted.at) from noted where f.feed_id = noted.feed_id
$$;

revoke execute on all functions in schema guard from public;
revoke execute on function note_feed_fetches from public;
grant execute on function note_feed_fetches to hub_runtime;
