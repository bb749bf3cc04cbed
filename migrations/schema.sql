-- The schema that the migrations make: written by `make schema`, never by hand. Functions are in functions/.

create table active_admins (
  only_row boolean default true not null,
  count integer not null,
  constraint active_admins_pkey PRIMARY KEY (only_row),
  constraint active_admins_never_none CHECK ((count >= 1)),
  constraint active_admins_only_row_check CHECK (only_row)
);
grant select on active_admins to hub_runtime;

create table analytics_bookings (
  booking_id bigint not null,
  version integer not null,
  room_id integer not null,
  customer text not null,
  created_on date not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  total_cents integer not null,
  downpayment_cents integer not null,
  received_cents integer not null,
  gone_cents integer not null,
  status text not null,
  payment_status text not null,
  made_by_staff boolean default false not null,
  ended text,
  ended_on date,
  visit text,
  card_cents integer default 0 not null,
  due_cents integer default 0 not null,
  offer text,
  constraint analytics_bookings_pkey PRIMARY KEY (booking_id)
);
CREATE INDEX analytics_bookings_made ON public.analytics_bookings USING btree (created_on, booking_id);
CREATE INDEX analytics_bookings_offered ON public.analytics_bookings USING btree (created_on) WHERE (offer IS NOT NULL);
CREATE INDEX analytics_bookings_start ON public.analytics_bookings USING btree (starts_at) WHERE (status <> 'cancelled'::text);
CREATE UNIQUE INDEX analytics_bookings_customer ON public.analytics_bookings USING btree (customer, booking_id);
grant delete, insert, select, update on analytics_bookings to hub_runtime;

create table analytics_customers (
  customer text not null,
  bookings integer not null,
  first_inquired_on date,
  last_booked_on date,
  constraint analytics_customers_pkey PRIMARY KEY (customer)
);
grant delete, insert, select, update on analytics_customers to hub_runtime;

create table analytics_day_hours (
  day date not null,
  hour integer not null,
  booked_hours bigint not null,
  constraint analytics_day_hours_pkey PRIMARY KEY (day, hour)
);
grant delete, insert, select, update on analytics_day_hours to hub_runtime;

create table analytics_days (
  day date not null,
  inquiries bigint not null,
  constraint analytics_days_pkey PRIMARY KEY (day)
);
grant delete, insert, select, update on analytics_days to hub_runtime;

create table analytics_house_rooms (
  room_id bigint not null,
  version integer not null,
  opened_on date[] not null,
  retired_on date[] not null,
  constraint analytics_house_rooms_pkey PRIMARY KEY (room_id)
);
grant delete, insert, select, update on analytics_house_rooms to hub_runtime;

create table analytics_inquiries (
  inquiry_id bigint not null,
  version integer not null,
  customer text not null,
  received_on date not null,
  constraint analytics_inquiries_pkey PRIMARY KEY (inquiry_id)
);
CREATE UNIQUE INDEX analytics_inquiries_customer ON public.analytics_inquiries USING btree (customer, inquiry_id);
grant delete, insert, select, update on analytics_inquiries to hub_runtime;

create table analytics_room_days (
  room_id integer not null,
  day date not null,
  bookings bigint not null,
  received_cents bigint not null,
  gone_cents bigint not null,
  booked_hours bigint not null,
  made_by_staff bigint default 0 not null,
  lead_days bigint default 0 not null,
  lead_same_day bigint default 0 not null,
  lead_2_days bigint default 0 not null,
  lead_6_days bigint default 0 not null,
  lead_13_days bigint default 0 not null,
  lead_27_days bigint default 0 not null,
  lead_longer bigint default 0 not null,
  cancelled_by_customer bigint default 0 not null,
  cancelled_by_venue bigint default 0 not null,
  unpaid bigint default 0 not null,
  no_shows bigint default 0 not null,
  cash_cents bigint default 0 not null,
  terminal_cents bigint default 0 not null,
  transfer_cents bigint default 0 not null,
  card_cents bigint default 0 not null,
  marked_cents bigint default 0 not null,
  constraint analytics_room_days_pkey PRIMARY KEY (day, room_id)
);
grant delete, insert, select, update on analytics_room_days to hub_runtime;

create table analytics_rooms (
  room_id integer not null,
  pending bigint not null,
  confirmed bigint not null,
  completed bigint not null,
  cancelled bigint not null,
  booked_hours bigint not null,
  value_cents bigint not null,
  downpayments_cents bigint not null,
  remaining_cents bigint not null,
  received_cents bigint not null,
  gone_cents bigint not null,
  constraint analytics_rooms_pkey PRIMARY KEY (room_id)
);
grant delete, insert, select, update on analytics_rooms to hub_runtime;

create table analytics_venue (
  only_row boolean default true not null,
  customers bigint not null,
  returning_customers bigint not null,
  inquiries bigint not null,
  inquirers bigint not null,
  converted_inquirers bigint not null,
  constraint analytics_venue_pkey PRIMARY KEY (only_row),
  constraint analytics_venue_only_row_check CHECK (only_row)
);
grant delete, insert, select, update on analytics_venue to hub_runtime;

create table analytics_waitlist (
  entry_id bigint not null,
  joined_on date not null,
  ended_on date,
  constraint analytics_waitlist_pkey PRIMARY KEY (entry_id)
);
CREATE INDEX analytics_waitlist_joined ON public.analytics_waitlist USING btree (joined_on);
CREATE INDEX analytics_waitlist_open ON public.analytics_waitlist USING btree (joined_on) WHERE (ended_on IS NULL);
grant delete, insert, select, update on analytics_waitlist to hub_runtime;

create table api_token_networks (
  token_id bigint not null,
  network text not null,
  used boolean not null,
  first_used_at timestamp with time zone not null,
  constraint api_token_networks_once PRIMARY KEY (token_id, network),
  constraint api_token_networks_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_tokens(token_id)
);
grant select on api_token_networks to hub_runtime;

create table api_tokens (
  token_id bigint not null,
  name text not null,
  secret_hash text not null,
  scopes text[] not null,
  expires_on date not null,
  expires_at timestamp with time zone not null,
  made_by bigint not null,
  made_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint api_tokens_pkey PRIMARY KEY (token_id)
);
grant select on api_tokens to hub_runtime;

