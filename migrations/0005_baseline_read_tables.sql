-- What the projections build from the log, apart from analytics. Everything here can be dropped and rebuilt; nothing here decides anything.

-- What visitors see as taken, and until when a span is held.
create table availability (
  booking_id bigint primary key,
  version integer not null,
  room_id integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null,
  held_until timestamptz
);
create index availability_room on availability (room_id, starts_at) where status <> 'cancelled';

-- What visitors and staff see of closures; built with `availability`.
create table room_blocks (
  block_id bigint primary key,
  version integer not null,
  room_ids integer[] not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  public boolean not null,
  lifted boolean not null,
  -- Of personal data.
  reason_id uuid
);
create index room_blocks_standing on room_blocks (starts_at) where not lifted;

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
  -- Refunds that were issued, and money that is away for a dispute.
  gone_cents integer not null,
  status text not null,
  expired boolean not null,
  payment_status text not null,
  -- Of the payment intent, only while it may still bring money.
  payment_intent_id text,
  charge_id text,
  hold_until timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  cancelled_by text,
  reason_id uuid,
  failed_refunds text[] not null default '{}',
  -- A copy, so that a search reads one index from end to end: 50,000 bookings in 10 ms, while a join with their persons took 80 ms, by trigram
  -- indexes too. Seven rooms have no more in the seven years for which they are kept.
  search_text text not null default '',
  first_starts_at timestamptz not null,
  -- Since when the oldest refund is asked for and neither issued nor refused; what the sweep and the alarm look for.
  refund_asked_at timestamptz,
  refund_under_way_cents integer not null default 0,
  -- Of personal data: the kind of event in the customer's own words.
  event_type_id uuid,
  -- What was agreed when the booking was made: refunds and changes follow it, whatever the venue asks for later.
  terms jsonb not null,
  visit text,
  -- To be handed back at the desk: refunds, and what is paid beyond the total.
  to_return_cents integer not null default 0,
  due_cents integer not null default 0,
  disputed_cents integer not null default 0,
  -- Whether staff have set the price.
  price_agreed boolean not null default false
);
create index bookings_newest on bookings (created_at desc, booking_id desc) include (status, payment_status, room_id, search_text);
create index bookings_of_days on bookings (starts_at);
create index bookings_user on bookings (user_id) where user_id is not null;
create index bookings_person on bookings (person_id);
create index bookings_open_intents on bookings (booking_id) where payment_intent_id is not null;
create index bookings_refund_under_way on bookings (refund_asked_at) where refund_asked_at is not null;
-- Every page asks for the unpaid holds of its visitor: it looks through the few bookings that wait for their money.
create index bookings_open_holds on bookings (hold_until) where status = 'pending';

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

create table messages (
  inquiry_id bigint primary key,
  version integer not null,
  person_id uuid not null,
  interested_room text,
  received_at timestamptz not null,
  stage text not null default 'new',
  -- What came after the message, by the event's version: answers (the words are in personal_data), bookings, done and reopened.
  thread jsonb not null default '{}'
);
create index messages_newest on messages (received_at desc, inquiry_id desc);
create index messages_by_stage on messages (stage, received_at desc, inquiry_id desc);

create table staff (
  staff_id bigint primary key,
  version integer not null,
  person_id uuid not null,
  role text not null,
  active boolean not null,
  deleted boolean not null,
  last_login timestamptz,
  created_at timestamptz not null
);

-- What each booking earns: the loyalty records of staff's and customers' pages are its sums.
create table loyalty (
  booking_id bigint primary key,
  version integer not null,
  person_id uuid not null,
  user_id bigint,
  -- Money received, less what went or is going back.
  paid_cents integer not null,
  status text not null
);
create index loyalty_user on loyalty (user_id) where user_id is not null;
create index loyalty_person on loyalty (person_id);

-- Ratings; the words stay in personal_data. A booking is left feedback once: the command's id is the booking's.
create table feedback (
  feedback_id bigint primary key,
  version integer not null,
  -- Null for anonymous feedback whose lock cannot be opened any more.
  booking_id bigint unique,
  room_id integer not null,
  person_id uuid not null,
  rating smallint not null,
  experience_rating smallint not null,
  facility_rating smallint not null,
  service_rating smallint not null,
  value_rating smallint not null,
  would_recommend boolean not null,
  anonymous boolean not null,
  visit_purpose text,
  left_at timestamptz not null
);
create index feedback_latest on feedback (left_at desc, feedback_id desc);
create index feedback_room on feedback (room_id, left_at desc, feedback_id desc);

-- Which events there are of a type, an actor and a room, by when they were decided; what an event says is read from the log itself. Tables
-- beside the log and no indexes on it: a booking's later events do not name its room, and every append would pay for every index.
-- Which combinations there are at all, by number: a filter that leaves one of the three open looks into each of them, newest first.
create table audit_kinds (
  kind integer primary key,
  type text not null,
  actor_kind text not null,
  -- Of the booking, or of the event itself; 0 if it is about no room.
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
  -- Of the visit, if the event says when it is.
  starts_at timestamptz,
  stream text not null,
  primary key (occurred_at, position)
);
create index audit_events_of_kind on audit_events (kind, occurred_at, position);
create index audit_events_of_actor on audit_events (actor_id, kind, occurred_at, position) where actor_id is not null;
create index audit_events_of_visit on audit_events (starts_at) where starts_at is not null;

grant select, insert, update, delete on availability, room_blocks, bookings, takings, messages, staff, loyalty, feedback, audit_kinds,
  audit_events to hub_runtime;
