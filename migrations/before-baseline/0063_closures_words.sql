-- Why hours are closed is what somebody typed: a row of personal data that the event names, as every other free text. What older
-- events say stays in the log; their words get a row by an id that is made of the event (`core/block/block.ts` makes the same),
-- so that they are still read, and can be erased.
create function closure_reason_id(placed jsonb) returns uuid language sql immutable as $$
  select overlay(overlay(md5(concat_ws(' ', 'closure', placed ->> 'startsAt', placed ->> 'endsAt',
    (select string_agg(room, ',' order by place) from jsonb_array_elements_text(placed -> 'roomIds') with ordinality as of_it (room, place)),
    placed ->> 'reason')) placing '3' from 13) placing '8' from 17)::uuid
$$;
revoke execute on function closure_reason_id from public;

insert into personal_data (id, free_text, recorded_at)
select closure_reason_id(data), min(data ->> 'reason'), max(occurred_at) from events
where stream like 'block-%' and type = 'BlockPlaced' and schema_version = 1
group by 1
on conflict (id) do nothing;

do $$
declare
  read_table regclass;
begin
  -- That of a rebuild under way too.
  foreach read_table in array array_remove(array[to_regclass('public.room_blocks'), to_regclass('rebuild.room_blocks')], null) loop
    execute format('alter table %s add column reason_id uuid', read_table);
    execute format('update %s b set reason_id = closure_reason_id(e.data) from events e
      where e.stream = ''block-'' || b.block_id and e.version = 1 and e.type = ''BlockPlaced'' and e.schema_version = 1', read_table);
    execute format('alter table %s drop column reason', read_table);
  end loop;
end $$;
drop function closure_reason_id;
