-- What these columns add up is refunds that were issued and money that is away for a dispute: "refunded" said the first alone.
alter table bookings rename column refunded_cents to gone_cents;
alter table analytics_bookings rename column refunded_cents to gone_cents;
alter table analytics_rooms rename column refunded_cents to gone_cents;
alter table analytics_room_days rename column refunded_cents to gone_cents;
