-- Staff accounts: what a login needs, apart from the log and written with its events; and the read table of the staff list.

create sequence staff_ids;

-- Deleting an account deletes its row: no session and no login finds it any more, and its username is free again.
create table staff_credentials (
  staff_id bigint primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  role text not null check (role in ('staff', 'manager', 'admin')),
  active boolean not null default true,
  created_at timestamptz not null
);
create unique index staff_credentials_one_username on staff_credentials (lower(username));
create unique index staff_credentials_one_email on staff_credentials (lower(email));

-- How many active admins there are; no row before the first one. Two admins who deactivate each other at once have read
-- the log before either wrote, so no check before writing can stop them. Here the second waits for the first one's row
-- lock, counts on from what that one left, and is refused.
create table active_admins (
  only_row boolean primary key default true check (only_row),
  count integer not null constraint active_admins_never_none check (count >= 1)
);

create table staff (
  staff_id bigint primary key,
  version integer not null,
  person_id uuid not null,
  role text not null,
  active boolean not null,
  deleted boolean not null,
  last_login timestamptz,
  created_at timestamptz not null
);
insert into projection_cursors (name) values ('staff');

grant usage on sequence staff_ids to hub_runtime;
grant select, insert, update, delete on staff_credentials to hub_runtime;
grant select, insert, update on active_admins to hub_runtime;
grant select, insert, update, delete on staff to hub_runtime;
