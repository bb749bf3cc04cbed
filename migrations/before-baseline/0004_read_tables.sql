-- What the projections build from the log. Everything here can be dropped and rebuilt; nothing here decides anything.

create table projection_cursors (
  name text primary key,
  epoch integer not null default 0,
  xid xid8 not null default '0',
  position bigint not null default 0,
  updated_at timestamptz not null default now()
);
insert into projection_cursors (name) values ('availability'), ('bookings'), ('reactions');

create table availability (
  booking_id bigint primary key,
  version integer not null,
  room_id integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null,
  paid boolean not null,
  hold_until timestamptz not null
);
create index availability_room on availability (room_id, starts_at) where status <> 'cancelled';

create table bookings (
  booking_id bigint primary key,
  version integer not null,
  room_id integer not null,
  person_id uuid not null,
  user_id bigint,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  duration text not null,
  hour_count integer not null,
  event_type text not null,
  attendees integer,
  engineer_required boolean not null,
  total_cents integer not null,
  downpayment_cents integer not null,
  received_cents integer not null,
  refunded_cents integer not null,
  status text not null,
  expired boolean not null,
  payment_status text not null,
  payment_intent_id text,
  charge_id text,
  hold_until timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Reconciliation asks for bookings whose intent is open and brought nothing yet.
create index bookings_open_intents on bookings (created_at) where payment_intent_id is not null and received_cents = 0;

grant select, insert, update, delete on projection_cursors, availability, bookings to hub_runtime;
