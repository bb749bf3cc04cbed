-- Bookings that belong together: the same hours every week, or every month. The projections are rebuilt.

create sequence series_ids;

alter table bookings add column series_id bigint, add column series_number integer;
create index bookings_series on bookings (series_id, series_number) where series_id is not null;

create table series (
  series_id bigint primary key,
  version integer not null,
  repeat jsonb not null,
  dates integer not null
);
grant select, insert, update, delete on series to hub_runtime;

update projection_cursors set version = 6 where name = 'bookings' and not exists (select from events);
