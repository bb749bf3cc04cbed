-- What the reactions have done outside: mails, entries of the venue's calendar, and the payment provider's news.

-- What became of each mail. No addresses, no words: those are read when a mail is written, and are gone once a person is erased.
create table mails (
  -- The event and the kind of mail that it causes, so that each is sent once.
  mail_id text primary key,
  message_id text not null,
  transport text not null check (transport in ('graph', 'smtp', 'outbox')),
  -- taken: a sender prepares it and nothing has been given away. handing-over: it may have been accepted already.
  -- withheld: beyond the budget of its mailbox; nothing was given away, and nothing will be.
  state text not null check (state in ('taken', 'handing-over', 'sent', 'refused', 'withheld')),
  -- Which sender has it, until when; a sender that finds another claim here stops.
  claim uuid not null,
  lease_until timestamptz not null,
  attempts integer not null,
  -- Its sender died while handing it over; that it was accepted is concluded, not known.
  presumed boolean not null default false,
  refusal text,
  taken_at timestamptz not null default now(),
  settled_at timestamptz,
  -- Whom it is about: mails in files are erased with them.
  person_id uuid,
  -- The worker that has it.
  holder text
);
create index mails_unsettled on mails (lease_until) where settled_at is null;
create index mails_in_the_outbox on mails (message_id) where transport = 'outbox';

-- Which requests were told to a mailbox that has never paid: one an hour, so that no stranger's mailbox is filled with our mails.
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

-- One budget per mailbox for all mails that a person can cause who has neither paid nor shown that the mailbox is theirs.
create table mail_budget (
  -- The mail's Message-ID: the same however often it is tried, and never another mail's.
  message_id text primary key,
  -- A keyed hash.
  mailbox text not null,
  counted_at timestamptz not null,
  granted boolean not null
);
create index mail_budget_latest on mail_budget (mailbox, counted_at) where granted;
create index mail_budget_oldest on mail_budget (counted_at);

-- Which entry of the venue's Outlook calendar is a booking's.
create table calendar_entries (
  booking_id bigint primary key,
  -- Makes a repeated creation of the entry answer the first one.
  transaction_id uuid not null,
  -- Graph's id; null while it is not known whether the entry was made.
  event_id text,
  -- What the entry says, or will say once it is made.
  starts_at timestamptz,
  ends_at timestamptz,
  claim uuid not null,
  lease_until timestamptz not null,
  holder text
);

-- Up to when the payment provider has been asked for its news of refunds and disputes, whose webhooks may be lost; null: never.
create table provider_news (
  only_row boolean primary key default true check (only_row),
  read_until timestamptz
);
insert into provider_news default values;

grant select, insert, update on mails to hub_runtime;
grant select, insert, delete on mail_turns, mail_budget to hub_runtime;
grant select, insert, update, delete on calendar_entries to hub_runtime;
grant select, update on provider_news to hub_runtime;
