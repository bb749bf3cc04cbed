-- Rows of personal data that events name.

create or replace function guard.store_person(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into personal_data (id, first_name, last_name, email, phone, free_text, recorded_at)
  values ((p ->> 'id')::uuid, p ->> 'firstName', p ->> 'lastName', p ->> 'email', p ->> 'phone', p ->> 'freeText', p_at)
$$;

create or replace function guard.erase_person(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update personal_data
  set first_name = null, last_name = null, email = null, phone = null, free_text = null, erased_at = p_at
  where id = (p ->> 'personId')::uuid
$$;

-- {personId, changes: {firstName, …}, newId}: changes the fields that are given. With newId the changed person is a new row, and the old row
-- is erased. Refuses if they have been erased.
create or replace function guard.change_person(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
declare
  changes constant jsonb := p -> 'changes';
  person personal_data;
begin
  select * into person from personal_data where id = (p ->> 'personId')::uuid and erased_at is null for update;
  if not found then
    raise exception 'this person has been erased' using errcode = 'check_violation', constraint = 'person_stands';
  end if;
  person.first_name := coalesce(changes ->> 'firstName', person.first_name);
  person.last_name := coalesce(changes ->> 'lastName', person.last_name);
  person.email := coalesce(changes ->> 'email', person.email);
  person.phone := coalesce(changes ->> 'phone', person.phone);
  if changes ? 'freeText' then
    person.free_text := changes ->> 'freeText';
  end if;
  if p ->> 'newId' is null then
    update personal_data set first_name = person.first_name, last_name = person.last_name, email = person.email,
      phone = person.phone, free_text = person.free_text
    where id = person.id;
  else
    insert into personal_data (id, first_name, last_name, email, phone, free_text, recorded_at)
    values ((p ->> 'newId')::uuid, person.first_name, person.last_name, person.email, person.phone, person.free_text, p_at);
    perform guard.erase_person(p_id, p_at, p);
  end if;
end $$;

-- {personId}: somebody is written to. Refuses if they have been erased; an erasure that comes meanwhile waits, and then finds what was written.
create or replace function guard.person_stands(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  perform from personal_data where id = (p ->> 'personId')::uuid and erased_at is null for share;
  if not found then
    raise exception 'this person has been erased' using errcode = 'check_violation', constraint = 'person_stands';
  end if;
end $$;

revoke execute on all functions in schema guard from public;