create table audit_events (
  occurred_at timestamp with time zone not null,
  "position" bigint not null,
  kind integer not null,
  version integer not null,
  actor_id bigint,
  starts_at timestamp with time zone,
  stream text not null,
  constraint audit_events_pkey PRIMARY KEY (occurred_at, "position")
);
CREATE INDEX audit_events_of_actor ON public.audit_events USING btree (actor_id, kind, occurred_at, "position") WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_events_of_kind ON public.audit_events USING btree (kind, occurred_at, "position");
CREATE INDEX audit_events_of_visit ON public.audit_events USING btree (starts_at) WHERE (starts_at IS NOT NULL);
grant delete, insert, select, update on audit_events to hub_runtime;

create table audit_kinds (
  kind integer not null,
  type text not null,
  actor_kind text not null,
  room_id integer not null,
  constraint audit_kinds_pkey PRIMARY KEY (kind),
  constraint audit_kinds_type_actor_kind_room_id_key UNIQUE (type, actor_kind, room_id)
);
grant delete, insert, select, update on audit_kinds to hub_runtime;

create table availability (
  booking_id bigint not null,
  version integer not null,
  room_id integer not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  status text not null,
  held_until timestamp with time zone,
  freed boolean default false not null,
  constraint availability_pkey PRIMARY KEY (booking_id)
);
CREATE INDEX availability_room ON public.availability USING btree (room_id, starts_at) WHERE (status <> 'cancelled'::text);
grant delete, insert, select, update on availability to hub_runtime;

create table billing_accounts (
  account_id bigint not null,
  version integer not null,
  person_id uuid not null,
  credit_limit_cents bigint not null,
  payment_days integer not null,
  self_booking boolean not null,
  suspended boolean not null,
  open_cents bigint not null,
  uninvoiced_cents bigint not null,
  uninvoiced_from date,
  unpaid_numbers text[] not null,
  unpaid_due_on date[] not null,
  unpaid_cents bigint[] not null,
  unpaid_reminded integer[] not null,
  open_intents text[] not null,
  refunds_under_way text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint billing_accounts_pkey PRIMARY KEY (account_id)
);
CREATE INDEX billing_accounts_uninvoiced ON public.billing_accounts USING btree (uninvoiced_from) WHERE (uninvoiced_from IS NOT NULL);
grant delete, insert, select, update on billing_accounts to hub_runtime;

create table bookings (
  booking_id bigint not null,
  version integer not null,
  room_id integer not null,
  person_id uuid not null,
  user_id bigint,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  duration text not null,
  hour_count integer not null,
  event_type text not null,
  attendees integer,
  engineer_required boolean not null,
  total_cents integer not null,
  downpayment_cents integer not null,
  received_cents integer not null,
  gone_cents integer not null,
  status text not null,
  expired boolean not null,
  payment_status text not null,
  payment_intent_id text,
  charge_id text,
  hold_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  cancelled_by text,
  reason_id uuid,
  failed_refunds text[] default '{}'::text[] not null,
  search_text text default ''::text not null,
  first_starts_at timestamp with time zone not null,
  refund_asked_at timestamp with time zone,
  refund_under_way_cents integer default 0 not null,
  event_type_id uuid,
  terms jsonb not null,
  visit text,
  to_return_cents integer default 0 not null,
  due_cents integer default 0 not null,
  disputed_cents integer default 0 not null,
  price_agreed boolean default false not null,
  told_reason_id uuid,
  by_closure boolean default false not null,
  reduced_cents integer default 0 not null,
  freed boolean default false not null,
  series_id bigint,
  series_number integer,
  account_id bigint,
  owed_cents integer,
  waitlist_entry_id bigint,
  constraint bookings_pkey PRIMARY KEY (booking_id)
);
CREATE INDEX bookings_account ON public.bookings USING btree (account_id, starts_at) WHERE (account_id IS NOT NULL);
CREATE INDEX bookings_newest ON public.bookings USING btree (created_at DESC, booking_id DESC) INCLUDE (status, payment_status, room_id, search_text);
CREATE INDEX bookings_of_days ON public.bookings USING btree (starts_at);
CREATE INDEX bookings_open_holds ON public.bookings USING btree (hold_until) WHERE (status = 'pending'::text);
CREATE INDEX bookings_open_intents ON public.bookings USING btree (booking_id) WHERE (payment_intent_id IS NOT NULL);
CREATE INDEX bookings_person ON public.bookings USING btree (person_id);
CREATE INDEX bookings_refund_under_way ON public.bookings USING btree (refund_asked_at) WHERE (refund_asked_at IS NOT NULL);
CREATE INDEX bookings_series ON public.bookings USING btree (series_id, series_number) WHERE (series_id IS NOT NULL);
CREATE INDEX bookings_user ON public.bookings USING btree (user_id) WHERE (user_id IS NOT NULL);
grant delete, insert, select, update on bookings to hub_runtime;

create table calendar_entries (
  booking_id bigint not null,
  transaction_id uuid not null,
  event_id text,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  claim uuid not null,
  lease_until timestamp with time zone not null,
  holder text,
  constraint calendar_entries_pkey PRIMARY KEY (booking_id)
);
grant delete, insert, select, update on calendar_entries to hub_runtime;

