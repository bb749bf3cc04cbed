-- A log's keys are the word of its owner: the processes' login gives the log its first key, and no other. What else it may do to the seal is to append
-- leaves, heads and cosignatures, each of which is checked against the keys before anything is signed over it.

revoke insert on log_keys from hub_runtime;

create function first_log_key(p_vkey text, p_endorsement text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  lock table log_keys in exclusive mode;
  if exists (select from log_keys) or exists (select from log_checkpoints) then
    raise exception 'the log has its key already: only its owner introduces another' using errcode = 'insufficient_privilege';
  end if;
  insert into log_keys (vkey, endorsement) values (p_vkey, p_endorsement);
end $$;
revoke execute on function first_log_key from public;
grant execute on function first_log_key to hub_runtime;

-- The same as before, with what each key vouches for.
drop function begin_seal(bigint);
create function begin_seal(p_lock bigint,
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
