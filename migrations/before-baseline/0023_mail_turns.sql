-- Which requests were told to a mailbox that has never paid: one an hour, so that nobody fills a stranger's with our mails.
create table mail_turns (
  -- The booking's own random name: its number may be given again.
  reference text primary key,
  -- A keyed hash.
  mailbox text not null,
  requested_at timestamptz not null,
  mailed boolean not null
);
create index mail_turns_latest on mail_turns (mailbox, requested_at) where mailed;
create index mail_turns_oldest on mail_turns (requested_at);
grant select, insert, delete on mail_turns to hub_runtime;
