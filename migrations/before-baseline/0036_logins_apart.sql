-- A login of staff begins a stream of its own, `session-N`: an account's own stream grows with what is done to the account, not with
-- each login. What its version had refused (a login beside a deactivation, say) the account's row of credentials now does.

create sequence session_ids;

-- The account is there, active, and a second factor has been proven where it has one; until the commit it stays so. A deactivation,
-- a deletion, a new password, a second factor and logging out everywhere wait for this row, and a login for them.
create function guard.admit_staff(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
declare
  account constant bigint := (p -> 'staffId')::bigint;
begin
  perform from staff_credentials where staff_id = account and active for share;
  if not found
    or not (p -> 'proven')::boolean and exists (select from staff_second_factors where staff_id = account) then
    raise exception 'no login as the account stands' using errcode = 'check_violation', constraint = 'staff_login_admitted';
  end if;
end $$;

create or replace function guard.add_second_factor(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  perform from staff_credentials where staff_id = p_id for no key update;
  insert into staff_second_factors (staff_id, sealed_secret, last_step, enrolled_at)
  values (p_id, p ->> 'sealedSecret', (p ->> 'step')::bigint, p_at);
end $$;

-- Whose session, code or recovery code it is stands in the operation where the stream is not the account's.

create or replace function guard.open_session(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into sessions (session_id, kind, account_id, password_version, created_at, expires_at)
  values ((p ->> 'sessionId')::uuid, p ->> 'kind', coalesce((p -> 'accountId')::bigint, p_id),
    (p ->> 'passwordVersion')::integer, p_at, (p ->> 'expiresAt')::timestamptz)
$$;

create or replace function guard.use_second_factor_step(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  update staff_second_factors set last_step = (p ->> 'step')::bigint, sealed_secret = p ->> 'sealedSecret'
  where staff_id = coalesce((p -> 'staffId')::bigint, p_id) and last_step < (p ->> 'step')::bigint;
  if not found then
    raise exception 'this code was used' using errcode = 'check_violation', constraint = 'second_factor_code_once';
  end if;
end $$;

create or replace function guard.use_recovery_code(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  delete from staff_recovery_codes
  where staff_id = coalesce((p -> 'staffId')::bigint, p_id) and code_hash = p ->> 'hash';
  if not found then
    raise exception 'this code was used' using errcode = 'check_violation', constraint = 'second_factor_code_once';
  end if;
end $$;

-- As before; a login of staff that is under way is waited for, and its session ends with the others.
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

revoke execute on all functions in schema guard from public;

-- The staff list takes its logins from the new streams too (version 2 of its code). Where nothing has happened there is nothing to build anew.
update projection_cursors set version = 2 where name = 'staff' and not exists (select from events);
