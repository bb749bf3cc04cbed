-- Up to when the payment provider has been asked for its news of refunds and disputes, whose webhooks may be lost; null: never.
create table provider_news (
  only_row boolean primary key default true check (only_row),
  read_until timestamptz
);
insert into provider_news default values;
grant select, update on provider_news to hub_runtime;
