-- Begins a seal: takes the lock until the transaction ends, and makes its commit wait for the disk. Answers what there is once the lock is
-- taken: the last leaf and the place of its event in the log (null if it is no longer there), the newest head, and the keys, newest first.

create or replace function begin_seal(p_lock bigint,
  out leaf json, out epoch integer, out xid xid8, out "position" bigint, out head json, out keys json)
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(p_lock), set_config('synchronous_commit', 'on', true);
  select to_json(l), e.epoch, e.xid, e.position, to_json(c),
    (select coalesce(json_agg(json_build_object('vkey', k.vkey, 'endorsement', k.endorsement) order by k.number desc), '[]') from log_keys k)
  into leaf, epoch, xid, "position", head, keys
  from (select) one
  left join (select index, stream, version from log_leaves order by index desc limit 1) l on true
  left join events e on e.stream = l.stream and e.version = l.version
  left join (
    select number, size, note, vkey, signed_at as "signedAt" from log_checkpoints order by size desc, number desc limit 1
  ) c on true;
end $$;

revoke execute on function begin_seal from public;
grant execute on function begin_seal to hub_runtime;
