-- The simulated provider takes every currency that Stripe does, and its parameters check which, and the least amount of each. The checks
-- were of one currency alone.
alter table simulated_stripe.payment_intents drop constraint payment_intents_currency_check,
  add constraint payment_intents_currency_check check (currency ~ '^[a-z]{3}$'),
  drop constraint payment_intents_amount_check,
  add constraint payment_intents_amount_check check (amount between 1 and 99999999);
