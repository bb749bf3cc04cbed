-- A room's price may differ by weekday and hour, and its shortest booking may be longer than an hour.
alter table rooms add column price_rules text[] not null default '{}', add column least_hours integer not null default 1,
  add column later_prices jsonb not null default '[]';
