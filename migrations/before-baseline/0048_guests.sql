-- A guest is who has a mailbox: all rows of personal data whose emails reach it, in whatever spelling.

-- As core/mailbox.ts reads it; a test holds the two against each other.
create function mailbox_of(email text) returns text language sql immutable strict parallel safe as $$
  select case
    when m is null then lower(btrim(email))
    when m[2] in ('gmail.com', 'googlemail.com') then replace(split_part(m[1], '+', 1), '.', '') || '@gmail.com'
    else split_part(m[1], '+', 1) || '@' || m[2]
  end
  from (select regexp_match(lower(btrim(email)), '^(.+)@([^@]*)$') as m) parts
$$;
create index personal_data_mailbox on personal_data (mailbox_of(email)) where email is not null;

-- Numbers of the streams with staff's notes on guests.
create sequence note_ids;

-- The list of a day or a range.
create index bookings_of_days on bookings (starts_at);
