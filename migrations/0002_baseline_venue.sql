-- The rooms, their photos, and who has which of their hours.

-- Rooms are streams `room-N`; a row is what the last event of its stream made of the room, written by the same append.
create table rooms (
  id integer primary key,
  slug text not null unique,
  name text not null,
  description text not null,
  capacity integer not null check (capacity > 0),
  hourly_cents integer not null check (hourly_cents >= 0),
  half_day_cents integer not null check (half_day_cents >= 0),
  full_day_cents integer not null check (full_day_cents >= 0),
  features text[] not null,
  equipment text[] not null,
  image_url text not null,
  images text[] not null,
  category text not null check (category in ('basic', 'professional', 'premium')),
  display_order integer not null default 0,
  bookable boolean not null default true,
  -- Events of its stream that the row tells of; 0 until the seed has written the first.
  version integer not null default 0,
  overlay text,
  engineer jsonb,
  turnaround_hours integer not null default 0 check (turnaround_hours >= 0),
  photos jsonb not null default '[]',
  retired boolean not null default false
);

-- The pictures of rooms' photos, each in every size and format that the web asks for. The events name the photo (`photoId`), its description
-- and its shape; the pixels are beside the log and go with the event that removes the photo, so that no address shows any longer what
-- was taken away. Written and removed by the append, so that no event names a picture that is not here.
create table room_photos (
  photo_id uuid not null,
  -- Pixels.
  width integer not null check (width > 0),
  format text not null check (format in ('avif', 'webp', 'jpg')),
  -- They are compressed already.
  bytes bytea storage external not null,
  primary key (photo_id, width, format)
);

-- One row per room and hour: the primary key is what makes a double booking impossible.
-- No foreign key to rooms: it would lock one row of rooms for every booking, and the core checks room ids.
create table room_hours (
  room_id integer not null,
  starts_at timestamptz not null,
  -- Whose visit it is; null if there is none.
  booking_id bigint,
  -- Null once the hours are no longer an unpaid hold.
  held_until timestamptz,
  -- A keyed hash of the holder's email while the hold is unpaid: counts open holds without keeping the address here.
  holder text,
  caller text,
  -- The closures of this hour, any number: a holiday over a repair, and reopening one leaves the other. An hour with a booking as well is one
  -- that was kept under the closure; when its booking releases it, the row stays with the closure.
  block_ids bigint[] not null default '{}',
  constraint room_hours_one_booking primary key (room_id, starts_at),
  constraint room_hours_somebodys check (booking_id is not null or block_ids <> '{}')
);
comment on column room_hours.caller is 'A keyed hash of the network address that holds these hours unpaid; null where it is not counted';
create index room_hours_open_holds on room_hours (holder, held_until) where holder is not null;
create index room_hours_open_holds_of_caller on room_hours (caller, held_until) where caller is not null;
create index room_hours_due on room_hours (held_until) where held_until is not null;
create index room_hours_blocked on room_hours (room_id, starts_at) where block_ids <> '{}';

grant select on rooms, room_photos, room_hours to hub_runtime;
