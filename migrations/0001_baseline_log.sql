-- The event log with its seal, personal data apart from events, and the keys.

-- What an append does beside its events; its functions are in migrations/functions/.
create schema guard;
grant usage on schema public to hub_runtime;

-- Raised by the operator's command after a dump is restored into a younger cluster, whose transaction ids start lower.
create table log_epoch (
  only_row boolean primary key default true check (only_row),
  epoch integer not null
);
insert into log_epoch (epoch) values (1);

create table events (
  -- Given before commit, so it orders nothing by itself: readers order by (epoch, xid, position) behind the snapshot's xmin.
  position bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  epoch integer not null default 1,
  stream text not null,
  version integer not null check (version > 0),
  type text not null,
  schema_version smallint not null,
  data jsonb not null,
  meta jsonb not null,
  command_id text not null,
  command_seq smallint not null,
  -- When the command was decided.
  occurred_at timestamptz not null,
  -- When the server took the event; null in events of the first versions.
  recorded_at timestamptz default now(),
  constraint events_one_version primary key (stream, version)
);
create unique index events_in_order on events (epoch, xid, position);
-- One command, one append: only its first event carries the guard, which keeps the index small.
create unique index events_one_command on events (command_id) where command_seq = 0;
create index events_of_desk_money on events (occurred_at) where type in ('DeskMoneyReceived', 'DeskMoneyReturned');

-- What events refer to by id and what can be erased without touching history.
create table personal_data (
  id uuid primary key,
  first_name text,
  last_name text,
  email text,
  phone text,
  free_text text,
  recorded_at timestamptz not null,
  erased_at timestamptz
);
create index personal_data_email on personal_data (lower(email));
create index personal_data_unerased on personal_data (recorded_at) where erased_at is null;

-- By what analytics tells customers apart: a keyed hash of their email. It stays when they are erased, so that a customer who came four
-- times is one customer after a rebuild too.
create table known_customers (
  person_id uuid primary key,
  customer text not null
);

-- Keys that outlive the session secret, one per purpose: what they signed or hashed is in mails and tables.
create table keys (
  purpose text primary key,
  key text not null,
  created_at timestamptz not null default now()
);

-- The seal: the Merkle tree over the events (RFC 6962), its signed heads, and who signed.
-- A leaf for each sealed event, in the log's order from 0. Stream and version say whose hash it is.
create table log_leaves (
  index bigint primary key check (index >= 0),
  stream text not null,
  version integer not null,
  hash bytea not null check (octet_length(hash) = 32),
  constraint log_leaves_one_each unique (stream, version)
);

-- Heads of full trees of 256^level leaves, the `index`th of its level from 0: with the leaves, all that tiles are made of.
create table log_subtrees (
  level smallint check (level between 1 and 7),
  index bigint check (index >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, index)
);

-- Keys that ever signed, as verifier keys; one that comes back after another is here twice. The endorsement is a note that names all earlier
-- keys and is signed by this one: who trusts the newest key trusts them all, and without it no key can be added.
create table log_keys (
  number integer generated always as identity primary key,
  vkey text not null,
  endorsement text not null,
  added_at timestamptz not null default now()
);

create table log_checkpoints (
  number bigint generated always as identity primary key,
  size bigint not null check (size > 0),
  -- The signed note as it was published.
  note text not null,
  vkey text not null,
  signed_at timestamptz not null default clock_timestamp(),
  -- A second head of one size is the same head, signed by a key that came later.
  constraint log_checkpoints_one_by_each_key unique (size, vkey)
);
create index log_checkpoints_newest on log_checkpoints (signed_at);

-- Signature lines of witnesses under the head of this size.
create table log_cosignatures (
  size bigint,
  vkey text,
  line text not null,
  added_at timestamptz not null default now(),
  primary key (size, vkey)
);

-- A number for each new stream of a category.
create sequence block_ids;
create sequence booking_ids;
create sequence customer_ids;
-- A day names its stream itself (`day-20261212`) and needs no number; a restore and the shards rely on a sequence for each category.
create sequence day_ids;
create sequence erasure_ids;
create sequence feedback_ids;
create sequence inquiry_ids;
create sequence note_ids;
create sequence room_ids;
create sequence session_ids;
create sequence staff_ids;
-- The seven rooms that a new hub is given.
select setval('room_ids', 7);

grant select on log_epoch, events, personal_data, keys, log_keys to hub_runtime;
grant select, insert on known_customers, log_leaves, log_subtrees, log_checkpoints, log_cosignatures to hub_runtime;
