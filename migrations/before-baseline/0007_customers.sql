-- Customers' accounts and feedback: what their logins need apart from the log, and the read tables over their streams.

create sequence customer_ids;
create sequence feedback_ids;

-- Secrets and the address one signs in with; erasing an account deletes its row, and its history names nobody.
create table customer_credentials (
  customer_id bigint primary key,
  email text not null,
  password_hash text not null,
  -- Raised with each new password. A session carries the one it was opened with, and ends with it.
  password_version integer not null default 1
);
create unique index customer_credentials_one_email on customer_credentials (lower(email));

-- What each booking earns: the row that staff's and customers' loyalty records are summed from.
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
  booking_id bigint not null unique,
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

-- Until now no booking could be moved, so that each stands where it was first booked.
alter table bookings add column first_starts_at timestamptz;
update bookings set first_starts_at = starts_at;
alter table bookings alter column first_starts_at set not null;

-- A customer's own bookings, by account and by the person they were made for.
create index bookings_user on bookings (user_id) where user_id is not null;
create index bookings_person on bookings (person_id);

insert into projection_cursors (name) values ('loyalty'), ('feedback');

grant usage on sequence customer_ids, feedback_ids to hub_runtime;
grant select, insert, delete on customer_credentials to hub_runtime;
grant update (password_hash, password_version) on customer_credentials to hub_runtime;
grant select, insert, update, delete on loyalty, feedback to hub_runtime;