create table calendar_feeds (
  feed_id bigint not null,
  token_hash text not null,
  scope text not null,
  room_id integer,
  owner_kind text not null,
  owner_id bigint not null,
  made_at timestamp with time zone not null,
  last_fetched_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint calendar_feeds_pkey PRIMARY KEY (feed_id)
);
CREATE INDEX calendar_feeds_owner ON public.calendar_feeds USING btree (owner_kind, owner_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX calendar_feeds_token ON public.calendar_feeds USING btree (token_hash);
grant select on calendar_feeds to hub_runtime;

create table customer_credentials (
  customer_id bigint not null,
  email text not null,
  password_hash text not null,
  password_version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  erasure_requested_at timestamp with time zone,
  used_at timestamp with time zone default now() not null,
  constraint customer_credentials_pkey PRIMARY KEY (customer_id)
);
CREATE INDEX customer_credentials_waiting ON public.customer_credentials USING btree (erasure_requested_at) WHERE (erasure_requested_at IS NOT NULL);
CREATE UNIQUE INDEX customer_credentials_one_email ON public.customer_credentials USING btree (lower(email));
grant select on customer_credentials to hub_runtime;

create table events (
  "position" bigint generated always as identity not null,
  xid xid8 default pg_current_xact_id() not null,
  epoch integer default 1 not null,
  stream text not null,
  version integer not null,
  type text not null,
  schema_version smallint not null,
  data jsonb not null,
  meta jsonb not null,
  command_id text not null,
  command_seq smallint not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone default now(),
  constraint events_one_version PRIMARY KEY (stream, version),
  constraint events_version_check CHECK ((version > 0))
);
CREATE INDEX events_of_desk_money ON public.events USING btree (occurred_at) WHERE (type = ANY (ARRAY['DeskMoneyReceived'::text, 'DeskMoneyReturned'::text, 'InvoiceMoneyReceived'::text, 'InvoiceMoneyReturned'::text]));
CREATE TRIGGER events_are_immutable BEFORE DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history(); -- always
CREATE TRIGGER events_are_never_truncated BEFORE TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history(); -- always
CREATE UNIQUE INDEX events_in_order ON public.events USING btree (epoch, xid, "position");
CREATE UNIQUE INDEX events_one_command ON public.events USING btree (command_id) WHERE (command_seq = 0);
grant select on events to hub_runtime;

create table feed_changes (
  about text not null,
  epoch integer not null,
  xid xid8 not null,
  "position" bigint not null,
  constraint feed_changes_pkey PRIMARY KEY (about)
);
grant delete, insert, select, update on feed_changes to hub_runtime;

create table feedback (
  feedback_id bigint not null,
  version integer not null,
  booking_id bigint,
  room_id integer not null,
  person_id uuid not null,
  rating smallint not null,
  experience_rating smallint not null,
  facility_rating smallint not null,
  service_rating smallint not null,
  value_rating smallint not null,
  would_recommend boolean not null,
  anonymous boolean not null,
  visit_purpose text,
  left_at timestamp with time zone not null,
  published boolean default false not null,
  answer_id uuid,
  answered_at timestamp with time zone,
  constraint feedback_pkey PRIMARY KEY (feedback_id),
  constraint feedback_booking_id_key UNIQUE (booking_id)
);
CREATE INDEX feedback_latest ON public.feedback USING btree (left_at DESC, feedback_id DESC);
CREATE INDEX feedback_published ON public.feedback USING btree (room_id, left_at DESC, feedback_id DESC) WHERE published;
CREATE INDEX feedback_room ON public.feedback USING btree (room_id, left_at DESC, feedback_id DESC);
grant delete, insert, select, update on feedback to hub_runtime;

create table imported_lines (
  kind text not null,
  key text not null,
  import_id bigint not null,
  line integer not null,
  stream_id bigint not null,
  constraint imported_lines_once PRIMARY KEY (kind, key),
  constraint imported_lines_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(import_id)
);
CREATE INDEX imported_lines_of_import ON public.imported_lines USING btree (import_id, line);
grant select on imported_lines to hub_runtime;

create table imports (
  import_id bigint not null,
  kind text not null,
  file_name text not null,
  digest text not null,
  lines integer not null,
  sealed_file text,
  actor jsonb not null,
  begun_at timestamp with time zone not null,
  report jsonb,
  ended_at timestamp with time zone,
  undo_begun_at timestamp with time zone,
  undo_lines integer,
  undo_report jsonb,
  undone_at timestamp with time zone,
  constraint imports_pkey PRIMARY KEY (import_id),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['bookings'::text, 'customers'::text])))
);
CREATE INDEX imports_unfinished ON public.imports USING btree (digest) WHERE (ended_at IS NULL);
grant select on imports to hub_runtime;

create table invoice_takings (
  account_id bigint not null,
  version integer not null,
  invoice text not null,
  day date not null,
  method text not null,
  cents bigint not null,
  constraint invoice_takings_pkey PRIMARY KEY (account_id, version)
);
CREATE INDEX invoice_takings_day ON public.invoice_takings USING btree (day);
grant delete, insert, select, update on invoice_takings to hub_runtime;

create table keys (
  purpose text not null,
  key text not null,
  created_at timestamp with time zone default now() not null,
  constraint keys_pkey PRIMARY KEY (purpose)
);
grant select on keys to hub_runtime;

create table known_customers (
  person_id uuid not null,
  customer text not null,
  constraint known_customers_pkey PRIMARY KEY (person_id)
);
grant insert, select on known_customers to hub_runtime;

create table log_checkpoints (
  number bigint generated always as identity not null,
  size bigint not null,
  note text not null,
  vkey text not null,
  signed_at timestamp with time zone default clock_timestamp() not null,
  constraint log_checkpoints_pkey PRIMARY KEY (number),
  constraint log_checkpoints_one_by_each_key UNIQUE (size, vkey),
  constraint log_checkpoints_size_check CHECK ((size > 0))
);
CREATE INDEX log_checkpoints_newest ON public.log_checkpoints USING btree (signed_at);
CREATE TRIGGER log_checkpoints_are_immutable BEFORE DELETE OR UPDATE ON public.log_checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history(); -- always
CREATE TRIGGER log_checkpoints_are_never_truncated BEFORE TRUNCATE ON public.log_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history(); -- always
grant insert, select on log_checkpoints to hub_runtime;

create table log_cosignatures (
  size bigint not null,
  vkey text not null,
  line text not null,
  added_at timestamp with time zone default now() not null,
  constraint log_cosignatures_pkey PRIMARY KEY (size, vkey)
);
CREATE TRIGGER log_cosignatures_are_immutable BEFORE DELETE OR UPDATE ON public.log_cosignatures FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history(); -- always
CREATE TRIGGER log_cosignatures_are_never_truncated BEFORE TRUNCATE ON public.log_cosignatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history(); -- always
grant insert, select on log_cosignatures to hub_runtime;

create table log_epoch (
  only_row boolean default true not null,
  epoch integer not null,
  constraint log_epoch_pkey PRIMARY KEY (only_row),
  constraint log_epoch_only_row_check CHECK (only_row)
);
grant select on log_epoch to hub_runtime;

create table log_keys (
  number integer generated always as identity not null,
  vkey text not null,
  endorsement text not null,
  added_at timestamp with time zone default now() not null,
  constraint log_keys_pkey PRIMARY KEY (number)
);
CREATE TRIGGER log_keys_are_immutable BEFORE DELETE OR UPDATE ON public.log_keys FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history(); -- always
CREATE TRIGGER log_keys_are_never_truncated BEFORE TRUNCATE ON public.log_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history(); -- always
grant select on log_keys to hub_runtime;

