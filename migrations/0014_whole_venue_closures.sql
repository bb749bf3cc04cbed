-- A closure of the whole venue also covers the rooms that are added after it. The projection is rebuilt.

alter table room_blocks add column whole_venue boolean not null default false;

update projection_cursors set version = 3 where name = 'availability' and not exists (select from events);
