-- What the staff's screens read: bookings found by any of their words, contact messages, and the figures of analytics.

-- What a person is searched by; an entry of an index has at most 2,700 bytes.
create function search_text(p personal_data) returns text language sql immutable as $$
  select lower(left(concat_ws(' ', p.first_name, p.last_name, p.email), 500))
$$;

alter table bookings
  add column cancelled_by text,
  add column reason_id uuid,
  add column failed_refunds text[] not null default '{}',
  -- A copy, so that a search reads one index from end to end: 50,000 bookings in 10 ms, while joining them with their
  -- persons took 80 ms, by trigram indexes too. Seven rooms have no more in the seven years for which they are kept.
  add column search_text text not null default '';
create index bookings_newest on bookings (created_at desc, booking_id desc)
  include (status, payment_status, room_id, search_text);

-- Who is erased is erased here as well, and where a rebuild is under way.
create function erase_search_text() returns trigger language plpgsql as $$
begin
  update bookings set search_text = search_text(new) where person_id = new.id;
  if to_regclass('bookings_rebuild') is not null then
    execute 'update bookings_rebuild set search_text = $1 where person_id = $2' using search_text(new), new.id;
  end if;
  return null;
end $$;
create trigger personal_data_search_text after update of first_name, last_name, email on personal_data
  for each row execute function erase_search_text();

create table messages (
  inquiry_id bigint primary key,
  version integer not null,
  person_id uuid not null,
  interested_room text,
  received_at timestamptz not null
);
create index messages_newest on messages (received_at desc, inquiry_id desc);

-- Analytics: one row per booking and per inquiry, from whose changes the figures below are moved on. `customer` is a
-- keyed hash of the email: it tells customers apart and names nobody.
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
  refunded_cents integer not null,
  status text not null,
  payment_status text not null
);
-- Unique, though the number alone is: a rebuild, which asks for customers too, sets aside the others until its end.
create unique index analytics_bookings_customer on analytics_bookings (customer, booking_id);
create index analytics_bookings_start on analytics_bookings (starts_at) where status <> 'cancelled';

create table analytics_inquiries (
  inquiry_id bigint primary key,
  version integer not null,
  customer text not null,
  received_on date not null
);
create unique index analytics_inquiries_customer on analytics_inquiries (customer, inquiry_id);

create table analytics_customers (
  customer text primary key,
  -- Bookings that are not cancelled.
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
  -- Of bookings that are not cancelled.
  booked_hours bigint not null,
  value_cents bigint not null,
  downpayments_cents bigint not null,
  remaining_cents bigint not null,
  received_cents bigint not null,
  refunded_cents bigint not null
);

-- What happened in a room on a venue day: bookings made, money received and refunded, and hours in use on that day.
create table analytics_room_days (
  room_id integer not null,
  day date not null,
  bookings bigint not null,
  received_cents bigint not null,
  refunded_cents bigint not null,
  booked_hours bigint not null,
  primary key (day, room_id)
);

-- What happened on a venue day in no room.
create table analytics_days (
  day date primary key,
  inquiries bigint not null
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

insert into projection_cursors (name) values ('messages'), ('analytics');

grant select, insert, update, delete on messages, analytics_bookings, analytics_inquiries, analytics_customers,
  analytics_rooms, analytics_room_days, analytics_days, analytics_venue to hub_runtime;
