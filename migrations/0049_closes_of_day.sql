-- Closes of a day: streams that name themselves by their day (`day-20261212`), so nobody asks this sequence for a number; that each
-- category has one is what a restore and the shards rely on.
create sequence day_ids;
