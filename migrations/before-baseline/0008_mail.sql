-- What became of each mail, and which entry of the venue's Outlook calendar is a booking's. No addresses, no words:
-- those are read when a mail is written, and are gone once a person is erased.

create table mails (
  -- The event and the kind of mail that it causes, so that each is sent once.
  mail_id text primary key,
  message_id text not null,
  transport text not null check (transport in ('graph', 'smtp', 'outbox')),
  -- taken: somebody prepares it and nothing has been given away. handing-over: it may have been accepted already.
  state text not null check (state in ('taken', 'handing-over', 'sent', 'refused')),
  -- Whose hands it is in, until when; a sender that finds another claim here lets go of it.
  claim uuid not null,
  lease_until timestamptz not null,
  attempts integer not null,
  -- Its sender died while handing it over; that it was accepted is concluded, not known.
  presumed boolean not null default false,
  refusal text,
  taken_at timestamptz not null default now(),
  settled_at timestamptz
);
create index mails_unsettled on mails (lease_until) where settled_at is null;

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
  lease_until timestamptz not null
);

grant select, insert, update on mails to hub_runtime;
grant select, insert, update, delete on calendar_entries to hub_runtime;
