-- Staff's second factor (RFC 6238): the secret, what has been used of it, the codes for when the device is lost; and which roles must have one.

-- The secret is sealed by the processes, whose key no database has. `last_step` is the newest 30 seconds whose code was taken.
create table staff_second_factors (
  staff_id bigint constraint staff_second_factors_one_each primary key
    references staff_credentials on delete cascade,
  sealed_secret text not null,
  last_step bigint not null,
  enrolled_at timestamptz not null
);

-- SHA-256 of 80 random bits each. A code that is used is gone.
create table staff_recovery_codes (
  staff_id bigint references staff_second_factors on delete cascade,
  code_hash text,
  primary key (staff_id, code_hash)
);

create table second_factor_policy (
  role text primary key,
  demanded boolean not null default false
);
insert into second_factor_policy (role) values ('staff'), ('manager'), ('admin');

create function guard.set_recovery_codes(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  delete from staff_recovery_codes where staff_id = p_id;
  insert into staff_recovery_codes (staff_id, code_hash)
  select p_id, hash from jsonb_array_elements_text(p -> 'hashes') as code (hash)
$$;

create function guard.add_second_factor(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into staff_second_factors (staff_id, sealed_secret, last_step, enrolled_at)
  values (p_id, p ->> 'sealedSecret', (p ->> 'step')::bigint, p_at)
$$;

create function guard.remove_second_factor(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  delete from staff_second_factors where staff_id = p_id
$$;

-- Of many that bring one code at once the first moves the step on; the others wait for its row and are refused.
create function guard.use_second_factor_step(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  update staff_second_factors set last_step = (p ->> 'step')::bigint, sealed_secret = p ->> 'sealedSecret'
  where staff_id = p_id and last_step < (p ->> 'step')::bigint;
  if not found then
    raise exception 'this code was used' using errcode = 'check_violation', constraint = 'second_factor_code_once';
  end if;
end $$;

create function guard.use_recovery_code(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  delete from staff_recovery_codes where staff_id = p_id and code_hash = p ->> 'hash';
  if not found then
    raise exception 'this code was used' using errcode = 'check_violation', constraint = 'second_factor_code_once';
  end if;
end $$;

create function guard.set_second_factor_policy(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update second_factor_policy set demanded = (p -> 'roles') ? role
$$;

revoke execute on all functions in schema guard from public;
grant select on staff_second_factors, staff_recovery_codes, second_factor_policy to hub_runtime;
