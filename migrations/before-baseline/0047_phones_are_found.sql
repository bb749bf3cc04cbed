-- Staff find a caller by phone: its digits are searched with name and email. As circled digits, so that whoever looks for
-- booking 555 is not answered everybody with such a phone.
create or replace function search_text(p personal_data) returns text language sql immutable as $$
  select lower(left(concat_ws(' ', p.first_name, p.last_name, p.email), 500))
    || coalesce(' ' || nullif(translate(left(regexp_replace(p.phone, '\D', '', 'g'), 20), '0123456789', '⓪①②③④⑤⑥⑦⑧⑨'), ''), '')
$$;
update bookings b set search_text = search_text(p) from personal_data p where p.id = b.person_id;
do $$
begin
  if to_regclass('rebuild.bookings') is not null then
    update rebuild.bookings b set search_text = search_text(p) from personal_data p where p.id = b.person_id;
  end if;
end $$;

drop trigger personal_data_search_text on personal_data;
create trigger personal_data_search_text after update of first_name, last_name, email, phone on personal_data
  for each row execute function erase_search_text();
