-- An append that frees hours, and an entry that joins the waitlist at the same moment, must not miss each other: the append has found no entry
-- that fits, and the entry has found no free hours. So a join takes a lock for itself and appends with guard.waitlist_join; an append that
-- frees hours for which it found no entry shares the lock, after its hours. Either sees the other: the append is refused and tried again
-- if an entry came meanwhile; the entry, once appended, looks for free hours again. Who holds the lock waits for the version of the
-- waitlist and nothing else, and an append that writes that version asks for no such lock.

-- {version}: refuses if the waitlist has more events. To the process it is as if another append had been faster.
create or replace function guard.waitlist_stands(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('waitlist', 4));
  if exists (select from events where stream = 'waitlist-1' and version = (p -> 'version')::integer + 1) then
    raise exception 'the waitlist has moved on' using errcode = 'unique_violation', constraint = 'events_one_version';
  end if;
end $$;

create or replace function guard.waitlist_join(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('waitlist', 4));
end $$;

-- {from, id}: the person of an entry, as a row of its own for the booking that is offered. Who is erased has left the waitlist: it is read again.
create or replace function guard.copy_person(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
declare
  person personal_data;
begin
  select * into person from personal_data where id = (p ->> 'from')::uuid and erased_at is null for share;
  if not found then
    raise exception 'this person has been erased' using errcode = 'unique_violation', constraint = 'events_one_version';
  end if;
  insert into personal_data (id, first_name, last_name, email, phone, free_text, recorded_at)
  values ((p ->> 'id')::uuid, person.first_name, person.last_name, person.email, person.phone, person.free_text, p_at);
end $$;

revoke execute on all functions in schema guard from public;
