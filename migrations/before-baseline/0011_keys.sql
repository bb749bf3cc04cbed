-- Keys that outlive the session secret, one per purpose: what they signed or hashed stands in mails and tables.
create table keys (
  purpose text primary key,
  key text not null,
  created_at timestamptz not null default now()
);
grant select on keys to hub_runtime;
