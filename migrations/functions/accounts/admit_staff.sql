-- Admits a login of staff: the account is there and active, and a second factor has been proven if it has one; this stays so until the
-- commit. A deactivation, a deletion, a new password, a second factor and logging out everywhere wait for this row, and a login for them.

create or replace function guard.admit_staff(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
declare
  account constant bigint := (p -> 'staffId')::bigint;
begin
  perform from staff_credentials where staff_id = account and active for share;
  if not found
    or not (p -> 'proven')::boolean and exists (select from staff_second_factors where staff_id = account) then
    raise exception 'the account admits no login' using errcode = 'check_violation', constraint = 'staff_login_admitted';
  end if;
end $$;

revoke execute on all functions in schema guard from public;
