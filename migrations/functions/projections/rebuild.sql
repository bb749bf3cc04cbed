-- A rebuild fills tables in the schema `rebuild`, where tables, indexes and constraints have the names that they keep after the swap.

-- The processes' login may rebuild as a whole what it may rewrite row by row: no right is added to those it has.
create or replace function refuse_to_rebuild(p_tables text[]) returns void language plpgsql as $$
declare
  view text;
begin
  foreach view in array p_tables loop
    if to_regclass(format('public.%I', view)) is null
      or not has_table_privilege('hub_runtime', format('public.%I', view), 'insert')
      or not has_table_privilege('hub_runtime', format('public.%I', view), 'update')
      or not has_table_privilege('hub_runtime', format('public.%I', view), 'delete') then
      raise exception '% is no table that a projection builds', view using errcode = 'insufficient_privilege';
    end if;
  end loop;
end $$;

-- Changes whenever a migration changes a column, an index or a constraint of these tables.
create or replace function shape_of(p_tables text[]) returns text language sql stable as $$
  with live as (
    select c.oid, c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname = any (p_tables)
  )
  select md5(string_agg(line, E'\n' order by line)) from (
    select format('%s %s %s %s %s', relname, attname, format_type(atttypid, atttypmod), attnotnull,
      pg_get_expr(adbin, adrelid)) as line
    from live join pg_attribute on attrelid = live.oid left join pg_attrdef on adrelid = live.oid and adnum = attnum
    where attnum > 0 and not attisdropped
    union all
    select pg_get_indexdef(indexrelid) from live join pg_index on indrelid = live.oid
    union all
    select format('%s %s %s', relname, conname, pg_get_constraintdef(con.oid))
    from live join pg_constraint con on conrelid = live.oid
  ) lines
$$;

-- Makes the tables that a rebuild fills, empty, in the shape of the live ones.
create or replace function begin_rebuild(p_tables text[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  view text;
  index record;
begin
  perform refuse_to_rebuild(p_tables);
  foreach view in array p_tables loop
    execute format('drop table if exists rebuild.%I', view);
    execute format('create table rebuild.%I (like public.%I including all excluding indexes)', view, view);
    for index in
      select con.conname, case when con.oid is null then pg_get_indexdef(i.indexrelid) else pg_get_constraintdef(con.oid) end
        as definition
      from pg_index i
      left join pg_constraint con on con.conindid = i.indexrelid and con.conrelid = i.indrelid and con.contype in ('p', 'u', 'x')
      where i.indrelid = format('public.%I', view)::regclass
    loop
      if index.conname is null then
        -- PostgreSQL makes an index in its table's schema, under its own name.
        execute regexp_replace(index.definition, ' ON (ONLY )?\S+ USING ', format(' ON rebuild.%I USING ', view));
      else
        execute format('alter table rebuild.%I add constraint %I %s', view, index.conname, index.definition);
      end if;
    end loop;
    execute format('grant select, insert, update, delete on rebuild.%I to hub_runtime', view);
  end loop;
end $$;

-- Puts the rebuilt tables in the place of the live ones. Waits for readers of those only for a moment, so that nothing deadlocks: the caller
-- tries again. Readers that wait meanwhile read the new tables.
create or replace function swap_rebuilt(p_tables text[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '50ms' as $$
declare
  view text;
  granted record;
begin
  perform refuse_to_rebuild(p_tables);
  for view in select unnest(p_tables) order by 1 loop
    execute format('lock table public.%I in access exclusive mode', view);
  end loop;
  foreach view in array p_tables loop
    for granted in
      select privilege_type, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as grantee
      from pg_class, aclexplode(relacl) where oid = format('public.%I', view)::regclass and grantee <> relowner
    loop
      execute format('grant %s on rebuild.%I to %s', granted.privilege_type, view, granted.grantee);
    end loop;
    execute format('drop table public.%I', view);
    execute format('alter table rebuild.%I set schema public', view);
  end loop;
end $$;

revoke execute on function begin_rebuild, swap_rebuilt, refuse_to_rebuild from public;
grant execute on function begin_rebuild, swap_rebuilt to hub_runtime;
