-- Auditors: staff who read the log and the figures, and change nothing.
alter table staff_credentials drop constraint staff_credentials_role_check,
  add constraint staff_credentials_role_check check (role in ('staff', 'manager', 'admin', 'auditor'));
insert into second_factor_policy (role) values ('auditor');
