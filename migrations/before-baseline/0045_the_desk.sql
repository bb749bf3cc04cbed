-- What the desk notes: how a visit stands, what is to be handed back there still, and each day's takings.

alter table bookings add column visit text, add column to_return_cents integer not null default 0;

-- Until now nobody wrote down that it was handed back.
update bookings b set to_return_cents = coalesce((
  select sum((e.data ->> 'amountCents')::integer) from events e
  where e.stream = 'booking-' || b.booking_id and e.type = 'RefundIssued' and e.data ->> 'via' = 'venue'), 0)
where b.gone_cents > 0;

-- A row for each event that moved money, by the venue's day and the way it went; in is above zero, out below.
create table takings (
  booking_id bigint not null,
  version integer not null,
  day date not null,
  method text not null,
  cents integer not null,
  primary key (booking_id, version)
);
create index takings_day on takings (day);
insert into projection_cursors (name) values ('takings');
grant select, insert, update, delete on takings to hub_runtime;
