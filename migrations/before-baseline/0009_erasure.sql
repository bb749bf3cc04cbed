-- Personal data that the law or its owner wants gone. The log and every table that refers to it stay as they are.

-- By the clock of the database and for rows past their time only: the runtime may call it and can erase nothing else.
create function erase_personal_data_past_retention() returns integer
language sql security definer set search_path = public as $$
  with erased as (
    update personal_data
    set first_name = null, last_name = null, email = null, phone = null, free_text = null, erased_at = now()
    where erased_at is null and recorded_at < now() - interval '7 years'
    returning 1
  )
  select count(*)::integer from erased
$$;
revoke execute on function erase_personal_data_past_retention from public;
grant execute on function erase_personal_data_past_retention to hub_runtime;
create index personal_data_unerased on personal_data (recorded_at) where erased_at is null;
