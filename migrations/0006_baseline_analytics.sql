-- Analytics, built by a projection: one row per booking and per inquiry, and the figures that each change of a row moves on. `customer` is a
-- keyed hash of the email: it tells customers apart and names no person.

create table analytics_bookings (
  booking_id bigint primary key,
  version integer not null,
  room_id integer not null,
  customer text not null,
  created_on date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  total_cents integer not null,
  downpayment_cents integer not null,
  received_cents integer not null,
  gone_cents integer not null,
  status text not null,
  payment_status text not null,
  made_by_staff boolean not null default false,
  -- While canceled: by whom, or that its hold was never paid; and on which venue day.
  ended text,
  ended_on date,
  visit text,
  -- What cards have brought and have not been given back.
  card_cents integer not null default 0,
  due_cents integer not null default 0
);
create unique index analytics_bookings_customer on analytics_bookings (customer, booking_id);
create index analytics_bookings_start on analytics_bookings (starts_at) where status <> 'cancelled';
create index analytics_bookings_made on analytics_bookings (created_on, booking_id);

create table analytics_inquiries (
  inquiry_id bigint primary key,
  version integer not null,
  customer text not null,
  received_on date not null
);
create unique index analytics_inquiries_customer on analytics_inquiries (customer, inquiry_id);

create table analytics_customers (
  customer text primary key,
  -- Bookings that are not canceled.
  bookings integer not null,
  first_inquired_on date,
  last_booked_on date
);

-- All time, per room. Every figure can be read off a handful of rows, however long the history.
create table analytics_rooms (
  room_id integer primary key,
  pending bigint not null,
  confirmed bigint not null,
  completed bigint not null,
  cancelled bigint not null,
  -- Of bookings that are not canceled.
  booked_hours bigint not null,
  value_cents bigint not null,
  downpayments_cents bigint not null,
  remaining_cents bigint not null,
  received_cents bigint not null,
  gone_cents bigint not null
);

-- What happened in a room on a venue day: bookings made, money received and refunded, and hours in use on that day.
create table analytics_room_days (
  room_id integer not null,
  day date not null,
  bookings bigint not null,
  received_cents bigint not null,
  gone_cents bigint not null,
  booked_hours bigint not null,
  -- Of bookings that were made on the day: who made them, and, of those that are not canceled, how many days ahead.
  made_by_staff bigint not null default 0,
  lead_days bigint not null default 0,
  lead_same_day bigint not null default 0,
  lead_2_days bigint not null default 0,
  lead_6_days bigint not null default 0,
  lead_13_days bigint not null default 0,
  lead_27_days bigint not null default 0,
  lead_longer bigint not null default 0,
  -- Of the day itself: cancellations, no-shows, and money by the way it went.
  cancelled_by_customer bigint not null default 0,
  cancelled_by_venue bigint not null default 0,
  unpaid bigint not null default 0,
  no_shows bigint not null default 0,
  cash_cents bigint not null default 0,
  terminal_cents bigint not null default 0,
  transfer_cents bigint not null default 0,
  card_cents bigint not null default 0,
  marked_cents bigint not null default 0,
  primary key (day, room_id)
);

-- In how many rooms an hour of the venue's clock is booked: five years are 24,000 rows, whatever happens in them.
create table analytics_day_hours (
  day date not null,
  hour integer not null,
  booked_hours bigint not null,
  primary key (day, hour)
);

-- What happened on a venue day in no room.
create table analytics_days (
  day date primary key,
  inquiries bigint not null
);

-- When the venue had a room: from each of `opened_on` until before the `retired_on` beside it.
create table analytics_house_rooms (
  room_id bigint primary key,
  version integer not null,
  opened_on date[] not null,
  retired_on date[] not null
);

-- All time, the whole venue.
create table analytics_venue (
  only_row boolean primary key default true check (only_row),
  customers bigint not null,
  returning_customers bigint not null,
  inquiries bigint not null,
  inquirers bigint not null,
  -- With a booking on the day of their first inquiry or later.
  converted_inquirers bigint not null
);

grant select, insert, update, delete on analytics_bookings, analytics_inquiries, analytics_customers, analytics_rooms, analytics_room_days,
  analytics_day_hours, analytics_days, analytics_house_rooms, analytics_venue to hub_runtime;
