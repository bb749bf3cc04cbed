-- How far the followers of the log have come, what they set aside, and who works.

create table projection_cursors (
  name text primary key,
  epoch integer not null default 0,
  xid xid8 not null default '0',
  position bigint not null default 0,
  updated_at timestamptz not null default now(),
  -- A follower parks for what is no stream's fault: why, and when; null while it runs.
  state text not null default 'running' check (state in ('running', 'parked')),
  parked_error text,
  parked_at timestamptz,
  -- Which version of the projection's code the rows are of: followers with another version of the code do not write them.
  version integer not null default 1,
  constraint parked_for_a_reason check ((state = 'parked') = (parked_error is not null and parked_at is not null))
);
insert into projection_cursors (name, version) values ('reactions', 1), ('availability', 2), ('bookings', 3), ('messages', 2), ('loyalty', 1),
  ('feedback', 2), ('analytics', 3), ('staff', 2), ('takings', 1), ('audit', 2);

-- A rebuild under way, with a cursor of its own; it outlives the process that carries it on.
create table projection_rebuilds (
  name text primary key,
  version integer not null,
  -- Of its tables when it began: with another one it begins anew.
  shape text not null,
  epoch integer not null default 0,
  xid xid8 not null default '0',
  position bigint not null default 0,
  -- Events folded so far.
  done bigint not null default 0,
  -- Whether what is counted once, over all rows, has been.
  settled boolean not null default false,
  -- Why it stopped last; null while it goes on.
  error text,
  begun_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Holds the tables of a rebuild until they are swapped in.
create schema rebuild;
grant usage on schema rebuild to hub_runtime;

-- Streams that a follower cannot take, since which version and why; it takes none of their later events until it is told to try.
create table streams_set_aside (
  follower text not null,
  stream text not null,
  -- Of the tables that a rebuild fills, until they are swapped in.
  rebuild boolean not null default false,
  since_version integer not null,
  reason text not null,
  set_aside_at timestamptz not null default now(),
  primary key (follower, rebuild, stream)
);

-- A worker, for as long as it lives, as its session and its beats show. The next beat of another worker removes a dead one and frees what was
-- locked in its name.
create table workers (
  -- The name by which the job queue locks for it. Mails and calendar entries that it works on have it too.
  id text primary key,
  -- Of the session of its beats: the number of a process is given again, but not with the same start.
  pid integer not null,
  session_start timestamptz not null,
  alive_until timestamptz not null,
  begun_at timestamptz not null default now()
);

grant select, insert, update, delete on projection_cursors, projection_rebuilds, streams_set_aside, workers to hub_runtime;
