-- What goes wrong with money at the payment provider: customers' banks dispute payments and send refunds back.

alter table simulated_stripe.charges
  add column disputed boolean not null default false,
  -- The card's bank takes no money back: each refund of it fails after it was issued.
  add column refunds_fail boolean not null default false;

alter table simulated_stripe.refunds
  add column status text not null default 'succeeded' check (status in ('succeeded', 'failed')),
  add column failure_reason text,
  add constraint failed_for_a_reason check ((status = 'failed') = (failure_reason is not null));

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

grant select, insert, update, delete on simulated_stripe.disputes to hub_runtime;
