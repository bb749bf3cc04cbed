-- The log's seal: the Merkle tree over its events (RFC 6962), the signed heads of it, and who signed. Whoever fills them appends; nobody changes what stands.

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

-- Keys that ever signed, as verifier keys; one that comes back after another stands here twice. The endorsement is a note that names all keys of
-- before and is signed by this one: whoever trusts the newest key trusts them all, and nobody without it can add one.
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

do $$
declare
  sealed text;
begin
  foreach sealed in array array['log_leaves', 'log_subtrees', 'log_keys', 'log_checkpoints', 'log_cosignatures'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_change_of_history()',
      sealed || '_are_immutable', sealed);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change_of_history()',
      sealed || '_are_never_truncated', sealed);
    execute format('alter table %I enable always trigger %I', sealed, sealed || '_are_immutable');
    execute format('alter table %I enable always trigger %I', sealed, sealed || '_are_never_truncated');
    execute format('grant select, insert on %I to hub_runtime', sealed);
  end loop;
end $$;
