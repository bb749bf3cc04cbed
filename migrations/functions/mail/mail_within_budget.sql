-- Whether a mail goes out: yes if its recipient has paid by this email or verified it, which is not counted; otherwise while fewer than
-- `p_hourly` have gone within the hour and `p_daily` within the day. Decided once per mail. Mails of one mailbox wait for each other,
-- so each statement sees what the one before it has decided.

create or replace function mail_within_budget(
  p_message_id text, p_email text, p_mailbox text, p_at timestamptz, p_hourly integer, p_daily integer
) returns boolean language plpgsql as $$
declare
  is_granted boolean;
  latest record;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_mailbox, 3));
  select b.granted into is_granted from mail_budget b where b.message_id = p_message_id;
  if found then
    return is_granted;
  end if;
  if exists (
    select from personal_data p join bookings b on b.person_id = p.id
    where lower(p.email) = lower(p_email) and b.received_cents > 0)
  or exists (
    select from customer_credentials c
    where lower(c.email) = lower(p_email) and exists (
      select from events e where e.stream = 'customer-' || c.customer_id and e.type = 'CustomerEmailVerified'))
  then
    return true;
  end if;
  select count(*) filter (where counted_at > p_at - interval '1 hour') as hourly, count(*) as daily into latest
  from mail_budget b where b.mailbox = p_mailbox and b.granted and b.counted_at > p_at - interval '1 day';
  insert into mail_budget (message_id, mailbox, counted_at, granted)
  values (p_message_id, p_mailbox, p_at, latest.hourly < p_hourly and latest.daily < p_daily)
  returning granted into is_granted;
  return is_granted;
end $$;

revoke execute on function mail_within_budget from public;
grant execute on function mail_within_budget to hub_runtime;
