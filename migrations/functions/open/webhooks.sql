-- Webhooks: their rows are written with the events that say why.

create or replace function guard.add_webhook(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  insert into webhooks (webhook_id, url, events, body, active, secrets_of, secret, made_by, made_at)
  values (p_id, p ->> 'url', array(select jsonb_array_elements_text(p -> 'events')), p ->> 'body', true,
    (p ->> 'secretsOf')::uuid, p ->> 'secret', (p -> 'madeBy')::bigint, p_at);
  insert into webhook_cursors (webhook_id, position) select p_id, coalesce(max(position), 0) from public_events
$$;

-- What is absent stays. One that becomes active begins with what happens from now on: what waited before is not sent.
create or replace function guard.change_webhook(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update webhook_cursors c set position = greatest(c.position, (select coalesce(max(position), 0) from public_events))
  from webhooks w where c.webhook_id = p_id and w.webhook_id = p_id and not w.active and (p -> 'active')::boolean;
  update webhook_deliveries d set state = 'replaced', next_at = null
  from webhooks w where d.webhook_id = p_id and w.webhook_id = p_id and not w.active and (p -> 'active')::boolean and d.state = 'waiting';
  update webhooks set url = coalesce(p ->> 'url', url), body = coalesce(p ->> 'body', body),
    events = case when p ? 'events' then array(select jsonb_array_elements_text(p -> 'events')) else events end,
    active = coalesce((p -> 'active')::boolean, active),
    disabled_because = case when p ? 'active' then p ->> 'disabledBecause' else disabled_because end
  where webhook_id = p_id
$$;

create or replace function guard.rotate_webhook_secret(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update webhooks set earlier_secret = secret, earlier_until = (p ->> 'earlierUntil')::timestamptz, secret = p ->> 'secret'
  where webhook_id = p_id
$$;

-- Deliveries from a position on are made once more; those of them that still wait are replaced.
create or replace function guard.replay_webhook(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update webhook_cursors set position = least(position, (p -> 'from')::bigint - 1) where webhook_id = p_id;
  update webhook_deliveries set state = 'replaced', next_at = null
  where webhook_id = p_id and state = 'waiting' and position >= (p -> 'from')::bigint
$$;

create or replace function guard.end_webhook(p_id bigint, p_at timestamptz, p jsonb) returns void language sql as $$
  update webhooks set active = false, secret = '', earlier_secret = null, ended_at = p_at where webhook_id = p_id;
  update webhook_deliveries set state = 'replaced', next_at = null where webhook_id = p_id and state = 'waiting'
$$;

revoke execute on all functions in schema guard from public;
