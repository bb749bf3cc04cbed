-- What staff find a booking by; an index entry has at most 2,700 bytes. The phone's digits are circled digits, so that a search for
-- booking 555 does not find every person with such a phone. `bookings` keeps the answers: after a change it is rebuilt.

create or replace function search_text(p personal_data) returns text language sql immutable as $$
  select lower(left(concat_ws(' ', p.first_name, p.last_name, p.email), 500))
    || coalesce(' ' || nullif(translate(left(regexp_replace(p.phone, '\D', '', 'g'), 20), '0123456789', '⓪①②③④⑤⑥⑦⑧⑨'), ''), '')
$$;

-- A person who is erased is erased from the search as well, also in a rebuild that is under way. The locks wait for a fold that has read their
-- words and has not written them yet.
create or replace function erase_search_text() returns trigger language plpgsql as $$
begin
  perform from projection_cursors where name = 'bookings' for update;
  perform from projection_rebuilds where name = 'bookings' for update;
  update bookings set search_text = search_text(new) where person_id = new.id;
  if to_regclass('rebuild.bookings') is not null then
    execute 'update rebuild.bookings set search_text = $1 where person_id = $2' using search_text(new), new.id;
  end if;
  return null;
end $$;

create or replace trigger personal_data_search_text after update of first_name, last_name, email, phone on personal_data
  for each row execute function erase_search_text();
