-- What a room shows of itself without a photo: its size in feet, a plan line by line, and how it sounds and looks. Unknown for older rooms.

alter table rooms
  add column width_feet integer check (width_feet > 0),
  add column depth_feet integer check (depth_feet > 0),
  add column height_feet integer check (height_feet > 0),
  add column plan text[] not null default '{}',
  add column sound text not null default '',
  add column look text not null default '';
