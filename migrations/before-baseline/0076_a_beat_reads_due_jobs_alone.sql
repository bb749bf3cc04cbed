-- As before, but for the jobs that are due: the time is taken once, so that their index is read up to it. Asked for row by row, the clock made each
-- beat read every job that waits, two for each booking until its visit.
create or replace function beat(p_id text, p_for interval, p_followers text[], p_in_hand bigint[] default null,
  out alive boolean, out removed integer, out behind boolean, out due integer[])
language plpgsql as $$
declare
  gone text[];
  soon timestamptz;
begin
  update workers w set alive_until = clock_timestamp() + p_for, pid = a.pid, session_start = a.backend_start
  from pg_stat_get_activity(pg_backend_pid()) a where w.id = p_id;
  alive := found;
  removed := 0;
  if exists (select from workers where id <> p_id) then
    with dead as (
      delete from workers w
      where id <> p_id and (alive_until < clock_timestamp() or not exists (
        select from pg_stat_get_activity(w.pid) a
        where a.backend_start = w.session_start or a.backend_start is null))
      returning id
    )
    select array_agg(id) into gone from dead;
    removed := coalesce(cardinality(gone), 0);
    if removed > 0 then
      perform release_work_of(gone);
    end if;
  end if;
  if p_in_hand is not null then
    perform release_unheard_of(p_id, p_in_hand);
  end if;
  perform unlock_forgotten_lanes();
  behind := exists (
    select from projection_cursors c, (
      select epoch, xid, position from events order by epoch desc, xid desc, position desc limit 1) e
    where c.name = any (p_followers) and c.state = 'running'
      and (c.epoch, c.xid, c.position) < (e.epoch, e.xid, e.position));
  soon := clock_timestamp() + interval '1 second';
  due := array(
    select greatest(0, extract(epoch from run_at - clock_timestamp()) * 1000)::integer
    from graphile_worker._private_jobs where is_available and run_at <= soon
    limit 64);
end $$;
