-- Erases a person everywhere, at once with the event that says so.

-- Words that no text may contain any longer, as patterns. A shorter word is part of too many others.
create or replace function erasure_patterns(p_ids uuid[]) returns text[] language sql stable as $$
  select array_agg(distinct '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%')
  from personal_data, unnest(array[email, first_name, last_name, phone]) as said (word)
  where id = any (p_ids) and length(word) >= 3
$$;

-- {personIds, customerIds, customers: [{personId, customer}], email}: rows of personal data, accounts, and the key by which analytics still
-- tells customers apart. Refuses when there is something under the email that was not named: it came meanwhile.
create or replace function guard.erase_people(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
declare
  ids constant uuid[] := array(select id::uuid from jsonb_array_elements_text(p -> 'personIds') as named (id));
  account bigint;
  words text[];
begin
  -- Their rows first, as in every other change of one. Then wait for a fold that has read their words and has not written them yet:
  -- lock the cursors in one order, and before those of a rebuild, as a swap does.
  perform from personal_data where id = any (ids) order by id for update;
  perform from projection_cursors where name in ('analytics', 'bookings') order by name for update;
  perform from projection_rebuilds where name in ('analytics', 'bookings') order by name for update;
  insert into known_customers (person_id, customer)
  select "personId", customer
  from jsonb_to_recordset(p -> 'customers') as known ("personId" uuid, customer text) order by 1
  on conflict do nothing;

  words := erasure_patterns(ids);
  update personal_data
  set first_name = null, last_name = null, email = null, phone = null, free_text = null, erased_at = p_at
  where id = any (ids) and erased_at is null;
  for account in
    delete from customer_credentials
    where customer_id in (select id::bigint from jsonb_array_elements_text(p -> 'customerIds') as named (id))
    returning customer_id
  loop
    perform guard.end_sessions(account, p_at, '{"kind": "customer"}');
  end loop;
  if exists (select from personal_data where lower(email) = lower(p ->> 'email'))
    or exists (select from customer_credentials where lower(email) = lower(p ->> 'email')) then
    raise exception 'more of this person came meanwhile' using errcode = 'check_violation', constraint = 'erasure_of_all';
  end if;

  -- Texts of errors should name no person; those that do are erased too.
  update mails set refusal = '(erased)' where refusal ilike any (words);
  update projection_cursors set parked_error = '(erased)' where parked_error ilike any (words);
  update projection_rebuilds set error = '(erased)' where error ilike any (words);
  update simulated_stripe.webhook_deliveries set last_failure = '(erased)' where last_failure ilike any (words);
  -- A receiver may repeat what it was sent, in any encoding.
  update webhook_tries set answer = null where answer is not null;
  if to_regclass('graphile_worker._private_jobs') is not null then
    execute 'update graphile_worker._private_jobs set last_error = ''(erased)'' where last_error ilike any ($1)' using words;
  end if;
end $$;

revoke execute on all functions in schema guard from public;
revoke execute on function erasure_patterns from public;
