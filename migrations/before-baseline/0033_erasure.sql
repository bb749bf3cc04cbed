-- A person is erased wherever they stand, at once with the event that says so.

create sequence erasure_ids;

-- A booking's kind of event in the customer's own words is personal data; earlier the words themselves stood here.
alter table bookings add column event_type_id uuid;
update bookings set event_type = 'Other'
where event_type not in ('Recording Session', 'Rehearsal', 'Performance', 'Workshop', 'Meeting', 'Other');

-- Whom a mail is about: where mails are files, theirs go with them.
alter table mails add column person_id uuid;
update mails m set person_id = (
  select (e.data ->> 'personId')::uuid from events e
  where e.stream = regexp_replace(m.mail_id, '[@/].*', '') and e.data ? 'personId' order by e.version desc limit 1);
create index mails_in_the_outbox on mails (message_id) where transport = 'outbox';

alter table customer_credentials
  -- When the customer asked to be erased; null unless they wait for it.
  add column erasure_requested_at timestamptz,
  -- When somebody last signed in: an account in use is kept, however old.
  add column used_at timestamptz not null default now();
create index customer_credentials_waiting on customer_credentials (erasure_requested_at) where erasure_requested_at is not null;

create function note_account_used() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update customer_credentials set used_at = greatest(used_at, new.created_at) where customer_id = new.account_id;
  return null;
end $$;
create trigger sessions_use_accounts after insert on sessions
  for each row when (new.kind = 'customer') execute function note_account_used();

create function guard.ask_erasure(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update customer_credentials set erasure_requested_at = p_at where customer_id = p_id and erasure_requested_at is null
$$;

-- Words that a text may not hold any more, as patterns. What is shorter is part of anything.
create function erasure_patterns(p_ids uuid[]) returns text[] language sql stable as $$
  select array_agg(distinct '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%')
  from personal_data, unnest(array[email, first_name, last_name, phone]) as said (word)
  where id = any (p_ids) and length(word) >= 3
$$;

-- {personIds, customerIds, customers: [{personId, customer}], email}: rows of personal data, accounts, and by what analytics goes on
-- telling them apart. Refuses when there is something under the email that was not named: it came meanwhile.
create function guard.erase_people(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
declare
  ids constant uuid[] := array(select id::uuid from jsonb_array_elements_text(p -> 'personIds') as named (id));
  account bigint;
  words text[];
begin
  -- Their rows first, as whatever else changes one does. A fold that has read their words and not written them yet is waited for;
  -- cursors are taken in one order, and before what is being rebuilt, as a swap does.
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

  -- Words of errors are a machine's and name nobody; what did all the same goes too.
  update mails set refusal = '(erased)' where refusal ilike any (words);
  update projection_cursors set parked_error = '(erased)' where parked_error ilike any (words);
  update projection_rebuilds set error = '(erased)' where error ilike any (words);
  update simulated_stripe.webhook_deliveries set last_failure = '(erased)' where last_failure ilike any (words);
  if to_regclass('graphile_worker._private_jobs') is not null then
    execute 'update graphile_worker._private_jobs set last_error = ''(erased)'' where last_error ilike any ($1)' using words;
  end if;
end $$;
revoke execute on all functions in schema guard from public;
revoke execute on function note_account_used, erasure_patterns from public;

-- Marks a mail right before it is given away, unless it is in other hands by now, or is about somebody who has been erased: their
-- row is held until the mark stands, so that an erasure comes before it or knows of it.
create function hand_over_mail(
  p_mail_id text, p_claim uuid, p_transport text, p_lease interval, p_person_id uuid
) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from personal_data where id = p_person_id for share;
  if exists (select from personal_data where id = p_person_id and erased_at is not null) then return false; end if;
  update mails
  set state = 'handing-over', transport = p_transport, lease_until = now() + p_lease, person_id = p_person_id
  where mail_id = p_mail_id and claim = p_claim and lease_until > now();
  return found;
end $$;
revoke execute on function hand_over_mail from public;
grant execute on function hand_over_mail to hub_runtime;

-- As in migration 0009, but for what belongs to accounts that stand: staff's, and those of customers who have signed in within the seven
-- years. The others' accounts go with what is kept of them.
create or replace function erase_personal_data_past_retention() returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account bigint;
  erased integer;
begin
  for account in
    delete from customer_credentials where used_at < now() - interval '7 years' returning customer_id
  loop
    perform guard.end_sessions(account, now(), '{"kind": "customer"}');
  end loop;
  update personal_data
  set first_name = null, last_name = null, email = null, phone = null, free_text = null, erased_at = now()
  where erased_at is null and recorded_at < now() - interval '7 years' and id not in (
    select (e.data ->> 'personId')::uuid
    from (
      select 'staff-' || staff_id as stream from staff_credentials
      union all
      select 'customer-' || customer_id from customer_credentials
    ) standing
    join events e using (stream)
    where e.type in ('StaffAccountCreated', 'CustomerRegistered', 'CustomerProfileChanged'));
  get diagnostics erased = row_count;
  return erased;
end $$;
