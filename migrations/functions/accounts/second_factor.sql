-- Staff's second factor. The operation names the account when the stream is not the account's.

create or replace function guard.add_second_factor(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  perform from staff_credentials where staff_id = p_id for no key update;
  insert into staff_second_factors (staff_id, sealed_secret, last_step, enrolled_at)
  values (p_id, p ->> 'sealedSecret', (p ->> 'step')::bigint, p_at);
end $$;

create or replace function guard.remove_second_factor(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  delete from staff_second_factors where staff_id = p_id
$$;

create or replace function guard.set_recovery_codes(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  delete from staff_recovery_codes where staff_id = p_id;
  insert into staff_recovery_codes (staff_id, code_hash)
  select p_id, hash from jsonb_array_elements_text(p -> 'hashes') as code (hash)
$$;

-- When one code comes several times at once, the first moves the step on; the others wait for its row and are refused.
create or replace function guard.use_second_factor_step(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  update staff_second_factors set last_step = (p ->> 'step')::bigint, sealed_secret = p ->> 'sealedSecret'
  where staff_id = coalesce((p -> 'staffId')::bigint, p_id) and last_step < (p ->> 'step')::bigint;
  if not found then
    raise exception 'this code was used' using errcode = 'check_violation', constraint = 'second_factor_code_once';
  end if;
end $$;

create or replace function guard.use_recovery_code(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  delete from staff_recovery_codes
  where staff_id = coalesce((p -> 'staffId')::bigint, p_id) and code_hash = p ->> 'hash';
  if not found then
    raise exception 'this code was used' using errcode = 'check_violation', constraint = 'second_factor_code_once';
  end if;
end $$;

create or replace function guard.set_second_factor_policy(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update second_factor_policy set demanded = (p -> 'roles') ? role
$$;

revoke execute on all functions in schema guard from public;
