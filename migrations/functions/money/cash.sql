-- A day is closed with the cash that the log has of it. Every append that moves cash and the close of a day exclude each other: no payment
-- falls between the figure of a close and what is shown as after it.

-- The cash that came in from `since` until before `until`, less what was handed back, in cents.
create or replace function cash_between(since timestamptz, until timestamptz) returns bigint language sql stable as $$
  select coalesce(sum((data ->> 'amountCents')::integer * case when type in ('DeskMoneyReceived', 'InvoiceMoneyReceived') then 1 else -1 end), 0)
  from events
  where type in ('DeskMoneyReceived', 'DeskMoneyReturned', 'InvoiceMoneyReceived', 'InvoiceMoneyReturned') and data ->> 'method' = 'cash'
    and occurred_at >= since and occurred_at < until
$$;

-- Goes with every append that moves cash: many at once, but none while a day is being closed.
create or replace function guard.move_cash(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('cash', 4));
end $$;

-- Goes with the close: an append of cash under way has come in or waits, and the figure is what there is then.
create or replace function guard.cash_stands(p_id bigint, p_at timestamptz, p jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('cash', 4));
  if cash_between((p ->> 'since')::timestamptz, (p ->> 'until')::timestamptz) <> (p ->> 'cents')::bigint then
    raise exception 'the cash has changed' using errcode = 'check_violation', constraint = 'cash_as_it_was_counted';
  end if;
end $$;

revoke execute on all functions in schema guard from public;
grant execute on function cash_between to hub_runtime;
