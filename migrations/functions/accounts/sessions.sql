-- Sessions are rows: logging out, a new password, deactivation and deletion end them at once, for every copy of the token. All processes hear
-- of it with the commit, and close what the session had opened.

-- The operation names the account when the stream is not the account's.
create or replace function guard.open_session(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into sessions (session_id, kind, account_id, password_version, created_at, expires_at)
  values ((p ->> 'sessionId')::uuid, p ->> 'kind', coalesce((p -> 'accountId')::bigint, p_id),
    (p ->> 'passwordVersion')::integer, p_at, (p ->> 'expiresAt')::timestamptz)
$$;

-- Ends all sessions of an account, or all except the one that asks: that one goes on with the password as it now is. Waits for a staff
-- login that is under way; its session ends with the others.
create or replace function guard.end_sessions(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
declare
  ended uuid;
begin
  if p ->> 'kind' = 'staff' then
    perform from staff_credentials where staff_id = p_id for no key update;
  end if;
  for ended in
    select session_id from sessions
    where kind = p ->> 'kind' and account_id = p_id and ended_at is null
      and session_id is distinct from (p ->> 'except')::uuid
    order by session_id for update
  loop
    update sessions set ended_at = p_at where session_id = ended;
    perform pg_notify('sessions_ended', ended::text);
  end loop;
  update sessions
  set password_version = case kind
    when 'staff' then (select c.password_version from staff_credentials c where staff_id = p_id)
    else (select c.password_version from customer_credentials c where customer_id = p_id) end
  where session_id = (p ->> 'except')::uuid and kind = p ->> 'kind' and account_id = p_id;
end $$;

-- Ends one session, by logging out.
create or replace function end_session(p_session_id uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update sessions set ended_at = p_at where session_id = p_session_id and ended_at is null;
  if found then perform pg_notify('sessions_ended', p_session_id::text); end if;
end $$;

-- By the clock of the database; an expired token is refused without its row too. Answers how many it deleted.
create or replace function delete_expired_sessions() returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with deleted as (delete from sessions where expires_at < now() returning 1)
  select count(*)::integer from deleted
$$;

-- Retention keeps accounts in use (see erase_personal_data_past_retention.sql).
create or replace function note_account_used() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update customer_credentials set used_at = greatest(used_at, new.created_at) where customer_id = new.account_id;
  return null;
end $$;

create or replace trigger sessions_use_accounts after insert on sessions
  for each row when (new.kind = 'customer') execute function note_account_used();

revoke execute on all functions in schema guard from public;
revoke execute on function end_session, delete_expired_sessions, note_account_used from public;
grant execute on function end_session, delete_expired_sessions to hub_runtime;
