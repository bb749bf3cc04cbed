-- Appends claim hours by a statement of their own; databases from before the baseline still have this function, which nothing calls.
drop function if exists guard.claim(bigint, timestamptz, jsonb);
