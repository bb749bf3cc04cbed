-- Goes first in an append's guard: refuses the append when the session that asks for it has ended, or when its account is no longer what it
-- was. The session's row is locked until the commit: an ending waits for the append, or the append for the ending. Logging out, a new
-- password, deactivation, deletion and erasure all change the sessions that they end, so the lock of this one row is enough; the account
-- is read after it.
--
-- `alone`: the append changes accounts, and may end this very session. Two of those would each wait for what the other has, so they follow
-- one another: for staff all of them, since they change each other's accounts; for a customer those of the same account.

create or replace function guard.session_stands(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
declare
  account constant bigint := (p -> 'accountId')::bigint;
  opened_with integer;
begin
  if (p -> 'alone')::boolean then
    perform pg_advisory_xact_lock(hashtextextended(
      case p ->> 'kind' when 'staff' then 'staff' else 'customer-' || account end, 3));
  end if;
  select password_version into opened_with from sessions
  where session_id = (p ->> 'sessionId')::uuid and kind = p ->> 'kind' and account_id = account
    and ended_at is null and expires_at > p_at
  for share;
  if opened_with is null or not (case p ->> 'kind'
    when 'staff' then exists (
      select from staff_credentials
      where staff_id = account and active and role = p ->> 'role' and password_version = opened_with)
    else exists (select from customer_credentials where customer_id = account and password_version = opened_with)
  end) then
    raise exception 'the session has ended' using errcode = 'check_violation', constraint = 'session_stands';
  end if;
end $$;

revoke execute on all functions in schema guard from public;
