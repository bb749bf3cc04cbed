-- The owner's questions about any period: analytics keeps of each booking and of each venue day what they ask for. Its worker builds
-- the rows anew (version 2 of the projection); until then these columns say nothing.

alter table analytics_bookings
  add column made_by_staff boolean not null default false,
  -- While cancelled: by whom, or that its hold was never paid; and on which venue day.
  add column ended text,
  add column ended_on date,
  add column visit text,
  -- What cards have brought and have not been given back.
  add column card_cents integer not null default 0;
create index analytics_bookings_made on analytics_bookings (created_on, booking_id);

-- Of bookings that were made on the day: who made them, and, of those that are not cancelled, how many days ahead. Of the day's own:
-- cancellations, visits that nobody came to, and money by the way it went.
alter table analytics_room_days
  add column made_by_staff bigint not null default 0,
  add column lead_days bigint not null default 0,
  add column lead_same_day bigint not null default 0,
  add column lead_2_days bigint not null default 0,
  add column lead_6_days bigint not null default 0,
  add column lead_13_days bigint not null default 0,
  add column lead_27_days bigint not null default 0,
  add column lead_longer bigint not null default 0,
  add column cancelled_by_customer bigint not null default 0,
  add column cancelled_by_venue bigint not null default 0,
  add column unpaid bigint not null default 0,
  add column no_shows bigint not null default 0,
  add column cash_cents bigint not null default 0,
  add column terminal_cents bigint not null default 0,
  add column transfer_cents bigint not null default 0,
  add column card_cents bigint not null default 0,
  add column marked_cents bigint not null default 0;

-- In how many rooms an hour of the venue's clock is booked: five years are 24,000 rows, whatever happens in them.
create table analytics_day_hours (
  day date not null,
  hour integer not null,
  booked_hours bigint not null,
  primary key (day, hour)
);

-- When a room was in the house: from each of `opened_on` until before the `retired_on` beside it.
create table analytics_house_rooms (
  room_id bigint primary key,
  version integer not null,
  opened_on date[] not null,
  retired_on date[] not null
);
grant select, insert, update, delete on analytics_day_hours, analytics_house_rooms to hub_runtime;

-- Where there is no history there is nothing to build anew.
update projection_cursors set version = 2 where name = 'analytics' and not exists (select from events);