create table log_leaves (
  index bigint not null,
  stream text not null,
  version integer not null,
  hash bytea not null,
  constraint log_leaves_pkey PRIMARY KEY (index),
  constraint log_leaves_hash_check CHECK ((octet_length(hash) = 32)),
  constraint log_leaves_index_check CHECK ((index >= 0)),
  constraint log_leaves_one_each UNIQUE (stream, version)
);
CREATE TRIGGER log_leaves_are_immutable BEFORE DELETE OR UPDATE ON public.log_leaves FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history(); -- always
CREATE TRIGGER log_leaves_are_never_truncated BEFORE TRUNCATE ON public.log_leaves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history(); -- always
grant insert, select on log_leaves to hub_runtime;

create table log_subtrees (
  level smallint not null,
  index bigint not null,
  hash bytea not null,
  constraint log_subtrees_pkey PRIMARY KEY (level, index),
  constraint log_subtrees_hash_check CHECK ((octet_length(hash) = 32)),
  constraint log_subtrees_index_check CHECK ((index >= 0)),
  constraint log_subtrees_level_check CHECK (((level >= 1) AND (level <= 7)))
);
CREATE TRIGGER log_subtrees_are_immutable BEFORE DELETE OR UPDATE ON public.log_subtrees FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history(); -- always
CREATE TRIGGER log_subtrees_are_never_truncated BEFORE TRUNCATE ON public.log_subtrees FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history(); -- always
grant insert, select on log_subtrees to hub_runtime;

create table loyalty (
  booking_id bigint not null,
  version integer not null,
  person_id uuid not null,
  user_id bigint,
  paid_cents integer not null,
  status text not null,
  constraint loyalty_pkey PRIMARY KEY (booking_id)
);
CREATE INDEX loyalty_person ON public.loyalty USING btree (person_id);
CREATE INDEX loyalty_user ON public.loyalty USING btree (user_id) WHERE (user_id IS NOT NULL);
grant delete, insert, select, update on loyalty to hub_runtime;

create table mail_budget (
  message_id text not null,
  mailbox text not null,
  counted_at timestamp with time zone not null,
  granted boolean not null,
  constraint mail_budget_pkey PRIMARY KEY (message_id)
);
CREATE INDEX mail_budget_latest ON public.mail_budget USING btree (mailbox, counted_at) WHERE granted;
CREATE INDEX mail_budget_oldest ON public.mail_budget USING btree (counted_at);
grant delete, insert, select on mail_budget to hub_runtime;

create table mail_turns (
  reference text not null,
  mailbox text not null,
  requested_at timestamp with time zone not null,
  mailed boolean not null,
  constraint mail_turns_pkey PRIMARY KEY (reference)
);
CREATE INDEX mail_turns_latest ON public.mail_turns USING btree (mailbox, requested_at) WHERE mailed;
CREATE INDEX mail_turns_oldest ON public.mail_turns USING btree (requested_at);
grant delete, insert, select on mail_turns to hub_runtime;

create table mails (
  mail_id text not null,
  message_id text not null,
  transport text not null,
  state text not null,
  claim uuid not null,
  lease_until timestamp with time zone not null,
  attempts integer not null,
  presumed boolean default false not null,
  refusal text,
  taken_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  person_id uuid,
  holder text,
  constraint mails_pkey PRIMARY KEY (mail_id),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['taken'::text, 'handing-over'::text, 'sent'::text, 'refused'::text, 'withheld'::text]))),
  constraint mails_transport_check CHECK ((transport = ANY (ARRAY['graph'::text, 'smtp'::text, 'outbox'::text])))
);
CREATE INDEX mails_in_the_outbox ON public.mails USING btree (message_id) WHERE (transport = 'outbox'::text);
CREATE INDEX mails_unsettled ON public.mails USING btree (lease_until) WHERE (settled_at IS NULL);
grant insert, select, update on mails to hub_runtime;

create table messages (
  inquiry_id bigint not null,
  version integer not null,
  person_id uuid not null,
  interested_room text,
  received_at timestamp with time zone not null,
  stage text default 'new'::text not null,
  thread jsonb default '{}'::jsonb not null,
  constraint messages_pkey PRIMARY KEY (inquiry_id)
);
CREATE INDEX messages_by_stage ON public.messages USING btree (stage, received_at DESC, inquiry_id DESC);
CREATE INDEX messages_newest ON public.messages USING btree (received_at DESC, inquiry_id DESC);
grant delete, insert, select, update on messages to hub_runtime;

create table personal_data (
  id uuid not null,
  first_name text,
  last_name text,
  email text,
  phone text,
  free_text text,
  recorded_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  constraint personal_data_pkey PRIMARY KEY (id)
);
CREATE INDEX personal_data_email ON public.personal_data USING btree (lower(email));
CREATE INDEX personal_data_mailbox ON public.personal_data USING btree (mailbox_of(email)) WHERE (email IS NOT NULL);
CREATE INDEX personal_data_unerased ON public.personal_data USING btree (recorded_at) WHERE (erased_at IS NULL);
CREATE TRIGGER personal_data_search_text AFTER UPDATE OF first_name, last_name, email, phone ON public.personal_data FOR EACH ROW EXECUTE FUNCTION erase_search_text();
grant select on personal_data to hub_runtime;

create table projection_cursors (
  name text not null,
  epoch integer default 0 not null,
  xid xid8 default '0'::xid8 not null,
  "position" bigint default 0 not null,
  updated_at timestamp with time zone default now() not null,
  state text default 'running'::text not null,
  parked_error text,
  parked_at timestamp with time zone,
  version integer default 1 not null,
  constraint projection_cursors_pkey PRIMARY KEY (name),
  constraint parked_for_a_reason CHECK (((state = 'parked'::text) = ((parked_error IS NOT NULL) AND (parked_at IS NOT NULL)))),
  constraint projection_cursors_state_check CHECK ((state = ANY (ARRAY['running'::text, 'parked'::text])))
);
grant delete, insert, select, update on projection_cursors to hub_runtime;

