-- Counts codes of a second factor. Tries of one account wait for each other, so that many at once gain nothing.

-- Counts a try; null when the challenge is used up (`spent`) or the account has had all its tries of the hour.
create or replace function begin_code_try(
  p_staff_id bigint, p_challenge text, p_network text, p_at timestamptz, p_per_challenge integer, p_per_hour integer,
  out try_id bigint, out spent boolean
) language plpgsql as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('code tries of staff-' || p_staff_id, 4));
  delete from staff_code_tries t where t.staff_id = p_staff_id and t.tried_at < p_at - interval '1 day';
  spent := coalesce((
    select count(*) >= p_per_challenge from staff_code_tries t
    where t.staff_id = p_staff_id and t.challenge = p_challenge), false);
  if spent or p_per_hour <= (
    select count(*) from staff_code_tries t
    where t.staff_id = p_staff_id and t.tried_at > p_at - interval '1 hour') then
    return;
  end if;
  insert into staff_code_tries as t (staff_id, challenge, network, tried_at)
  values (p_staff_id, p_challenge, p_network, p_at) returning t.try_id into begin_code_try.try_id;
end $$;

-- Notes that the code of this try was wrong. Answers how many of its challenge's were, and of the account's within the hour, and from how many
-- networks. Each of several wrong codes at once gets another number.
create or replace function note_wrong_code(
  p_try_id bigint, p_at timestamptz, out of_challenge integer, out of_account integer, out networks integer
) language plpgsql as $$
#variable_conflict use_column
declare
  noted record;
begin
  select t.staff_id, t.challenge into noted from staff_code_tries t where t.try_id = p_try_id;
  perform pg_advisory_xact_lock(hashtextextended('code tries of staff-' || noted.staff_id, 4));
  update staff_code_tries t set wrong = true where t.try_id = p_try_id;
  select count(*) filter (where t.challenge = noted.challenge), count(*), count(distinct t.network)
  into of_challenge, of_account, networks
  from staff_code_tries t where t.staff_id = noted.staff_id and t.wrong and t.tried_at > p_at - interval '1 hour';
end $$;

-- A person who can read the account's mailbox gets all tries back.
create or replace function guard.forget_code_tries(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  delete from staff_code_tries where staff_id = p_id
$$;

revoke execute on all functions in schema guard from public;
revoke execute on function begin_code_try, note_wrong_code from public;
grant execute on function begin_code_try, note_wrong_code to hub_runtime;
