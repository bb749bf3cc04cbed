-- Workers join, leave, and free what a dead one had.

-- A worker starts under a new name.
create or replace function join_workers(p_id text, p_for interval) returns void language sql as $$
  insert into workers (id, pid, session_start, alive_until)
  select p_id, pid, backend_start, clock_timestamp() + p_for from pg_stat_get_activity(pg_backend_pid())
$$;

-- Frees what is locked in these names, and tells the queue. A job of the clock has one attempt, which its worker's death was; one that
-- has lost its key while it ran has a successor in the queue: both are removed.
create or replace function release_work_of(p_ids text[]) returns void language plpgsql as $$
begin
  delete from graphile_worker._private_jobs
  where locked_by = any (p_ids) and (max_attempts = 1 or key is null and attempts >= max_attempts);
  perform graphile_worker.force_unlock_workers(p_ids);
  perform pg_notify('jobs:insert', '{"r":' || random() || ',"count":8}');
end $$;

-- Frees what is locked by a name that never joined: its worker died between its first job and its first beat. Removes jobs that were replaced
-- while they ran, and then failed.
create or replace function look_after_jobs() returns void language plpgsql as $$
begin
  perform release_work_of(array_agg(distinct locked_by)) from graphile_worker._private_jobs
  where locked_at < now() - interval '10 seconds' and not exists (select from workers where id = locked_by)
  having count(*) > 0;
  delete from graphile_worker._private_jobs where key is null and attempts >= max_attempts and locked_at is null;
end $$;

-- For a worker that stops, or that finds that it was taken for dead.
create or replace function leave_workers(p_id text) returns void language sql as $$
  delete from workers where id = p_id;
  select release_work_of(array[p_id])
$$;

revoke execute on function join_workers, release_work_of, look_after_jobs, leave_workers from public;
grant execute on function join_workers, release_work_of, look_after_jobs, leave_workers to hub_runtime;
