-- Retention: erases rows of personal data after seven years, except those of accounts in use (staff's, and those of customers who have logged
-- in within the seven years). Other accounts are deleted with what is kept of them. By the clock of the database and only for rows past
-- their time: the processes' login may call it and can erase nothing else. Answers how many rows it erased.

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
    ) in_use
    join events e using (stream)
    where e.type in ('StaffAccountCreated', 'CustomerRegistered', 'CustomerImported', 'CustomerProfileChanged'));
  get diagnostics erased = row_count;
  return erased;
end $$;

revoke execute on function erase_personal_data_past_retention from public;
grant execute on function erase_personal_data_past_retention to hub_runtime;
