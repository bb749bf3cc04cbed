-- A guest who did not come leaves the hours to others: the booking stays, its hours are free. The projections are rebuilt.

alter table availability add column freed boolean not null default false;
alter table bookings add column freed boolean not null default false;
