-- Whether mails about an unpaid request go to its mailbox: yes for one that has paid before, otherwise for the first within `p_turn`. Decided
-- once per request. Requests of one mailbox wait for each other, so each statement sees what the one before it has decided.

create or replace function mail_turn(p_reference text, p_email text, p_mailbox text, p_requested_at timestamptz, p_turn interval)
returns boolean language plpgsql as $$
declare
  is_mailed boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_mailbox, 2));
  select t.mailed into is_mailed from mail_turns t where t.reference = p_reference;
  if found then
    return is_mailed;
  end if;
  if exists (
    select from personal_data p join bookings b on b.person_id = p.id
    where lower(p.email) = lower(p_email) and b.received_cents > 0)
  then
    return true;
  end if;
  insert into mail_turns (reference, mailbox, requested_at, mailed)
  values (p_reference, p_mailbox, p_requested_at, not exists (
    select from mail_turns t where t.mailbox = p_mailbox and t.mailed and t.requested_at > p_requested_at - p_turn))
  returning mailed into is_mailed;
  return is_mailed;
end $$;

revoke execute on function mail_turn from public;
grant execute on function mail_turn to hub_runtime;
