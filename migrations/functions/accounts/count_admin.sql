-- Counts active admins up or down; `active_admins_never_none` refuses the step that would leave none.

create or replace function guard.count_admin(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  if (p ->> 'by')::integer > 0 then
    insert into active_admins (count) values (1)
    on conflict (only_row) do update set count = active_admins.count + 1;
  else
    update active_admins set count = count - 1;
  end if;
end $$;

revoke execute on all functions in schema guard from public;
