-- Gives the log its first key. The processes' login may do no more to the keys: they are the word of the log's owner, who adds all others.

create or replace function first_log_key(p_vkey text, p_endorsement text) returns void
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
