-- What the waitlist brought in. Analytics are rebuilt.

-- Of hours that were offered to an entry of the waitlist: 'made', or 'taken' once the booking was confirmed. Null for any other booking.
alter table analytics_bookings add column offer text;
create index analytics_bookings_offered on analytics_bookings (created_on) where offer is not null;

create table analytics_waitlist (
  entry_id bigint primary key,
  joined_on date not null
);
create index analytics_waitlist_joined on analytics_waitlist (joined_on);
grant select, insert, update, delete on analytics_waitlist to hub_runtime;

update projection_cursors set version = 4 where name = 'analytics' and not exists (select from events);
