-- Rooms are streams `room-N`; the table `rooms` is what the last event of each made of it, written by the same append.
create sequence room_ids;
select setval('room_ids', greatest((select coalesce(max(id), 0) from rooms), 7));

alter table rooms
  -- Events of its stream that the row tells of; 0 until the seed has written the first.
  add column version integer not null default 0,
  add column overlay text,
  add column engineer jsonb,
  add column turnaround_hours integer not null default 0 check (turnaround_hours >= 0),
  add column photos jsonb not null default '[]',
  add column retired boolean not null default false;

-- SPEC.md's overlays, and the one room with an engineer at SPEC.md's fee, until now known by their slugs.
update rooms set overlay = case slug when 'recording-studio' then 'COMING SOON' else 'COMING IN JULY' end
where slug in ('recording-studio', 'rehearsal-room');
update rooms set engineer = '{"hourlyCents": 5000, "halfDayCents": 20000, "fullDayCents": 40000}'
where slug = 'media-production';

-- The room as it stands after the events beside it. A slug that is another room's is refused by `rooms_slug_key`.
create function guard.write_room(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into rooms (id, version, slug, name, description, capacity, hourly_cents, half_day_cents, full_day_cents, features,
    equipment, image_url, images, category, display_order, bookable, overlay, engineer, turnaround_hours, photos, retired)
  select p_id, r.version, r.slug, r.name, r.description, r.capacity, r.hourly_cents, r.half_day_cents, r.full_day_cents,
    r.features, r.equipment, r.image_url, r.images, r.category, r.display_order, r.bookable, r.overlay, nullif(r.engineer, 'null'),
    r.turnaround_hours, r.photos, r.retired
  from jsonb_populate_record(null::rooms, p -> 'room') r
  on conflict (id) do update set version = excluded.version, slug = excluded.slug, name = excluded.name,
    description = excluded.description, capacity = excluded.capacity, hourly_cents = excluded.hourly_cents,
    half_day_cents = excluded.half_day_cents, full_day_cents = excluded.full_day_cents, features = excluded.features,
    equipment = excluded.equipment, image_url = excluded.image_url, images = excluded.images, category = excluded.category,
    display_order = excluded.display_order, bookable = excluded.bookable, overlay = excluded.overlay,
    engineer = excluded.engineer, turnaround_hours = excluded.turnaround_hours, photos = excluded.photos,
    retired = excluded.retired
$$;

-- Tells every process that what it remembers of rooms or house is old. Inside the append, unlike the waking of projections: it
-- is heard before the news that a view has the event, and a venue changes its prices a few times a year.
create function guard.tell_of_venue(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  select pg_notify('venue_changed', '')
$$;

-- Refuses what was decided by a room or a house that has moved on since: `streams` are their names and the versions that were
-- read. No lock: whoever changes a price at this very moment comes after this booking.
create function guard.stand(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  if exists (
    select from jsonb_each_text(p -> 'streams') read (stream, version)
    join events on events.stream = read.stream and events.version = read.version::integer + 1) then
    raise exception 'the venue has moved on' using errcode = 'check_violation', constraint = 'venue_as_it_was_read';
  end if;
end $$;
revoke execute on all functions in schema guard from public;
