-- What staff took off a booking's price: its guest sees it on the receipt. The projection is rebuilt.

alter table bookings add column reduced_cents integer not null default 0;

update projection_cursors set version = 5 where name = 'bookings' and not exists (select from events);
