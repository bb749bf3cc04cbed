-- Calendar feeds, which calendar programs fetch by an address that has a secret token.

create sequence feed_ids;

create table calendar_feeds (
  feed_id bigint primary key,
  -- SHA-256 of 128 random bits.
  token_hash text not null,
  scope text not null,
  -- The only room that it shows; null for all.
  room_id integer,
  -- Whose it is: an account of staff, or a customer's.
  owner_kind text not null,
  owner_id bigint not null,
  made_at timestamptz not null,
  last_fetched_at timestamptz,
  ended_at timestamptz
);
create unique index calendar_feeds_token on calendar_feeds (token_hash);
create index calendar_feeds_owner on calendar_feeds (owner_kind, owner_id) where ended_at is null;

grant select on calendar_feeds to hub_runtime;

-- The newest event of everything that a feed may be about, so that an unchanged one is known without a look at its bookings.
create table feed_changes (
  about text primary key,
  epoch integer not null,
  xid xid8 not null,
  position bigint not null
);
grant select, insert, update, delete on feed_changes to hub_runtime;

-- Rebuilt from the log where there is one.
insert into projection_cursors (name, version) select 'feeds', case when exists (select from events) then 0 else 1 end;
