-- Billing accounts, whose invoices pay for the bookings on them. The projections are rebuilt.

create sequence account_ids;

alter table bookings add column account_id bigint;
-- On account: what it owes.
alter table bookings add column owed_cents integer;
create index bookings_account on bookings (account_id, starts_at) where account_id is not null;

create table billing_accounts (
  account_id bigint primary key,
  version integer not null,
  person_id uuid not null,
  credit_limit_cents bigint not null,
  payment_days integer not null,
  self_booking boolean not null,
  suspended boolean not null,
  open_cents bigint not null,
  uninvoiced_cents bigint not null,
  -- The day of the first visit that is on no invoice yet.
  uninvoiced_from date,
  -- The invoices on which something is due, with their due days, what is due, and the latest reminder, in days after the due day.
  unpaid_numbers text[] not null,
  unpaid_due_on date[] not null,
  unpaid_cents bigint[] not null,
  unpaid_reminded integer[] not null,
  -- The payment intents of those invoices that can still bring money.
  open_intents text[] not null,
  -- The refunds that the provider has not answered.
  refunds_under_way text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index billing_accounts_uninvoiced on billing_accounts (uninvoiced_from) where uninvoiced_from is not null;
grant select, insert, update, delete on billing_accounts to hub_runtime;

-- What each event of an account brought in or returned for an invoice.
create table invoice_takings (
  account_id bigint not null,
  version integer not null,
  invoice text not null,
  day date not null,
  method text not null,
  cents bigint not null,
  primary key (account_id, version)
);
create index invoice_takings_day on invoice_takings (day);
grant select, insert, update, delete on invoice_takings to hub_runtime;

drop index events_of_desk_money;
create index events_of_desk_money on events (occurred_at)
  where type in ('DeskMoneyReceived', 'DeskMoneyReturned', 'InvoiceMoneyReceived', 'InvoiceMoneyReturned');

update projection_cursors set version = 7 where name = 'bookings' and not exists (select from events);
update projection_cursors set version = 2 where name = 'takings' and not exists (select from events);
