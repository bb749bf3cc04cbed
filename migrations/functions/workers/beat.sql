-- One beat: says that this worker lives, removes dead workers, frees what is locked in the name of a living one that does not have it. Answers
-- whether this worker is still among the living, how many it has removed, whether the log goes on behind what these followers have taken
-- while they run, and in how many milliseconds free jobs are due (at most 64, of those until after the next beat): the worker looks for
-- each at its time. A worker whose session was cut comes back by another one, unless it was removed meanwhile. Of another role's
-- session only its beats tell.

-- A lane stays locked after two workers had one job in turn: the first, taken for dead meanwhile, ended it and found that the lane was no longer
-- its own; the second ended a job that was gone. No job of such a lane is locked, which is never so while the lane's lock is meant.
create or replace function unlock_forgotten_lanes() returns void language plpgsql as $$
begin
  update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
  where q.locked_at < now() - interval '2 seconds' and not exists (
    select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_at is not null);
end $$;

-- A worker that never received the answer that gave it jobs has them locked and does not know of them. A crash of the server locks a job again
-- whose end it has lost. Frees what has been locked in the worker's name for two seconds and is not in `p_in_hand`.
create or replace function release_unheard_of(p_id text, p_in_hand bigint[]) returns void language plpgsql as $$
declare
  lanes integer[];
begin
  with freed as (
    update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(0, attempts - 1)
    where locked_by = p_id and locked_at < now() - interval '2 seconds' and not id = any (p_in_hand)
    returning job_queue_id
  )
  select array_agg(job_queue_id) into lanes from freed;
  update graphile_worker._private_job_queues set locked_by = null, locked_at = null
  where id = any (lanes) and locked_by = p_id;
end $$;

-- `p_in_hand`: the jobs that this worker has, given when others may be locked in its name. The time is taken once, so that the index of due jobs
-- is read up to it: a call of the clock for each row made each beat read every job that waits, two for each booking until its visit.
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

revoke execute on function unlock_forgotten_lanes, release_unheard_of, beat from public;
grant execute on function unlock_forgotten_lanes, release_unheard_of, beat to hub_runtime;
