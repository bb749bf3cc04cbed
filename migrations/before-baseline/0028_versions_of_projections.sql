-- Versions of projections: a newer one is built beside the live one, in a schema of its own, and swapped in.

-- Whose rows are live: followers with another version of the code stand aside.
alter table projection_cursors add column version integer not null default 1;

-- A rebuild under way, with a cursor of its own; it outlives the process that carries it on.
create table projection_rebuilds (
  name text primary key,
  version integer not null,
  -- Of its tables when it began: with another one it begins anew.
  shape text not null,
  epoch integer not null default 0,
  xid xid8 not null default '0',
  position bigint not null default 0,
  -- Events folded so far.
  done bigint not null default 0,
  -- Whether what is counted once, over all rows, has been.
  settled boolean not null default false,
  -- Why it stopped last; null while it goes on.
  error text,
  begun_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on projection_rebuilds to hub_runtime;

-- In a schema of their own, tables, indexes and constraints have the names that they keep after the swap.
create schema rebuild;
grant usage on schema rebuild to hub_runtime;

-- What the runtime may rewrite row by row it may build anew as a whole: no right is added to those it has.
create function refuse_to_rebuild(p_tables text[]) returns void language plpgsql as $$
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

-- Changes whenever a migration changes a column, an index or a constraint.
create function shape_of(p_tables text[]) returns text language sql stable as $$
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
create function begin_rebuild(p_tables text[]) returns void
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
        -- An index is made in its table's schema, under its own name.
        execute regexp_replace(index.definition, ' ON (ONLY )?\S+ USING ', format(' ON rebuild.%I USING ', view));
      else
        execute format('alter table rebuild.%I add constraint %I %s', view, index.conname, index.definition);
      end if;
    end loop;
    execute format('grant select, insert, update, delete on rebuild.%I to hub_runtime', view);
  end loop;
end $$;

-- Puts the rebuilt tables in the place of the live ones. Their readers are waited for shortly and then let pass, so that
-- nobody deadlocks: whoever calls tries again. Those who wait meanwhile read the new tables.
create function swap_rebuilt(p_tables text[]) returns void
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

revoke execute on function refuse_to_rebuild, begin_rebuild, swap_rebuilt from public;
grant execute on function begin_rebuild, swap_rebuilt to hub_runtime;

-- Who is erased is erased where a rebuild is under way as well. A fold that has read their words and not written them yet is
-- waited for: it holds its cursor.
create or replace function erase_search_text() returns trigger language plpgsql as $$
begin
  perform from projection_cursors where name = 'bookings' for update;
  perform from projection_rebuilds where name = 'bookings' for update;
  update bookings set search_text = search_text(new) where person_id = new.id;
  if to_regclass('rebuild.bookings') is not null then
    execute 'update rebuild.bookings set search_text = $1 where person_id = $2' using search_text(new), new.id;
  end if;
  return null;
end $$;

-- By what analytics tells customers apart: a keyed hash of their email. It stays when they are erased, so that a customer who
-- came four times is one customer after a rebuild too.
create table known_customers (
  person_id uuid primary key,
  customer text not null
);
grant select, insert on known_customers to hub_runtime;
insert into known_customers (person_id, customer)
select (e.data ->> 'personId')::uuid, a.customer
from analytics_bookings a join events e on e.stream = 'booking-' || a.booking_id and e.version = 1
union
select (e.data ->> 'personId')::uuid, a.customer
from analytics_inquiries a join events e on e.stream = 'inquiry-' || a.inquiry_id and e.version = 1
on conflict do nothing;

-- Jobs under their former name: those of a projection now carry its version.
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where j.task_id = t.id and t.identifier = 'follow';
  end if;
end $$;
