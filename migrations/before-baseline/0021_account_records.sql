-- When an account was made and last changed (SPEC §3), and usernames that look alike.

alter table staff_credentials add column updated_at timestamptz;
update staff_credentials c
set updated_at = coalesce(
  (select max(occurred_at) from events where stream = 'staff-' || c.staff_id and type <> 'StaffSignedIn'),
  created_at);
alter table staff_credentials alter column updated_at set not null;

alter table customer_credentials add column created_at timestamptz, add column updated_at timestamptz;
update customer_credentials c
set created_at = coalesce(e.first, now()), updated_at = coalesce(e.last, now())
from customer_credentials d
left join lateral (
  select min(occurred_at) as first,
    max(occurred_at) filter (where type in ('CustomerRegistered', 'CustomerEmailVerified', 'CustomerPasswordChanged')) as last
  from events where stream = 'customer-' || d.customer_id
) e on true
where c.customer_id = d.customer_id;
alter table customer_credentials alter column created_at set not null, alter column updated_at set not null;

create or replace function guard.add_customer_credentials(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into customer_credentials (customer_id, email, password_hash, created_at, updated_at)
  values (p_id, p ->> 'email', p ->> 'passwordHash', p_at, p_at)
$$;

create or replace function guard.replace_customer_password(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update customer_credentials
  set password_hash = p ->> 'passwordHash', password_version = password_version + 1, updated_at = p_at
  where customer_id = p_id
$$;

create function guard.touch_customer(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update customer_credentials set updated_at = p_at where customer_id = p_id
$$;

create or replace function guard.set_staff_active(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update staff_credentials set active = (p ->> 'active')::boolean, updated_at = p_at where staff_id = p_id
$$;

create or replace function guard.replace_staff_password(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update staff_credentials
  set password_hash = p ->> 'passwordHash', password_version = password_version + 1, updated_at = p_at
  where staff_id = p_id
$$;

-- New usernames come normalised (NFKC). One that an older account has in another form is taken too; no index can say so,
-- since older accounts may be alike among themselves, and need not be one: what is not normalised is never added again.
create or replace function guard.add_staff_credentials(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  if exists (select from staff_credentials where lower(normalize(username, NFKC)) = lower(p ->> 'username')) then
    raise exception 'username taken' using errcode = 'unique_violation', constraint = 'staff_credentials_one_username';
  end if;
  insert into staff_credentials (staff_id, username, email, password_hash, role, created_at, updated_at)
  values (p_id, p ->> 'username', p ->> 'email', p ->> 'passwordHash', p ->> 'role', p_at, p_at);
end $$;

revoke execute on all functions in schema guard from public;
