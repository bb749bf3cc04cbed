-- Imports: their rows are written with the events that say why.

create or replace function guard.begin_import(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into imports (import_id, kind, file_name, digest, lines, sealed_file, actor, begun_at)
  values (p_id, p ->> 'kind', p ->> 'fileName', p ->> 'digest', (p -> 'lines')::integer, p ->> 'sealedFile', p -> 'actor', p_at)
$$;

-- A line is made once, by an import that is not being undone. The import's row is locked until the commit, so that an undo that begins
-- meanwhile finds the line.
create or replace function guard.note_imported(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  perform from imports where import_id = (p -> 'importId')::bigint and undo_begun_at is null for share;
  if not found then
    raise exception 'the import is being undone' using errcode = 'check_violation', constraint = 'imports_stand';
  end if;
  insert into imported_lines (kind, key, import_id, line, stream_id)
  values (p ->> 'kind', p ->> 'key', (p -> 'importId')::bigint, (p -> 'line')::integer, p_id);
end $$;

-- It was undone: the line may be imported again.
create or replace function guard.forget_imported(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  delete from imported_lines where kind = p ->> 'kind' and stream_id = p_id and import_id = (p -> 'importId')::bigint
$$;

create or replace function guard.end_import(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update imports set report = p -> 'report', ended_at = p_at, sealed_file = null where import_id = p_id
$$;

create or replace function guard.begin_undo_of_import(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update imports set undo_begun_at = p_at, sealed_file = null where import_id = p_id;
  -- Counted once the row is locked: no line is made any more.
  update imports set undo_lines = (select count(*) from imported_lines l where l.import_id = p_id) where import_id = p_id
$$;

create or replace function guard.end_undo_of_import(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update imports set undo_report = p -> 'report', undone_at = p_at where import_id = p_id
$$;

revoke execute on all functions in schema guard from public;
