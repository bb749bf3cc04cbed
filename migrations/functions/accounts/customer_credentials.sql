-- What an append does to a customer's row of credentials.

create or replace function guard.add_customer_credentials(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into customer_credentials (customer_id, email, password_hash, created_at, updated_at)
  values (p_id, p ->> 'email', p ->> 'passwordHash', p_at, p_at)
$$;

create or replace function guard.replace_customer_password(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update customer_credentials
  set password_hash = p ->> 'passwordHash', password_version = password_version + 1, updated_at = p_at
  where customer_id = p_id
$$;

create or replace function guard.touch_customer(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update customer_credentials set updated_at = p_at where customer_id = p_id
$$;

create or replace function guard.ask_erasure(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update customer_credentials set erasure_requested_at = p_at where customer_id = p_id and erasure_requested_at is null
$$;

-- For an account that was opened with the email of another person.
create or replace function guard.remove_customer_credentials(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  delete from customer_credentials where customer_id = p_id
$$;

revoke execute on all functions in schema guard from public;
