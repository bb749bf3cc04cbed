-- Marks a mail right before it is handed over, unless another sender has it by now or the person it is about has been erased. Their row is
-- locked until the commit of the mark, so that an erasure comes before it or knows of it.

create or replace function hand_over_mail(
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
