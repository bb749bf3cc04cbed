-- Webhooks: addresses that are told of public events, and what became of each delivery.

create sequence webhook_ids;

create table webhooks (
  webhook_id bigint primary key,
  url text not null,
  -- Public event types, or '*'.
  events text[] not null,
  body text not null check (body in ('thin', 'full')),
  active boolean not null,
  -- Why it is not active although no admin has paused it: 'gone', its receiver answered 410.
  disabled_because text,
  -- Sealed with the session secret and bound to `secrets_of`. The earlier one signs too, until `earlier_until`.
  secrets_of uuid not null,
  secret text not null,
  earlier_secret text,
  earlier_until timestamptz,
  made_by bigint not null,
  made_at timestamptz not null,
  ended_at timestamptz
);

-- How far each webhook's deliveries have been made, by the positions of public events.
create table webhook_cursors (
  webhook_id bigint primary key references webhooks,
  position bigint not null
);

create table webhook_deliveries (
  delivery_id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks,
  -- The header webhook-id: the same for each try and for each replay of an event.
  message_id text not null,
  type text not null,
  stream text not null,
  version integer not null,
  -- Null for a test.
  position bigint,
  booking_id bigint,
  occurred_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'replaced')),
  tries integer not null default 0,
  made_at timestamptz not null,
  -- Null while an earlier delivery of its stream waits, and once it has ended.
  next_at timestamptz
);
create index webhook_deliveries_due on webhook_deliveries (next_at) where next_at is not null;
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, stream, delivery_id) where state = 'waiting';
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, delivery_id);

create table webhook_tries (
  delivery_id bigint not null references webhook_deliveries on delete cascade,
  nth integer not null,
  tried_at timestamptz not null,
  took_ms integer not null,
  -- The answer's HTTP status; null if there was no answer, and then `failure` says why.
  status integer,
  failure text,
  -- The beginning of the answer, if there was one. An erasure removes all of them.
  answer text,
  primary key (delivery_id, nth)
);

grant select on webhooks to hub_runtime;
grant select, update on webhook_cursors to hub_runtime;
grant select, insert, update, delete on webhook_deliveries to hub_runtime;
grant select, insert, delete on webhook_tries to hub_runtime;
