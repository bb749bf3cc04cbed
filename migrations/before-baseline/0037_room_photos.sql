-- The pictures of rooms' photos, each in every size and format that the web asks for. The events name the photo (`photoId`), its
-- description and its shape; the pixels stand beside the log and go with the event that removes the photo: nobody's address may
-- show any longer what was taken away. Written and removed by the append, so that no event names a picture that is not here.
create table room_photos (
  photo_id uuid not null,
  -- Pixels.
  width integer not null check (width > 0),
  format text not null check (format in ('avif', 'webp', 'jpg')),
  bytes bytea not null,
  primary key (photo_id, width, format)
);
-- They are compressed already.
alter table room_photos alter column bytes set storage external;
grant select on room_photos to hub_runtime;

create function guard.store_photo(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into room_photos (photo_id, width, format, bytes)
  select (p ->> 'photoId')::uuid, file.width, file.format, decode(file.base64, 'base64')
  from jsonb_to_recordset(p -> 'files') as file (width integer, format text, base64 text)
$$;

create function guard.remove_photo(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  delete from room_photos where photo_id = (p ->> 'photoId')::uuid
$$;
revoke execute on all functions in schema guard from public;
