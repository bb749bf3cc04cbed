-- What was agreed when a booking was made (house's terms, room's rates): refunds and changes follow it, whatever the house asks for later.
alter table bookings add column terms jsonb;
-- Until now there was one house with one set of terms (SPEC §9), and no room's rates were written down.
update bookings set terms = '{"downpaymentPercent": 50, "refundTerms": [
  {"hoursBefore": 24, "refundPercent": 100, "feePercent": 10}, {"hoursBefore": 12, "refundPercent": 50, "feePercent": 0}],
  "taxPercent": 0, "rates": null}';
alter table bookings alter column terms set not null;
