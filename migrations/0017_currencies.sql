-- The simulated provider takes every currency that Stripe does; its parameters check which. The check was of one alone.
alter table simulated_stripe.payment_intents drop constraint payment_intents_currency_check,
  add constraint payment_intents_currency_check check (currency ~ '^[a-z]{3}$');
