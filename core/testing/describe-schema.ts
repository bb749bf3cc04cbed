/** Describes the schema of a database as readable SQL, so that two schemas can be compared and one can be kept in a file. */
import type { Sql } from "../platform/database/database.ts";

/** Tables with their columns, constraints, indexes, triggers and grants, then sequences, schemas and the functions' signatures. */
export async function describeSchema(sql: Sql): Promise<string> {
  const rows = await sql<{ text: string }[]>`
    with own as (
      select oid, nspname, case when nspname <> 'public' then nspname || '.' else '' end as prefix
      from pg_namespace where nspname in ('public', 'guard', 'rebuild', 'simulated_stripe')
    ), relations as (
      select c.*, prefix || relname as name from pg_class c join own on own.oid = relnamespace
    ), granted as (
      select oid, string_agg(format(E'\ngrant %s on %s%s to %s;', list, kind, name, grantee), '' order by list) as text
      from (
        select r.oid, case relkind when 'S' then 'sequence ' else '' end as kind, name, grantee::regrole,
          string_agg(lower(privilege_type) || columns, ', ' order by privilege_type, columns) as list
        from relations r cross join lateral (
          select acl.*, '' as columns from aclexplode(relacl) acl
          union all
          select acl.*, ' (' || attname || ')' from pg_attribute, aclexplode(attacl) acl where attrelid = r.oid
        ) acl
        where grantee <> relowner group by r.oid, relkind, name, grantee
      ) acl group by oid
    ), columns as (
      select attrelid as oid, attnum as place, concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
        case when attstorage <> typstorage then 'storage external' end,
        case attidentity when 'a' then 'generated always as identity' end,
        'default ' || pg_get_expr(adbin, adrelid), case when attnotnull then 'not null' end) as text
      from pg_attribute join pg_type on pg_type.oid = atttypid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum where attnum > 0 and not attisdropped
      union all
      select conrelid, 10000 + row_number() over (order by contype = 'p' desc, conname),
        format('constraint %I %s', conname, pg_get_constraintdef(oid)) from pg_constraint where contype <> 'n'
    ), after as (
      select indrelid as oid, pg_get_indexdef(indexrelid) || ';' as text from pg_index
      where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
      union all
      select tgrelid, pg_get_triggerdef(oid) || case tgenabled when 'A' then '; -- always' else ';' end
      from pg_trigger where not tgisinternal
      union all
      select objoid, format('comment on column %s.%I is %L;', name, attname, description)
      from pg_description join relations r on r.oid = objoid join pg_attribute on attrelid = objoid and attnum = objsubid
    ), described as (
      select 1 as part, name, format(E'create %stable %s (\n  %s\n);%s',
        case relpersistence when 'u' then 'unlogged ' else '' end, name,
        (select string_agg(text, E',\n  ' order by place) from columns where columns.oid = r.oid),
        (select string_agg(E'\n' || text, '' order by text) from after where after.oid = r.oid)) || coalesce(granted.text, '') || E'\n' as text
      from relations r left join granted using (oid) where relkind = 'r'
      union all
      select 2, name, 'create sequence ' || name || ';' || coalesce(granted.text, '') from relations r left join granted using (oid)
      where relkind = 'S' and not exists (select from pg_depend d where d.objid = r.oid and deptype = 'i')
      union all
      select 3, nspname, format('grant %s on schema %s to %s;', string_agg(lower(privilege_type), ', '), nspname, grantee::regrole)
      from pg_namespace, aclexplode(nspacl)
      where oid in (select oid from own) and grantee = 'hub_runtime'::regrole group by nspname, grantee
      union all
      select 4, prefix || proname, format('-- %s%s(%s) returns %s: %s', prefix, proname, pg_get_function_arguments(p.oid),
        pg_get_function_result(p.oid), concat_ws(', ', lanname,
          case provolatile when 'i' then 'immutable' when 's' then 'stable' end, case when proisstrict then 'strict' end,
          case proparallel when 's' then 'parallel safe' end, case when prosecdef then 'security definer' end,
          array_to_string(proconfig, ', '), 'execute: ' || coalesce((
            select string_agg(case grantee when 0 then 'public' else grantee::regrole::text end, ', ' order by grantee)
            from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee <> proowner), 'owner')))
      from pg_proc p join own on own.oid = pronamespace join pg_language l on l.oid = prolang
    )
    select text from described order by part, name collate "C", text collate "C"`;
  return rows.map(({ text }) => `${text}\n`).join("");
}
