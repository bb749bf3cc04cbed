-- A contact message is new, answered or done, and what staff did with it is told beside it.

alter table messages
  add column stage text not null default 'new',
  -- What came after the message, by the event's version: answers (the words lie in personal_data), bookings, done and reopened.
  add column thread jsonb not null default '{}';
create index messages_by_stage on messages (stage, received_at desc, inquiry_id desc);

-- Until now every message was one event: its row says already what a rebuild would make of it.
update projection_cursors set version = 2 where name = 'messages' and version = 1;

-- {personId}: somebody is written to. Refuses where they have been erased; an erasure that comes meanwhile waits, and then finds what was
-- written.
create function guard.person_stands(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  perform from personal_data where id = (p ->> 'personId')::uuid and erased_at is null for share;
  if not found then
    raise exception 'this person has been erased' using errcode = 'check_violation', constraint = 'person_stands';
  end if;
end $$;
revoke execute on function guard.person_stands from public;
