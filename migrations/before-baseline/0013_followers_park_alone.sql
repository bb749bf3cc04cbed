-- A follower that meets an event which it cannot take stops there by itself, visibly; the others go on.

alter table projection_cursors
  add column state text not null default 'running' check (state in ('running', 'parked')),
  -- At which event it stopped, why, and when; null while it runs.
  add column parked_stream text,
  add column parked_version integer,
  add column parked_error text,
  add column parked_at timestamptz,
  add constraint parked_somewhere check (
    (state = 'parked') = (parked_stream is not null and parked_version is not null
      and parked_error is not null and parked_at is not null));

-- Jobs under their former name: nobody carries them out any more.
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where j.task_id = t.id and t.identifier = 'project';
  end if;
end $$;
