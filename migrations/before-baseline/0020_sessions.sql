-- Sessions are rows: logging out, a new password, deactivation and deletion end them at once, whoever holds a copy of the token.

create table sessions (
  -- Random; the token names it (`sid`).
  session_id uuid primary key,
  kind text not null check (kind in ('staff', 'customer')),
  account_id bigint not null,
  -- By which of the account's passwords it was opened: with another one by now it no longer holds, even if a login that
  -- began before the change opened it after.
  password_version integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_account on sessions (kind, account_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);
grant select, insert on sessions to hub_runtime;

alter table staff_credentials add column password_version integer not null default 1;

-- Ends one session, by logging out. Every BFF hears of it with the commit, and closes what it had opened.
create function end_session(p_session_id uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update sessions set ended_at = p_at where session_id = p_session_id and ended_at is null;
  if found then perform pg_notify('sessions_ended', p_session_id::text); end if;
end $$;

-- By the clock of the database; those who ask with an expired one are refused without its row too.
create function delete_expired_sessions() returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with deleted as (delete from sessions where expires_at < now() returning 1)
  select count(*)::integer from deleted
$$;

revoke execute on function end_session, delete_expired_sessions from public;
grant execute on function end_session, delete_expired_sessions to hub_runtime;

create function guard.open_session(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into sessions (session_id, kind, account_id, password_version, created_at, expires_at)
  values ((p ->> 'sessionId')::uuid, p ->> 'kind', p_id, (p ->> 'passwordVersion')::integer, p_at,
    (p ->> 'expiresAt')::timestamptz)
$$;

-- Ends all of an account's sessions, or all but the one that asks: that one goes on with the password as it now is.
create function guard.end_sessions(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
declare
  ended uuid;
begin
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

create function guard.replace_staff_password(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update staff_credentials
  set password_hash = p ->> 'passwordHash', password_version = password_version + 1
  where staff_id = p_id
$$;

-- Of an account that somebody opened with another's email.
create function guard.remove_customer_credentials(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  delete from customer_credentials where customer_id = p_id
$$;
create function guard.erase_person(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update personal_data
  set first_name = null, last_name = null, email = null, phone = null, free_text = null, erased_at = p_at
  where id = (p ->> 'personId')::uuid
$$;

revoke execute on all functions in schema guard from public;
