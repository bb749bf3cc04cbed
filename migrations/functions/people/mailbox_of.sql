-- The mailbox that an email reaches, however it is spelled: the same as core/person/mailbox.ts, which a test compares. A guest is all rows of
-- personal data with one mailbox. Without a FROM, so that the index inlines the expression: no stored row starts a query of its own.

drop index if exists personal_data_mailbox;

create or replace function mailbox_of(email text) returns text language sql immutable parallel safe as $$
  select case
    -- Nothing before the last @, or no @.
    when length(lower(btrim(email))) - length(split_part(lower(btrim(email)), '@', -1)) < 2 then lower(btrim(email))
    when split_part(lower(btrim(email)), '@', -1) in ('gmail.com', 'googlemail.com') then
      replace(split_part(
        left(lower(btrim(email)), -1 - length(split_part(lower(btrim(email)), '@', -1))), '+', 1), '.', '') || '@gmail.com'
    else
      split_part(left(lower(btrim(email)), -1 - length(split_part(lower(btrim(email)), '@', -1))), '+', 1)
        || '@' || split_part(lower(btrim(email)), '@', -1)
  end
$$;

-- Made again with the function, since it holds the function's answers.
create index personal_data_mailbox on personal_data (mailbox_of(email)) where email is not null;
