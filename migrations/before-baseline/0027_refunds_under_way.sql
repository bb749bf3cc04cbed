-- What is promised back and not issued yet, so that badges can say that a refund is on its way.
alter table bookings add column refund_under_way_cents integer not null default 0;
update bookings b set refund_under_way_cents = coalesce((
  select sum((asked.data ->> 'amountCents')::integer)
  from events asked
  where asked.stream = 'booking-' || b.booking_id and asked.type = 'RefundRequested'
    and (asked.data ->> 'refundId' = any(b.failed_refunds) or not exists (
      select from events issued
      where issued.stream = asked.stream and issued.type = 'RefundIssued'
        and issued.data ->> 'refundId' = asked.data ->> 'refundId'))), 0)
where b.refund_asked_at is not null or b.failed_refunds <> '{}';
