-- The audit pages' read tables: which events there are of a type, an actor and a room, by when they were decided. What an event says is
-- read from the log itself. Tables beside the log and no indexes on it: a booking's later events do not name its room, and every append
-- would pay for every index.

-- Which combinations there are at all, by number: a filter that leaves one of the three open looks into each of them, newest first.
create table audit_kinds (
  kind integer primary key,
  type text not null,
  actor_kind text not null,
  -- Of the booking, or of the event itself; 0 where it is about none.
  room_id integer not null,
  unique (type, actor_kind, room_id)
);

create table audit_events (
  -- To the millisecond.
  occurred_at timestamptz,
  -- The log's own: tells events of one instant apart.
  position bigint,
  kind integer not null,
  version integer not null,
  -- Of customers and staff.
  actor_id bigint,
  -- Of the visit, where the event says when it is.
  starts_at timestamptz,
  stream text not null,
  primary key (occurred_at, position)
);
create index audit_events_of_kind on audit_events (kind, occurred_at, position);
create index audit_events_of_actor on audit_events (actor_id, kind, occurred_at, position) where actor_id is not null;
create index audit_events_of_visit on audit_events (starts_at) where starts_at is not null;

grant select, insert, update, delete on audit_events, audit_kinds to hub_runtime;

-- A log that has events already is folded beside the running product, as every new version of a projection is.
insert into projection_cursors (name, version) select 'audit', case when exists (select from events) then 0 else 1 end;
