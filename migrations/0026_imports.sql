-- Imports of bookings and customers from other products.

create sequence import_ids;

create table imports (
  import_id bigint primary key,
  kind text not null check (kind in ('bookings', 'customers')),
  -- What the user calls the file; it may name a person, so the log has it not.
  file_name text not null,
  -- SHA-256 of the file: an import that was interrupted is found again by it.
  digest text not null,
  lines integer not null,
  -- Only while a worker applies it: the file and what was said about it, sealed with the session secret.
  sealed_file text,
  actor jsonb not null,
  begun_at timestamptz not null,
  -- The lines that were not made, and why.
  report jsonb,
  ended_at timestamptz,
  undo_begun_at timestamptz,
  -- The lines that stood when its undoing began.
  undo_lines integer,
  -- The lines that were made and could not be undone, and why.
  undo_report jsonb,
  undone_at timestamptz
);
create index imports_unfinished on imports (digest) where ended_at is null;

-- What each line made. The key says which line it was, in whichever file it comes again; it is a keyed hash.
create table imported_lines (
  kind text,
  key text,
  import_id bigint not null references imports,
  line integer not null,
  stream_id bigint not null,
  constraint imported_lines_once primary key (kind, key)
);
create index imported_lines_of_import on imported_lines (import_id, line);

grant select on imports, imported_lines to hub_runtime;
