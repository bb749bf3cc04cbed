-- Appends to several streams lock those that exist before they write to any of them, always in the same order: a booking on account and its
-- account are written by changes of either, each with its own stream first. Without this lock each of two would have the version that the
-- other waits for. An append to one stream needs no such lock: it waits for one version and for nothing after it. Streams that the append
-- begins are left out. Their numbers are its own, but for the first document of a year, which is the only stream that two appends may
-- then meet at.
--
-- `appends`: [{category, id, expectedVersion}].
create or replace function lock_streams(appends jsonb) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(key)
  from (
    select distinct hashtextextended(category || '-' || id, 2) as key
    from jsonb_to_recordset(appends) as a (category text, id bigint, "expectedVersion" integer)
    where "expectedVersion" > 0
    order by key
  ) locks;
end $$;

revoke execute on function lock_streams from public;
