-- What an append does to a staff account's row of credentials.

-- New usernames come normalized (NFKC). One that an older account has in another form is taken too. No index can say so, since two older
-- accounts may be alike, and no index is needed: a username that is not normalized is never added again.
create or replace function guard.add_staff_credentials(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  if exists (select from staff_credentials where lower(normalize(username, NFKC)) = lower(p ->> 'username')) then
    raise exception 'username taken' using errcode = 'unique_violation', constraint = 'staff_credentials_one_username';
  end if;
  insert into staff_credentials (staff_id, username, email, password_hash, role, created_at, updated_at)
  values (p_id, p ->> 'username', p ->> 'email', p ->> 'passwordHash', p ->> 'role', p_at, p_at);
end $$;

create or replace function guard.replace_staff_password(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update staff_credentials
  set password_hash = p ->> 'passwordHash', password_version = password_version + 1, updated_at = p_at
  where staff_id = p_id
$$;

create or replace function guard.set_staff_active(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update staff_credentials set active = (p ->> 'active')::boolean, updated_at = p_at where staff_id = p_id
$$;

create or replace function guard.set_staff_role(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update staff_credentials set role = p ->> 'role', updated_at = p_at where staff_id = p_id
$$;

create or replace function guard.remove_staff_credentials(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  delete from staff_credentials where staff_id = p_id
$$;

revoke execute on all functions in schema guard from public;
