-- When an entry of the waitlist ended, so that the figures of a period say how many waited at its end. Analytics are rebuilt.

alter table analytics_waitlist add column ended_on date;
create index analytics_waitlist_open on analytics_waitlist (joined_on) where ended_on is null;

update projection_cursors set version = 5 where name = 'analytics' and not exists (select from events);

-- Hours that were offered are not moved before they are taken, and the booking's page says so. Bookings are rebuilt.
alter table bookings add column waitlist_entry_id bigint;

update projection_cursors set version = 8 where name = 'bookings' and not exists (select from events);