create table projection_rebuilds (
  name text not null,
  version integer not null,
  shape text not null,
  epoch integer default 0 not null,
  xid xid8 default '0'::xid8 not null,
  "position" bigint default 0 not null,
  done bigint default 0 not null,
  settled boolean default false not null,
  error text,
  begun_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint projection_rebuilds_pkey PRIMARY KEY (name)
);
grant delete, insert, select, update on projection_rebuilds to hub_runtime;

create table provider_news (
  only_row boolean default true not null,
  read_until timestamp with time zone,
  constraint provider_news_pkey PRIMARY KEY (only_row),
  constraint provider_news_only_row_check CHECK (only_row)
);
grant select, update on provider_news to hub_runtime;

create table public_event_count (
  only_row boolean default true not null,
  events bigint not null,
  constraint public_event_count_pkey PRIMARY KEY (only_row),
  constraint public_event_count_only_row_check CHECK (only_row)
);
grant delete, insert, select, update on public_event_count to hub_runtime;

create table public_events (
  "position" bigint not null,
  type text not null,
  stream text not null,
  version integer not null,
  booking_id bigint not null,
  occurred_at timestamp with time zone not null,
  constraint public_events_pkey PRIMARY KEY ("position")
);
grant delete, insert, select, update on public_events to hub_runtime;

create unlogged table rate_limits (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
grant delete, insert, select, update on rate_limits to hub_runtime;

create table room_blocks (
  block_id bigint not null,
  version integer not null,
  room_ids integer[] not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  public boolean not null,
  lifted boolean not null,
  reason_id uuid,
  whole_venue boolean default false not null,
  constraint room_blocks_pkey PRIMARY KEY (block_id)
);
CREATE INDEX room_blocks_standing ON public.room_blocks USING btree (starts_at) WHERE (NOT lifted);
grant delete, insert, select, update on room_blocks to hub_runtime;

create table room_hours (
  room_id integer not null,
  starts_at timestamp with time zone not null,
  booking_id bigint,
  held_until timestamp with time zone,
  holder text,
  caller text,
  block_ids bigint[] default '{}'::bigint[] not null,
  constraint room_hours_one_booking PRIMARY KEY (room_id, starts_at),
  constraint room_hours_somebodys CHECK (((booking_id IS NOT NULL) OR (block_ids <> '{}'::bigint[])))
);
CREATE INDEX room_hours_blocked ON public.room_hours USING btree (room_id, starts_at) WHERE (block_ids <> '{}'::bigint[]);
CREATE INDEX room_hours_due ON public.room_hours USING btree (held_until) WHERE (held_until IS NOT NULL);
CREATE INDEX room_hours_open_holds ON public.room_hours USING btree (holder, held_until) WHERE (holder IS NOT NULL);
CREATE INDEX room_hours_open_holds_of_caller ON public.room_hours USING btree (caller, held_until) WHERE (caller IS NOT NULL);
comment on column room_hours.caller is 'A keyed hash of the network address that holds these hours unpaid; null where it is not counted';
grant select on room_hours to hub_runtime;

create table room_photos (
  photo_id uuid not null,
  width integer not null,
  format text not null,
  bytes bytea storage external not null,
  constraint room_photos_pkey PRIMARY KEY (photo_id, width, format),
  constraint room_photos_format_check CHECK ((format = ANY (ARRAY['avif'::text, 'webp'::text, 'jpg'::text]))),
  constraint room_photos_width_check CHECK ((width > 0))
);
grant select on room_photos to hub_runtime;

create table rooms (
  id integer not null,
  slug text not null,
  name text not null,
  description text not null,
  capacity integer not null,
  hourly_cents integer not null,
  half_day_cents integer not null,
  full_day_cents integer not null,
  features text[] not null,
  equipment text[] not null,
  image_url text not null,
  images text[] not null,
  category text not null,
  display_order integer default 0 not null,
  bookable boolean default true not null,
  version integer default 0 not null,
  "overlay" text,
  engineer jsonb,
  turnaround_hours integer default 0 not null,
  photos jsonb default '[]'::jsonb not null,
  retired boolean default false not null,
  width_feet integer,
  depth_feet integer,
  height_feet integer,
  plan text[] default '{}'::text[] not null,
  sound text default ''::text not null,
  look text default ''::text not null,
  price_rules text[] default '{}'::text[] not null,
  least_hours integer default 1 not null,
  later_prices jsonb default '[]'::jsonb not null,
  constraint rooms_pkey PRIMARY KEY (id),
  constraint rooms_capacity_check CHECK ((capacity > 0)),
  constraint rooms_category_check CHECK ((category = ANY (ARRAY['basic'::text, 'professional'::text, 'premium'::text]))),
  constraint rooms_depth_feet_check CHECK ((depth_feet > 0)),
  constraint rooms_full_day_cents_check CHECK ((full_day_cents >= 0)),
  constraint rooms_half_day_cents_check CHECK ((half_day_cents >= 0)),
  constraint rooms_height_feet_check CHECK ((height_feet > 0)),
  constraint rooms_hourly_cents_check CHECK ((hourly_cents >= 0)),
  constraint rooms_slug_key UNIQUE (slug),
  constraint rooms_turnaround_hours_check CHECK ((turnaround_hours >= 0)),
  constraint rooms_width_feet_check CHECK ((width_feet > 0))
);
grant select on rooms to hub_runtime;

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);
grant select on schema_migrations to hub_runtime;

create table second_factor_policy (
  role text not null,
  demanded boolean default false not null,
  constraint second_factor_policy_pkey PRIMARY KEY (role)
);
grant select on second_factor_policy to hub_runtime;

create table series (
  series_id bigint not null,
  version integer not null,
  repeat jsonb not null,
  dates integer not null,
  constraint series_pkey PRIMARY KEY (series_id)
);
grant delete, insert, select, update on series to hub_runtime;

create table sessions (
  session_id uuid not null,
  kind text not null,
  account_id bigint not null,
  password_version integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (session_id),
  constraint sessions_kind_check CHECK ((kind = ANY (ARRAY['staff'::text, 'customer'::text])))
);
CREATE INDEX sessions_account ON public.sessions USING btree (kind, account_id) WHERE (ended_at IS NULL);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE TRIGGER sessions_use_accounts AFTER INSERT ON public.sessions FOR EACH ROW WHEN ((new.kind = 'customer'::text)) EXECUTE FUNCTION note_account_used();
grant insert, select on sessions to hub_runtime;

