-- Every page asks for the unpaid holds of who looks at it: of all bookings only the few that wait for their money are looked through.
create index bookings_open_holds on bookings (hold_until) where status = 'pending';
