-- The views fold the core's own state: availability says until when a span is held, and bookings since when a refund is under way.

alter table availability add column held_until timestamptz;
update availability set held_until = case when status = 'pending' and not paid then hold_until end;
alter table availability drop column paid, drop column hold_until;

-- The oldest refund that was asked for and neither issued nor refused; what the sweep and the alarm look for.
alter table bookings add column refund_asked_at timestamptz;
create index bookings_refund_under_way on bookings (refund_asked_at) where refund_asked_at is not null;

-- The intent of a booking only while it may still bring money.
update bookings set payment_intent_id = null where received_cents > 0;
drop index bookings_open_intents;
create index bookings_open_intents on bookings (booking_id) where payment_intent_id is not null;
