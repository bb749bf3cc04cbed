-- Who works behind the product is alive or gone, and a stream that cannot be taken is set aside by itself.

-- A worker, for as long as it lives. Its session and its beats say that it does; whoever is gone is removed by the next beat of
-- another worker, and what was locked in its name is free again.
create table workers (
  -- The name by which the job queue locks for it. Mails and calendar entries that it has in hand bear it too.
  id text primary key,
  -- Of its beats: a number of a process is given again, and not with the same start.
  pid integer not null,
  session_start timestamptz not null,
  alive_until timestamptz not null,
  begun_at timestamptz not null default now()
);
grant select, insert, update, delete on workers to hub_runtime;

alter table mails add column holder text;
alter table calendar_entries add column holder text;

-- A worker begins under a new name.
create function join_workers(p_id text, p_for interval) returns void language sql as $$
  insert into workers (id, pid, session_start, alive_until)
  select p_id, pid, backend_start, clock_timestamp() + p_for from pg_stat_get_activity(pg_backend_pid())
$$;

-- Frees what is locked in these names, and tells the queue. A job that comes round by the clock has one attempt, which its worker's
-- death was; one that has lost its key while it ran has a successor in the queue: both are removed, not left for dead.
create function release_work_of(p_ids text[]) returns void language plpgsql as $$
begin
  delete from graphile_worker._private_jobs
  where locked_by = any (p_ids) and (max_attempts = 1 or key is null and attempts >= max_attempts);
  perform graphile_worker.force_unlock_workers(p_ids);
  perform pg_notify('jobs:insert', '{"r":' || random() || ',"count":8}');
end $$;

-- One beat: says that this worker lives, removes those who do not, and answers whether it is still among the living, how many it
-- has removed, whether the log goes on behind what these followers have taken while they run, and in how many milliseconds jobs are due that nobody
-- has (64 at most of those until after the next beat): the worker looks for each when its time has come. A worker whose session was cut comes
-- back by another one, if it was not removed meanwhile. Of another role's session only its beats tell.
create function beat(p_id text, p_for interval, p_followers text[],
  out alive boolean, out removed integer, out behind boolean, out due integer[])
language plpgsql as $$
declare
  gone text[];
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
  behind := exists (
    select from projection_cursors c, (
      select epoch, xid, position from events order by epoch desc, xid desc, position desc limit 1) e
    where c.name = any (p_followers) and c.state = 'running'
      and (c.epoch, c.xid, c.position) < (e.epoch, e.xid, e.position));
  due := array(
    select greatest(0, extract(epoch from run_at - clock_timestamp()) * 1000)::integer
    from graphile_worker._private_jobs where is_available and run_at <= clock_timestamp() + interval '1 second'
    limit 64);
end $$;

-- Frees what is locked by nobody who ever joined: its worker died in the moment between its first job and its first beat. Removes jobs
-- that were replaced while they ran, and then failed.
create function look_after_jobs() returns void language plpgsql as $$
begin
  perform release_work_of(array_agg(distinct locked_by)) from graphile_worker._private_jobs
  where locked_at < now() - interval '10 seconds' and not exists (select from workers where id = locked_by)
  having count(*) > 0;
  delete from graphile_worker._private_jobs where key is null and attempts >= max_attempts and locked_at is null;
end $$;

-- A worker that stops, or that has found that it is no longer the one it was.
create function leave_workers(p_id text) returns void language sql as $$
  delete from workers where id = p_id;
  select release_work_of(array[p_id])
$$;
revoke execute on function join_workers, release_work_of, look_after_jobs, beat, leave_workers from public;
grant execute on function join_workers, release_work_of, look_after_jobs, beat, leave_workers to hub_runtime;

-- Streams that a follower cannot take, since which version and why; it takes none of their later events until it is told to try.
create table streams_set_aside (
  follower text not null,
  stream text not null,
  -- Of the tables that a rebuild fills, until they are swapped in.
  rebuild boolean not null default false,
  since_version integer not null,
  reason text not null,
  set_aside_at timestamptz not null default now(),
  primary key (follower, rebuild, stream)
);
grant select, insert, update, delete on streams_set_aside to hub_runtime;

-- A follower parks for what is no stream's fault.
update projection_cursors set state = 'running', parked_stream = null, parked_version = null, parked_error = null, parked_at = null;
alter table projection_cursors
  drop constraint parked_somewhere,
  drop column parked_stream,
  drop column parked_version,
  add constraint parked_for_a_reason check (
    (state = 'parked') = (parked_error is not null and parked_at is not null));

-- Jobs under their former names: one job wakes all followers.
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where j.task_id = t.id and (t.identifier like 'follow:%' or t.identifier in ('wake-followers', 'unlock-stuck-jobs'));
  end if;
end $$;