create table simulated_stripe.charges (
  id text not null,
  payment_intent text not null,
  amount integer not null,
  amount_refunded integer default 0 not null,
  status text not null,
  payment_method jsonb not null,
  failure jsonb,
  created_at timestamp with time zone not null,
  disputed boolean default false not null,
  refunds_fail boolean default false not null,
  constraint charges_pkey PRIMARY KEY (id),
  constraint charges_amount_check CHECK ((amount > 0)),
  constraint charges_payment_intent_fkey FOREIGN KEY (payment_intent) REFERENCES simulated_stripe.payment_intents(id),
  constraint charges_status_check CHECK ((status = ANY (ARRAY['succeeded'::text, 'failed'::text]))),
  constraint refunds_never_exceed_the_charge CHECK (((amount_refunded >= 0) AND (amount_refunded <=
CASE status
    WHEN 'succeeded'::text THEN amount
    ELSE 0
END)))
);
CREATE INDEX charges_of_intent ON simulated_stripe.charges USING btree (payment_intent);
CREATE UNIQUE INDEX charged_once ON simulated_stripe.charges USING btree (payment_intent) WHERE (status = 'succeeded'::text);
grant delete, insert, select, update on simulated_stripe.charges to hub_runtime;

create table simulated_stripe.disputes (
  id text not null,
  listed bigint generated always as identity not null,
  charge text not null,
  payment_intent text not null,
  amount integer not null,
  reason text not null,
  status text not null,
  evidence text,
  created_at timestamp with time zone not null,
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_amount_check CHECK ((amount > 0)),
  constraint disputes_charge_fkey FOREIGN KEY (charge) REFERENCES simulated_stripe.charges(id),
  constraint disputes_listed_key UNIQUE (listed),
  constraint disputes_payment_intent_fkey FOREIGN KEY (payment_intent) REFERENCES simulated_stripe.payment_intents(id),
  constraint disputes_status_check CHECK ((status = ANY (ARRAY['warning_needs_response'::text, 'warning_closed'::text, 'needs_response'::text, 'won'::text, 'lost'::text])))
);
CREATE INDEX disputes_of_charge ON simulated_stripe.disputes USING btree (charge);
CREATE INDEX disputes_of_intent ON simulated_stripe.disputes USING btree (payment_intent);
grant delete, insert, select, update on simulated_stripe.disputes to hub_runtime;

create table simulated_stripe.events (
  id text not null,
  listed bigint generated always as identity not null,
  type text not null,
  body jsonb not null,
  created_at timestamp with time zone not null,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_listed_key UNIQUE (listed)
);
grant delete, insert, select, update on simulated_stripe.events to hub_runtime;

create table simulated_stripe.idempotency_keys (
  key text not null,
  fingerprint text not null,
  request_id text not null,
  status smallint not null,
  body jsonb not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (key)
);
CREATE INDEX idempotency_keys_age ON simulated_stripe.idempotency_keys USING btree (created_at);
grant delete, insert, select, update on simulated_stripe.idempotency_keys to hub_runtime;

create table simulated_stripe.payment_intents (
  id text not null,
  listed bigint generated always as identity not null,
  client_secret text not null,
  amount integer not null,
  currency text not null,
  allow_redirects text not null,
  metadata jsonb not null,
  status text not null,
  payment_method jsonb,
  last_payment_error jsonb,
  latest_charge text,
  created_at timestamp with time zone not null,
  canceled_at timestamp with time zone,
  cancellation_reason text,
  constraint payment_intents_pkey PRIMARY KEY (id),
  constraint canceled_at_an_instant CHECK (((status = 'canceled'::text) = (canceled_at IS NOT NULL))),
  constraint payment_intents_allow_redirects_check CHECK ((allow_redirects = ANY (ARRAY['always'::text, 'never'::text]))),
  constraint payment_intents_amount_check CHECK (((amount >= 1) AND (amount <= 99999999))),
  constraint payment_intents_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint payment_intents_listed_key UNIQUE (listed),
  constraint payment_intents_status_check CHECK ((status = ANY (ARRAY['requires_payment_method'::text, 'requires_action'::text, 'succeeded'::text, 'canceled'::text]))),
  constraint succeeded_with_a_charge CHECK (((status <> 'succeeded'::text) OR (latest_charge IS NOT NULL)))
);
grant delete, insert, select, update on simulated_stripe.payment_intents to hub_runtime;

create table simulated_stripe.refunds (
  id text not null,
  listed bigint generated always as identity not null,
  charge text not null,
  payment_intent text not null,
  amount integer not null,
  metadata jsonb not null,
  reason text,
  created_at timestamp with time zone not null,
  status text default 'succeeded'::text not null,
  failure_reason text,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint failed_for_a_reason CHECK (((status = 'failed'::text) = (failure_reason IS NOT NULL))),
  constraint refunds_amount_check CHECK ((amount > 0)),
  constraint refunds_charge_fkey FOREIGN KEY (charge) REFERENCES simulated_stripe.charges(id),
  constraint refunds_listed_key UNIQUE (listed),
  constraint refunds_payment_intent_fkey FOREIGN KEY (payment_intent) REFERENCES simulated_stripe.payment_intents(id),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['succeeded'::text, 'failed'::text])))
);
CREATE INDEX refunds_of_charge ON simulated_stripe.refunds USING btree (charge);
CREATE INDEX refunds_of_intent ON simulated_stripe.refunds USING btree (payment_intent);
grant delete, insert, select, update on simulated_stripe.refunds to hub_runtime;

create table simulated_stripe.webhook_deliveries (
  event text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone,
  delivered_at timestamp with time zone,
  last_failure text,
  constraint webhook_deliveries_pkey PRIMARY KEY (event),
  constraint webhook_deliveries_event_fkey FOREIGN KEY (event) REFERENCES simulated_stripe.events(id)
);
CREATE INDEX webhook_deliveries_due ON simulated_stripe.webhook_deliveries USING btree (due_at) WHERE (due_at IS NOT NULL);
grant delete, insert, select, update on simulated_stripe.webhook_deliveries to hub_runtime;

create table staff (
  staff_id bigint not null,
  version integer not null,
  person_id uuid not null,
  role text not null,
  active boolean not null,
  deleted boolean not null,
  last_login timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint staff_pkey PRIMARY KEY (staff_id)
);
grant delete, insert, select, update on staff to hub_runtime;

