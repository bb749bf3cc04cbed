-- Tokens of the API: their rows are written with the events that say why.

create or replace function guard.add_token(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into api_tokens (token_id, name, secret_hash, scopes, expires_on, expires_at, made_by, made_at)
  values (p_id, p ->> 'name', p ->> 'secretHash', array(select jsonb_array_elements_text(p -> 'scopes')),
    (p ->> 'expiresOn')::date, (p ->> 'expiresAt')::timestamptz, (p -> 'madeBy')::bigint, p_at);
  insert into api_token_networks (token_id, network, used, first_used_at) values (p_id, p ->> 'network', false, p_at)
$$;

create or replace function guard.end_token(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update api_tokens set ended_at = p_at where token_id = p_id and ended_at is null;
  delete from api_token_networks where token_id = p_id
$$;

-- Refuses the append of a token that has ended or expired. The row is locked until the commit, as a session's is (session_stands.sql).
create or replace function guard.token_stands(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  perform from api_tokens
  where token_id = (p -> 'tokenId')::bigint and ended_at is null and expires_at > p_at for share;
  if not found then
    raise exception 'the token has ended' using errcode = 'check_violation', constraint = 'session_stands';
  end if;
end $$;

-- A network that its maker is told of. Of two calls at once from there, one is told.
create or replace function guard.add_token_network(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into api_token_networks (token_id, network, used, first_used_at) values (p_id, p ->> 'network', true, p_at)
$$;

-- Notes a use. Answers whether its maker must be told of this network, which `add_token_network` then adds: of five new networks within a
-- day at most, so that a token which a botnet has fills no mailbox. Later ones are added untold, a hundred in all.
create or replace function note_token_use(p_token_id bigint, p_network text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_the_day integer;
  in_all integer;
begin
  update api_tokens set last_used_at = greatest(last_used_at, p_at) where token_id = p_token_id and ended_at is null;
  if not found then return false; end if;
  update api_token_networks set used = true where token_id = p_token_id and network = p_network;
  if found then return false; end if;
  select count(*) filter (where used and first_used_at > p_at - interval '1 day'), count(*) into of_the_day, in_all
  from api_token_networks where token_id = p_token_id;
  if of_the_day < 5 then return true; end if;
  if in_all < 100 then
    insert into api_token_networks (token_id, network, used, first_used_at) values (p_token_id, p_network, true, p_at)
    on conflict do nothing;
  end if;
  return false;
end $$;

revoke execute on all functions in schema guard from public;
revoke execute on function note_token_use from public;
grant execute on function note_token_use to hub_runtime;
