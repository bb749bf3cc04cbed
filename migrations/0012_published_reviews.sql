-- Reviews that their authors let the website show, and the venue's answers; the texts stay in personal_data. The projection is rebuilt.

alter table feedback
  add column published boolean not null default false,
  add column answer_id uuid,
  add column answered_at timestamptz;
create index feedback_published on feedback (room_id, left_at desc, feedback_id desc) where published;

update projection_cursors set version = 3 where name = 'feedback' and not exists (select from events);