create table staff_code_tries (
  try_id bigint generated always as identity not null,
  staff_id bigint not null,
  challenge text,
  network text not null,
  tried_at timestamp with time zone not null,
  wrong boolean default false not null,
  constraint staff_code_tries_pkey PRIMARY KEY (try_id),
  constraint staff_code_tries_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_credentials(staff_id) ON DELETE CASCADE
);
CREATE INDEX staff_code_tries_latest ON public.staff_code_tries USING btree (staff_id, tried_at);
grant delete, insert, select, update on staff_code_tries to hub_runtime;

create table staff_credentials (
  staff_id bigint not null,
  username text not null,
  email text not null,
  password_hash text not null,
  role text not null,
  active boolean default true not null,
  created_at timestamp with time zone not null,
  password_version integer default 1 not null,
  updated_at timestamp with time zone not null,
  constraint staff_credentials_pkey PRIMARY KEY (staff_id),
  constraint staff_credentials_role_check CHECK ((role = ANY (ARRAY['desk'::text, 'staff'::text, 'manager'::text, 'admin'::text, 'auditor'::text])))
);
CREATE UNIQUE INDEX staff_credentials_one_email ON public.staff_credentials USING btree (lower(email));
CREATE UNIQUE INDEX staff_credentials_one_username ON public.staff_credentials USING btree (lower(username));
grant select on staff_credentials to hub_runtime;

create table staff_recovery_codes (
  staff_id bigint not null,
  code_hash text not null,
  constraint staff_recovery_codes_pkey PRIMARY KEY (staff_id, code_hash),
  constraint staff_recovery_codes_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_second_factors(staff_id) ON DELETE CASCADE
);
grant select on staff_recovery_codes to hub_runtime;

create table staff_second_factors (
  staff_id bigint not null,
  sealed_secret text not null,
  last_step bigint not null,
  enrolled_at timestamp with time zone not null,
  constraint staff_second_factors_one_each PRIMARY KEY (staff_id),
  constraint staff_second_factors_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_credentials(staff_id) ON DELETE CASCADE
);
grant select on staff_second_factors to hub_runtime;

create table streams_set_aside (
  follower text not null,
  stream text not null,
  rebuild boolean default false not null,
  since_version integer not null,
  reason text not null,
  set_aside_at timestamp with time zone default now() not null,
  constraint streams_set_aside_pkey PRIMARY KEY (follower, rebuild, stream)
);
grant delete, insert, select, update on streams_set_aside to hub_runtime;

create table takings (
  booking_id bigint not null,
  version integer not null,
  day date not null,
  method text not null,
  cents integer not null,
  constraint takings_pkey PRIMARY KEY (booking_id, version)
);
CREATE INDEX takings_day ON public.takings USING btree (day);
grant delete, insert, select, update on takings to hub_runtime;

create table webhook_cursors (
  webhook_id bigint not null,
  "position" bigint not null,
  constraint webhook_cursors_pkey PRIMARY KEY (webhook_id),
  constraint webhook_cursors_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(webhook_id)
);
grant select, update on webhook_cursors to hub_runtime;

create table webhook_deliveries (
  delivery_id bigint generated always as identity not null,
  webhook_id bigint not null,
  message_id text not null,
  type text not null,
  stream text not null,
  version integer not null,
  "position" bigint,
  booking_id bigint,
  occurred_at timestamp with time zone not null,
  state text default 'waiting'::text not null,
  tries integer default 0 not null,
  made_at timestamp with time zone not null,
  next_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (delivery_id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'replaced'::text]))),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(webhook_id)
);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX webhook_deliveries_newest ON public.webhook_deliveries USING btree (webhook_id, delivery_id);
CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (webhook_id, stream, delivery_id) WHERE (state = 'waiting'::text);
grant delete, insert, select, update on webhook_deliveries to hub_runtime;

create table webhook_tries (
  delivery_id bigint not null,
  nth integer not null,
  tried_at timestamp with time zone not null,
  took_ms integer not null,
  status integer,
  failure text,
  answer text,
  constraint webhook_tries_pkey PRIMARY KEY (delivery_id, nth),
  constraint webhook_tries_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(delivery_id) ON DELETE CASCADE
);
grant delete, insert, select on webhook_tries to hub_runtime;

create table webhooks (
  webhook_id bigint not null,
  url text not null,
  events text[] not null,
  body text not null,
  active boolean not null,
  disabled_because text,
  secrets_of uuid not null,
  secret text not null,
  earlier_secret text,
  earlier_until timestamp with time zone,
  made_by bigint not null,
  made_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (webhook_id),
  constraint webhooks_body_check CHECK ((body = ANY (ARRAY['thin'::text, 'full'::text])))
);
grant select on webhooks to hub_runtime;

