-- The ledger of the simulated payment provider, apart from the product's own tables, as Stripe's database would be: the product reaches it
-- only through the REST shape that the simulator speaks. Amounts are cents.

create schema simulated_stripe;

create table simulated_stripe.payment_intents (
  id text primary key,
  -- Lists answer the newest first; several intents may share one instant.
  listed bigint generated always as identity unique,
  client_secret text not null,
  amount integer not null check (amount between 50 and 99999999),
  currency text not null check (currency = 'usd'),
  allow_redirects text not null check (allow_redirects in ('always', 'never')),
  metadata jsonb not null,
  status text not null
    check (status in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
  -- Brand, last four digits and expiry only: a full card number is never kept.
  payment_method jsonb,
  last_payment_error jsonb,
  latest_charge text,
  created_at timestamptz not null,
  canceled_at timestamptz,
  cancellation_reason text,
  constraint succeeded_with_a_charge check (status <> 'succeeded' or latest_charge is not null),
  constraint canceled_at_an_instant check ((status = 'canceled') = (canceled_at is not null))
);

create table simulated_stripe.charges (
  id text primary key,
  payment_intent text not null references simulated_stripe.payment_intents (id),
  amount integer not null check (amount > 0),
  amount_refunded integer not null default 0,
  status text not null check (status in ('succeeded', 'failed')),
  payment_method jsonb not null,
  failure jsonb,
  created_at timestamptz not null,
  disputed boolean not null default false,
  -- The card's bank takes no money back: each refund of it fails after it was issued.
  refunds_fail boolean not null default false,
  constraint refunds_never_exceed_the_charge
    check (amount_refunded between 0 and case status when 'succeeded' then amount else 0 end)
);
-- However often an intent is confirmed, it is charged once.
create unique index charged_once on simulated_stripe.charges (payment_intent) where status = 'succeeded';
create index charges_of_intent on simulated_stripe.charges (payment_intent);

create table simulated_stripe.refunds (
  id text primary key,
  listed bigint generated always as identity unique,
  charge text not null references simulated_stripe.charges (id),
  payment_intent text not null references simulated_stripe.payment_intents (id),
  amount integer not null check (amount > 0),
  metadata jsonb not null,
  reason text,
  created_at timestamptz not null,
  status text not null default 'succeeded' check (status in ('succeeded', 'failed')),
  failure_reason text,
  constraint failed_for_a_reason check ((status = 'failed') = (failure_reason is not null))
);
create index refunds_of_charge on simulated_stripe.refunds (charge);
create index refunds_of_intent on simulated_stripe.refunds (payment_intent);

-- A customer's bank disputes a payment.
create table simulated_stripe.disputes (
  id text primary key,
  listed bigint generated always as identity unique,
  charge text not null references simulated_stripe.charges (id),
  payment_intent text not null references simulated_stripe.payment_intents (id),
  amount integer not null check (amount > 0),
  reason text not null,
  -- An inquiry (`warning_`) moves no money until it is escalated.
  status text not null
    check (status in ('warning_needs_response', 'warning_closed', 'needs_response', 'won', 'lost')),
  evidence text,
  created_at timestamptz not null
);
create index disputes_of_charge on simulated_stripe.disputes (charge);
create index disputes_of_intent on simulated_stripe.disputes (payment_intent);

-- Every event, whether or not a webhook was sent for it.
create table simulated_stripe.events (
  id text primary key,
  listed bigint generated always as identity unique,
  type text not null,
  body jsonb not null,
  created_at timestamptz not null
);

create table simulated_stripe.webhook_deliveries (
  event text primary key references simulated_stripe.events (id),
  attempts integer not null default 0,
  -- Also the lease of the process that sends it now: after a crash it is due again. Null once delivered or given up.
  due_at timestamptz,
  delivered_at timestamptz,
  last_failure text
);
create index webhook_deliveries_due on simulated_stripe.webhook_deliveries (due_at) where due_at is not null;

-- Written in the transaction of the request it answers, so that a key exists exactly when its effect does.
create table simulated_stripe.idempotency_keys (
  key text primary key,
  fingerprint text not null,
  request_id text not null,
  status smallint not null,
  body jsonb not null,
  created_at timestamptz not null
);
create index idempotency_keys_age on simulated_stripe.idempotency_keys (created_at);

grant usage on schema simulated_stripe to hub_runtime;
grant select, insert, update, delete on all tables in schema simulated_stripe to hub_runtime;
