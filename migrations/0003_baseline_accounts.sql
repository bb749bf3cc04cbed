-- Accounts of staff and customers: what a login needs, apart from the log and written with its events.

-- Deleting an account deletes its row: no session and no login finds it any more, and its username is free again.
create table staff_credentials (
  staff_id bigint primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  role text not null check (role in ('staff', 'manager', 'admin', 'auditor')),
  active boolean not null default true,
  created_at timestamptz not null,
  -- Raised with each new password. A session carries the one it was opened with, and ends with it.
  password_version integer not null default 1,
  updated_at timestamptz not null
);
create unique index staff_credentials_one_username on staff_credentials (lower(username));
create unique index staff_credentials_one_email on staff_credentials (lower(email));

-- How many active admins there are; no row before the first one. Two admins who deactivate each other at once have read the log before
-- either wrote, so no check before writing can stop them. Here the second waits for the first one's row lock, counts on from what that
-- one left, and is refused.
create table active_admins (
  only_row boolean primary key default true check (only_row),
  count integer not null constraint active_admins_never_none check (count >= 1)
);

-- Staff's second factor (RFC 6238). The processes seal the secret with a key that no database has. `last_step` is the newest 30 seconds
-- whose code was taken.
create table staff_second_factors (
  staff_id bigint constraint staff_second_factors_one_each primary key references staff_credentials on delete cascade,
  sealed_secret text not null,
  last_step bigint not null,
  enrolled_at timestamptz not null
);

-- For a lost device: SHA-256 of 80 random bits each. A code that is used is deleted.
create table staff_recovery_codes (
  staff_id bigint references staff_second_factors on delete cascade,
  code_hash text,
  primary key (staff_id, code_hash)
);

-- Which roles must have a second factor.
create table second_factor_policy (
  role text primary key,
  demanded boolean not null default false
);
insert into second_factor_policy (role) values ('staff'), ('manager'), ('admin'), ('auditor');

-- Codes of a second factor that were typed after the right password: each counts before it is checked, and a right one is given back. They
-- use up a login's challenge, and close an account's login by code until its mailbox opens it.
create table staff_code_tries (
  try_id bigint generated always as identity primary key,
  staff_id bigint not null references staff_credentials on delete cascade,
  -- The login that it belongs to; null for a person who is logged in.
  challenge text,
  -- A keyed hash of the network address.
  network text not null,
  tried_at timestamptz not null,
  wrong boolean not null default false
);
create index staff_code_tries_latest on staff_code_tries (staff_id, tried_at);

-- Secrets and the address that a customer logs in with; erasing an account deletes its row, and its history names no person.
create table customer_credentials (
  customer_id bigint primary key,
  email text not null,
  password_hash text not null,
  password_version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the customer asked to be erased; null unless they wait for it.
  erasure_requested_at timestamptz,
  -- The last login: an account in use is kept, however old.
  used_at timestamptz not null default now()
);
create unique index customer_credentials_one_email on customer_credentials (lower(email));
create index customer_credentials_waiting on customer_credentials (erasure_requested_at) where erasure_requested_at is not null;

create table sessions (
  -- Random; the token names it (`sid`).
  session_id uuid primary key,
  kind text not null check (kind in ('staff', 'customer')),
  account_id bigint not null,
  -- By which of the account's passwords it was opened: with another one by now it no longer holds, even if a login that began before the
  -- change opened it afterwards.
  password_version integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_account on sessions (kind, account_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);

-- How often an address has called, shared by every BFF. Not worth a write-ahead log: after a crash all counts start anew.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970: the window's end.
  expire bigint
);

grant select on staff_credentials, active_admins, staff_second_factors, staff_recovery_codes, second_factor_policy, customer_credentials
  to hub_runtime;
grant select, insert on sessions to hub_runtime;
grant select, insert, update, delete on staff_code_tries, rate_limits to hub_runtime;
