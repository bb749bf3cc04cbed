-- Closes of a day, and what is to be handed back after a cheaper move.

-- Streams that name themselves by their day (`day-20261212`), so nobody asks this sequence for a number; that each category has one
-- is what a restore and the shards rely on.
create sequence day_ids;

-- `to_return_cents` also has what is paid beyond the total of a visit that stands: the view is built anew where there are events.
update projection_cursors set version = 2 where name = 'bookings' and not exists (select from events);
