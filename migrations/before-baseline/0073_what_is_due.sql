-- What is due of a booking is said by its row, once for everybody, with what is away for disputes and whether its price is staff's word.
-- The workers build the rows anew (version 3 of both projections); until then these say what the older columns know.

alter table bookings
  add column due_cents integer not null default 0,
  add column disputed_cents integer not null default 0,
  add column price_agreed boolean not null default false;
update bookings set due_cents = greatest(0, total_cents - (received_cents - gone_cents - refund_under_way_cents))
where status <> 'cancelled';

alter table analytics_bookings add column due_cents integer not null default 0;
update analytics_bookings set due_cents = greatest(0, total_cents - (received_cents - gone_cents))
where status <> 'cancelled';

-- Where there is no history there is nothing to build anew.
update projection_cursors set version = 3 where name in ('bookings', 'analytics') and not exists (select from events);
-- What is held follows the payment, which a downpayment that went back had left as paid.
update projection_cursors set version = 2 where name = 'availability' and not exists (select from events);