create table workers (
  id text not null,
  pid integer not null,
  session_start timestamp with time zone not null,
  alive_until timestamp with time zone not null,
  begun_at timestamp with time zone default now() not null,
  constraint workers_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on workers to hub_runtime;

create sequence account_ids;
create sequence block_ids;
create sequence booking_ids;
create sequence customer_ids;
create sequence day_ids;
create sequence erasure_ids;
create sequence feed_ids;
create sequence feedback_ids;
create sequence import_ids;
create sequence inquiry_ids;
create sequence note_ids;
create sequence room_ids;
create sequence series_ids;
create sequence session_ids;
create sequence staff_ids;
create sequence token_ids;
create sequence webhook_ids;
grant usage on schema public to hub_runtime;
grant usage on schema rebuild to hub_runtime;
grant usage on schema simulated_stripe to hub_runtime;
-- append_events(request jsonb, OUT stream_id bigint, OUT epoch integer, OUT xid xid8, OUT "position" bigint) returns record: plpgsql, security definer, search_path=pg_catalog, public, pg_temp, lock_timeout=100ms, execute: hub_runtime
-- append_events_together(requests jsonb) returns TABLE(stream_id bigint, epoch integer, xid xid8, "position" bigint): plpgsql, security definer, search_path=pg_catalog, public, pg_temp, lock_timeout=100ms, execute: hub_runtime
-- append_new_streams(requests jsonb) returns TABLE(command_id text, stream text, epoch integer, xid xid8, "position" bigint): plpgsql, security definer, search_path=pg_catalog, public, pg_temp, lock_timeout=100ms, execute: hub_runtime
-- beat(p_id text, p_for interval, p_followers text[], p_in_hand bigint[] DEFAULT NULL::bigint[], OUT alive boolean, OUT removed integer, OUT behind boolean, OUT due integer[]) returns record: plpgsql, execute: hub_runtime
-- begin_code_try(p_staff_id bigint, p_challenge text, p_network text, p_at timestamp with time zone, p_per_challenge integer, p_per_hour integer, OUT try_id bigint, OUT spent boolean) returns record: plpgsql, execute: hub_runtime
-- begin_rebuild(p_tables text[]) returns void: plpgsql, security definer, search_path=pg_catalog, public, pg_temp, execute: hub_runtime
-- begin_seal(p_lock bigint, OUT leaf json, OUT epoch integer, OUT xid xid8, OUT "position" bigint, OUT head json, OUT keys json) returns record: plpgsql, execute: hub_runtime
-- cash_between(since timestamp with time zone, until timestamp with time zone) returns bigint: sql, stable, execute: public, hub_runtime
-- delete_expired_sessions() returns integer: sql, security definer, search_path=pg_catalog, public, pg_temp, execute: hub_runtime
-- end_session(p_session_id uuid, p_at timestamp with time zone) returns void: plpgsql, security definer, search_path=pg_catalog, public, pg_temp, execute: hub_runtime
-- erase_personal_data_past_retention() returns integer: plpgsql, security definer, search_path=pg_catalog, public, pg_temp, execute: hub_runtime
-- erase_search_text() returns trigger: plpgsql, execute: public
-- erasure_patterns(p_ids uuid[]) returns text[]: sql, stable, execute: owner
-- first_log_key(p_vkey text, p_endorsement text) returns void: plpgsql, security definer, search_path=pg_catalog, public, pg_temp, execute: hub_runtime
-- guard.add_customer_credentials(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.add_feed(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.add_second_factor(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.add_staff_credentials(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.add_token(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.add_token_network(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.add_webhook(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.admit_staff(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.ask_erasure(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.await_claims(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.begin_import(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.begin_undo_of_import(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.cap(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.cap_caller(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.carry_caller(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.cash_stands(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.change_person(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.change_webhook(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.close_hours(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.copy_person(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.count_admin(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.end_feed(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.end_import(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.end_sessions(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.end_token(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.end_undo_of_import(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.end_webhook(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.erase_people(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.erase_person(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.forget_code_tries(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.forget_imported(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.keep(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.keep_turnaround(p_id bigint, p jsonb) returns void: plpgsql, execute: owner
-- guard.move_cash(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.note_imported(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.open_hours(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.open_session(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.person_stands(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.release(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.remove_customer_credentials(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.remove_photo(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.remove_second_factor(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.remove_staff_credentials(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.replace_customer_password(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.replace_staff_password(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.replay_webhook(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.rotate_webhook_secret(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.session_stands(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.set_recovery_codes(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.set_second_factor_policy(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.set_staff_active(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.set_staff_role(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.stand(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.store_person(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.store_photo(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.swap_hours(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.tell_of_venue(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.token_stands(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.touch_customer(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- guard.unless_booked(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.use_recovery_code(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.use_second_factor_step(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.waitlist_join(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.waitlist_stands(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: plpgsql, execute: owner
-- guard.write_room(p_id bigint, p_at timestamp with time zone, p jsonb) returns void: sql, execute: owner
-- hand_over_mail(p_mail_id text, p_claim uuid, p_transport text, p_lease interval, p_person_id uuid) returns boolean: plpgsql, security definer, search_path=pg_catalog, public, pg_temp, execute: hub_runtime
-- join_workers(p_id text, p_for interval) returns void: sql, execute: hub_runtime
-- leave_workers(p_id text) returns void: sql, execute: hub_runtime
-- lock_streams(appends jsonb) returns void: plpgsql, search_path=pg_catalog, public, pg_temp, execute: owner
-- look_after_jobs() returns void: plpgsql, execute: hub_runtime
-- mail_turn(p_reference text, p_email text, p_mailbox text, p_requested_at timestamp with time zone, p_turn interval) returns boolean: plpgsql, execute: hub_runtime
-- mail_within_budget(p_message_id text, p_email text, p_mailbox text, p_at timestamp with time zone, p_hourly integer, p_daily integer) returns boolean: plpgsql, execute: hub_runtime
-- mailbox_of(email text) returns text: sql, immutable, parallel safe, execute: public
-- next_stream_ids(category text, n integer) returns SETOF bigint: plpgsql, security definer, search_path=pg_catalog, public, pg_temp, execute: hub_runtime
-- note_account_used() returns trigger: plpgsql, security definer, search_path=pg_catalog, public, pg_temp, execute: owner
-- note_feed_fetches(p_ids bigint[], p_at timestamp with time zone[]) returns void: sql, security definer, search_path=pg_catalog, public, pg_temp, execute: hub_runtime
-- note_token_use(p_token_id bigint, p_network text, p_at timestamp with time zone) returns boolean: plpgsql, security definer, search_path=pg_catalog, public, pg_temp, execute: hub_runtime
-- note_wrong_code(p_try_id bigint, p_at timestamp with time zone, OUT of_challenge integer, OUT of_account integer, OUT networks integer) returns record: plpgsql, execute: hub_runtime
-- refuse_change_of_history() returns trigger: plpgsql, execute: public
-- refuse_to_rebuild(p_tables text[]) returns void: plpgsql, execute: owner
-- release_unheard_of(p_id text, p_in_hand bigint[]) returns void: plpgsql, execute: hub_runtime
-- release_work_of(p_ids text[]) returns void: plpgsql, execute: hub_runtime
-- search_text(p personal_data) returns text: sql, immutable, execute: public
-- shape_of(p_tables text[]) returns text: sql, stable, execute: public
-- standbys() returns TABLE(name text, state text, behind_bytes bigint, lag_seconds double precision): sql, stable, security definer, search_path=pg_catalog, pg_temp, execute: hub_runtime
-- swap_rebuilt(p_tables text[]) returns void: plpgsql, security definer, search_path=pg_catalog, public, pg_temp, lock_timeout=50ms, execute: hub_runtime
-- unlock_forgotten_lanes() returns void: plpgsql, execute: hub_runtime
