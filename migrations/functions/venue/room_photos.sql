-- The pixels of rooms' photos, written and removed with the events that name them.

create or replace function guard.store_photo(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into room_photos (photo_id, width, format, bytes)
  select (p ->> 'photoId')::uuid, file.width, file.format, decode(file.base64, 'base64')
  from jsonb_to_recordset(p -> 'files') as file (width integer, format text, base64 text)
$$;

create or replace function guard.remove_photo(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  delete from room_photos where photo_id = (p ->> 'photoId')::uuid
$$;

revoke execute on all functions in schema guard from public;
