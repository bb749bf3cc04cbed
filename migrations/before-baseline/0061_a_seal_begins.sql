-- A seal begins: whoever seals holds the lock to its transaction's end, and its commit waits for the disk. What stands is read once the lock is had: the
-- last leaf, and where in the log its event lies (null where it is not there any more), the newest head, and the keys, the newest first.
create function begin_seal(p_lock bigint,
  out leaf json, out epoch integer, out xid xid8, out "position" bigint, out head json, out vkeys json)
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(p_lock), set_config('synchronous_commit', 'on', true);
  select to_json(l), e.epoch, e.xid, e.position, to_json(c),
    (select coalesce(json_agg(k.vkey order by k.number desc), '[]') from log_keys k)
  into leaf, epoch, xid, "position", head, vkeys
  from (select) one
  left join (select index, stream, version from log_leaves order by index desc limit 1) l on true
  left join events e on e.stream = l.stream and e.version = l.version
  left join (
    select number, size, note, vkey, signed_at as "signedAt" from log_checkpoints order by size desc, number desc limit 1
  ) c on true;
end $$;
revoke execute on function begin_seal from public;
grant execute on function begin_seal to hub_runtime;
