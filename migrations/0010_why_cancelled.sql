-- Why a booking was cancelled, as far as its guest is told: the row of personal data with the reason, and whether a closure was the cause.
-- Old processes write neither while this version starts; the projection is then rebuilt.

alter table bookings
  add column told_reason_id uuid,
  add column by_closure boolean not null default false;

update projection_cursors set version = 4 where name = 'bookings' and not exists (select from events);
