-- The events that other programs are told of. A new projection, which builds its tables from the log.

create table public_events (
  position bigint primary key,
  type text not null,
  stream text not null,
  version integer not null,
  booking_id bigint not null,
  occurred_at timestamptz not null
);

-- How many events of the log, of all kinds, have been counted.
create table public_event_count (
  only_row boolean primary key default true check (only_row),
  events bigint not null
);

grant select, insert, update, delete on public_events, public_event_count to hub_runtime;

insert into projection_cursors (name, version)
select 'public-events', case when exists (select from events) then 0 else 1 end;
