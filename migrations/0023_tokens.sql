-- Tokens, by which programs call the API.

create sequence token_ids;

create table api_tokens (
  token_id bigint primary key,
  name text not null,
  -- SHA-256 of 192 random bits.
  secret_hash text not null,
  scopes text[] not null,
  -- The venue's last day on which it works, and the instant at which that day ends.
  expires_on date not null,
  expires_at timestamptz not null,
  made_by bigint not null,
  made_at timestamptz not null,
  last_used_at timestamptz,
  ended_at timestamptz
);

-- Where each token was used from, and where it was made (`used` false until it is used there).
create table api_token_networks (
  token_id bigint references api_tokens,
  network text,
  used boolean not null,
  first_used_at timestamptz not null,
  constraint api_token_networks_once primary key (token_id, network)
);

grant select on api_tokens, api_token_networks to hub_runtime;
