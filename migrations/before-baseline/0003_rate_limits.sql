-- How often an address has called, shared by every BFF. Not worth a write-ahead log: after a crash everybody starts anew.

create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970: the window's end.
  expire bigint
);

grant select, insert, update, delete on rate_limits to hub_runtime;
