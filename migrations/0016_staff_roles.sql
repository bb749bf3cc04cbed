-- A role for the front desk that sees no revenue. A colleague's password is set by a link that is mailed to them.

alter table staff_credentials drop constraint staff_credentials_role_check;
alter table staff_credentials
  add constraint staff_credentials_role_check check (role in ('desk', 'staff', 'manager', 'admin', 'auditor'));
insert into second_factor_policy (role) values ('desk');
