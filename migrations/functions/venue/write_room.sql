-- Writes the room as it is after the events beside it. A slug of another room is refused by `rooms_slug_key`.

create or replace function guard.write_room(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into rooms (id, version, slug, name, description, capacity, hourly_cents, half_day_cents, full_day_cents, features,
    equipment, image_url, images, category, display_order, bookable, overlay, engineer, turnaround_hours, photos, retired,
    width_feet, depth_feet, height_feet, plan, sound, look, price_rules, least_hours, later_prices)
  select p_id, r.version, r.slug, r.name, r.description, r.capacity, r.hourly_cents, r.half_day_cents, r.full_day_cents,
    r.features, r.equipment, r.image_url, r.images, r.category, r.display_order, r.bookable, r.overlay, nullif(r.engineer, 'null'),
    r.turnaround_hours, r.photos, r.retired, r.width_feet, r.depth_feet, r.height_feet,
    -- A process of an earlier version sends none of these while this version starts.
    coalesce(r.plan, '{}'), coalesce(r.sound, ''), coalesce(r.look, ''), coalesce(r.price_rules, '{}'), coalesce(r.least_hours, 1),
    coalesce(r.later_prices, '[]')
  from jsonb_populate_record(null::rooms, p -> 'room') r
  on conflict (id) do update set version = excluded.version, slug = excluded.slug, name = excluded.name,
    description = excluded.description, capacity = excluded.capacity, hourly_cents = excluded.hourly_cents,
    half_day_cents = excluded.half_day_cents, full_day_cents = excluded.full_day_cents, features = excluded.features,
    equipment = excluded.equipment, image_url = excluded.image_url, images = excluded.images, category = excluded.category,
    display_order = excluded.display_order, bookable = excluded.bookable, overlay = excluded.overlay,
    engineer = excluded.engineer, turnaround_hours = excluded.turnaround_hours, photos = excluded.photos,
    retired = excluded.retired, width_feet = excluded.width_feet, depth_feet = excluded.depth_feet,
    height_feet = excluded.height_feet, plan = excluded.plan, sound = excluded.sound, look = excluded.look,
    price_rules = excluded.price_rules, least_hours = excluded.least_hours, later_prices = excluded.later_prices
$$;

revoke execute on all functions in schema guard from public;
