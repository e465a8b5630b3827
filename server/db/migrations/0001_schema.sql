-- The tables of the product; functions, views and triggers are in ../functions, one a file. Money is integer cents, rates are basis points, calendar days are `date`, instants
-- `timestamptz`. Personal data lives in users, registrations and the addresses they carry, and nowhere else.

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- Normalizes text for searching: no accents, lower case. Immutable for use in indexes. This function and the next one are here and
-- not in ../functions because columns and indexes below use them.
create function searchable(input text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent', input));

-- The common prefix of the paths of an upload and its copies in other sizes, `events/<uuid>`; null for files that are no uploads.
create function file_stem(path text) returns text
  language sql immutable strict parallel safe
  return substring(path from '^\w+/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}');

-- Locations --------------------------------------------------------------------------------------------------------

create table states (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  ibge_id int not null unique,
  name text not null,
  region text not null,
  timezone text not null
);

create table cities (
  ibge_id int primary key,
  state_code text not null references states,
  name text not null,
  -- Where it differs from the state's: western Amazonas and Fernando de Noronha.
  timezone text,
  unique (state_code, name)
);

create table postal_codes (
  zip text primary key check (zip ~ '^\d{8}$'),
  -- Null: the CEP does not exist, as the services answered.
  answer jsonb,
  fetched_at timestamptz not null
);

-- Accounts ---------------------------------------------------------------------------------------------------------

create table users (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null check (email = lower(email)),
  -- The address of another account that was invited to what this row holds the place of, until it accepts; `email` is then none.
  invited_email text check (invited_email = lower(invited_email)),
  password_hash text,
  email_verified_at timestamptz,
  cpf text check (cpf ~ '^\d{11}$'),
  rg text,
  phone text,
  birth_on date,
  sex smallint check (sex in (0, 1)),
  emergency_contact text,
  emergency_contact_phone text,
  -- Storage path of the profile picture, or of the document sent at registration.
  image_path text,
  document_path text,
  zip text,
  street text,
  street_number text,
  complement text,
  district text,
  city text,
  state_code text,
  -- When the second factor was turned on. A copy of second_factors, because sessions are created under this row's lock.
  second_factor_at timestamptz,
  -- Set by "Excluir minha conta": the row stays for the payment records, without personal data.
  anonymized_at timestamptz,
  blocked_at timestamptz,
  -- What Admin or the organizer gave as the reason, for whoever lifts the block.
  blocked_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Search text: name, e-mail and CPF without accents. Stored, because a common name matches fifty thousand of a million rows, and
  -- normalizing them at query time takes seconds.
  words text not null generated always as (searchable(name || ' ' || coalesce(invited_email, email) || ' ' || coalesce(cpf, ''))) stored
);
create unique index users_email on users (email);
create unique index users_cpf on users (cpf) where cpf is not null;
create index users_words on users using gin (words gin_trgm_ops);
create index users_blocked on users (id) where blocked_at is not null;
create index users_removed on users (id) where anonymized_at is not null;
create index users_image on users (file_stem(image_path)) where image_path is not null;
create index users_document on users (file_stem(document_path)) where document_path is not null;

create table user_roles (
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('Admin', 'Organizador', 'Empresa', 'Participante')),
  -- The enterprise of a user of Empresa; null: the one that runs the platform. References enterprises, which is made below.
  enterprise_id bigint check (enterprise_id is null or role = 'Empresa'),
  -- A block of this role alone, of an account that has others; else the account itself is blocked.
  blocked_at timestamptz,
  blocked_reason text,
  primary key (user_id, role)
);
-- The users of the back office, and whom to tell of a requested payout.
create index user_roles_staff on user_roles (user_id) where role in ('Admin', 'Empresa');

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  ip inet,
  user_agent text,
  -- The session of the administrator who sees with this one what the account sees, read-only; ends with it.
  opener_id bigint references sessions on delete cascade
);
create index sessions_user on sessions (user_id);
create index sessions_opener on sessions (opener_id) where opener_id is not null;

-- Browsers that the account has logged in from: failed log-ins from elsewhere do not slow them down.
create table known_devices (
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, token_hash)
);
create index known_devices_old on known_devices (last_used_at);

-- A change of one's own e-mail: requested, verified at the new address, undone from the old one. While the row exists, no other
-- account can use the old address.
create table email_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  old_email text not null,
  new_email text not null,
  requested_at timestamptz not null,
  undo_until timestamptz not null,
  verified_at timestamptz,
  -- Before it was verified another one was requested or the password changed.
  dropped_at timestamptz,
  undone_at timestamptz
);
create unique index email_changes_pending on email_changes (user_id)
  where verified_at is null and dropped_at is null and undone_at is null;
create index email_changes_user on email_changes (user_id);
create index email_changes_old_email on email_changes (old_email);
create index email_changes_undo_until on email_changes (undo_until);

-- Links sent by e-mail: single-use, hashed, with an expiry.
create table user_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('verify_email', 'reset_password', 'accept_role', 'change_email', 'undo_email_change')),
  email_change_id bigint references email_changes on delete cascade check ((email_change_id is not null) = (kind like '%change%')),
  token_hash bytea not null unique,
  -- The address it was sent to: a link sent to a previous address verifies nothing.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index user_tokens_user on user_tokens (user_id, kind);
create index user_tokens_email_change on user_tokens (email_change_id);

-- TOTP secrets shared with an authenticator app, encrypted with the installation's key.
create table second_factors (
  user_id bigint primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Null until a first correct code.
  confirmed_at timestamptz,
  -- Time step of the last accepted code: no code is accepted twice.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Log-ins with a correct password that wait for the second factor's code.
create table login_challenges (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  -- The hash that the password matched.
  password_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_challenges_user on login_challenges (user_id);
create index login_challenges_end on login_challenges (expires_at);

-- LGPD art. 8 §2: who consented to which text, when, and from where. Append-only: a revocation is a new row.
create table consents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('terms', 'promotions', 'event_updates')),
  version text not null,
  text_hash text not null,
  granted boolean not null,
  at timestamptz not null,
  ip inet,
  user_agent text
);
create index consents_user on consents (user_id, kind, id desc);

-- How often something was tried (function count_points), shared by all processes.
create unlogged table rate_limits (
  key text primary key,
  points int not null,
  expires_at timestamptz not null
);
create index rate_limits_expires_at on rate_limits (expires_at);

-- Failed attempts and when the next one is allowed (function begin_attempts), shared by all processes.
create unlogged table attempts (
  key text primary key,
  -- Fractional: failures are forgotten gradually.
  failures numeric not null,
  counted_at timestamptz not null,
  free_at timestamptz not null
);
create index attempts_old on attempts (counted_at);

create table uploads (
  path text primary key,
  user_id bigint references users on delete set null,
  purpose text not null,
  media_type text not null,
  bytes int not null,
  -- Pixel size, stored widths and blurred placeholder of a picture.
  picture jsonb,
  -- Length, ascent and points of a course (docs/algorithms/course.md).
  course jsonb,
  created_at timestamptz not null
);
create index uploads_stem on uploads (file_stem(path));

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_user_id bigint references users on delete set null,
  action text not null,
  entity text not null,
  entity_id bigint,
  event_id bigint,
  before jsonb,
  after jsonb,
  ip inet
);
create index audit_log_entity on audit_log (entity, entity_id, id desc);
create index audit_log_event on audit_log (event_id, id desc) where event_id is not null;
-- Without 'order.created', which opening days write in bulk: only the index by actor contains it.
create index audit_log_actor on audit_log (actor_user_id, id desc);
create index audit_log_action on audit_log (action, id desc) where action <> 'order.created';
create index audit_log_at on audit_log using brin (at);

-- Security log: log-ins, refusals, rate limits, exports. Append-only, deleted after six months. Changes are in audit_log and not repeated
-- here: the view security_log reads both.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  -- The account concerned, if any.
  user_id bigint references users on delete cascade,
  ip inet,
  -- Number of events of the same kind, account and address that this row stands for.
  times int not null default 1 check (times > 0),
  detail jsonb not null default '{}'
);
create index security_events_at on security_events (at desc, id desc);
create index security_events_kind on security_events (kind, at desc, id desc);
create index security_events_user on security_events (user_id, at desc, id desc) where user_id is not null;
create index security_events_ip on security_events (ip, at desc, id desc) where ip is not null;

-- The part of the audit log that the security log shows: the actions of SECURITY_GROUPS.
create index audit_log_security on audit_log (at desc, id desc) where action in (
  'producer.session_ended', 'producer.sessions_ended',
  'user.second_factor_enabled', 'user.second_factor_disabled', 'user.second_factor_reset', 'user.recovery_codes_renewed',
  'user.password_changed', 'user.email_change_requested', 'user.email_changed', 'user.email_change_undone',
  'user.email_verified_by_admin',
  'user.access_reset', 'organizer.access_reset', 'producer.access_reset',
  'user.created', 'user.blocked', 'user.unblocked', 'user.merged', 'user.deleted', 'user.removed', 'user.viewed', 'user.view_ended',
  'user.role_accepted',
  'organizer.created', 'organizer.suspended', 'organizer.reactivated', 'organizer.deleted',
  'producer.registered', 'producer.blocked', 'producer.unblocked', 'producer.removed', 'producer.permissions_added', 'producer.permission_removed',
  'event.producer_added', 'event.producer_removed', 'event.participants_exported', 'registration.answer_file_read'
);

-- One row per external service: its last success, its last failure and the reason.
create table service_health (
  service text primary key check (service in ('mail')),
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text
);
insert into service_health (service) values ('mail');

-- Companies, organizers, permissions -------------------------------------------------------------------------------

create table enterprises (
  id bigint generated by default as identity primary key,
  name text not null,
  cnpj text check (cnpj ~ '^[0-9A-Z]{12}\d{2}$'),
  created_at timestamptz not null default now()
);
create unique index enterprises_cnpj on enterprises (cnpj) where cnpj is not null;
insert into enterprises (id, name) values (1, 'Largada');
select setval(pg_get_serial_sequence('enterprises', 'id'), 1);
alter table user_roles add foreign key (enterprise_id) references enterprises;
create index user_roles_enterprise on user_roles (enterprise_id) where enterprise_id is not null;

create table fee_settings (
  enterprise_id bigint primary key references enterprises,
  min_fee_free_cents int not null default 0 check (min_fee_free_cents >= 0),
  min_fee_paid_cents int not null default 0 check (min_fee_paid_cents >= 0),
  setup_fee_cents int not null default 0 check (setup_fee_cents >= 0),
  max_fee_bp int not null default 10000 check (max_fee_bp between 0 and 10000),
  updated_at timestamptz not null default now()
);
insert into fee_settings (enterprise_id, min_fee_free_cents, min_fee_paid_cents, setup_fee_cents, max_fee_bp)
values (1, 0, 250, 0, 2000);

-- When a runner may withdraw, and which refunds wait for approval; without a row the defaults count.
create table refund_settings (
  enterprise_id bigint primary key references enterprises,
  -- The last day, counted from the day of the payment. The law gives seven (CDC art. 49).
  withdrawal_days int not null default 7 check (withdrawal_days between 7 and 60),
  -- But not later than so many days before the race.
  withdrawal_ends_days_before int not null default 1 check (withdrawal_ends_days_before between 0 and 30),
  -- A refund that an organizer decides on waits for approval from this amount on; null: never.
  approval_from_cents int check (approval_from_cents >= 0),
  -- How long a runner has to say what becomes of their money, where it is not simply refunded.
  choice_days int not null default 7 check (choice_days between 1 and 30),
  updated_at timestamptz not null
);

-- The interest of payments by card in 2 to 12 installments; without a row the defaults count.
create table installment_settings (
  enterprise_id bigint primary key references enterprises,
  rates_bp int[] not null check (cardinality(rates_bp) = 11 and 0 <= all (rates_bp) and 5000 >= all (rates_bp)),
  updated_at timestamptz not null
);

-- Type 0 is an organizer, type 1 a realizador (producer) working for one.
create table organizers (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references users,
  enterprise_id bigint not null references enterprises,
  parent_id bigint references organizers,
  -- Lets a realizador see those they created before they share an event.
  registered_by bigint references users on delete set null,
  type smallint not null check (type in (0, 1)),
  nickname text,
  fantasy_name text not null,
  corporate_reason text,
  cnpj text check (cnpj ~ '^[0-9A-Z]{12}\d{2}$'),
  responsible text,
  phone text,
  zip text,
  street text,
  street_number text,
  complement text,
  district text,
  city text,
  state_code text,
  -- What the organizer publishes besides its trade name; a realizador has none of it.
  logo_path text,
  about text,
  public_phone text,
  public_email text,
  site text,
  instagram text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((type = 1) = (parent_id is not null))
);
create unique index organizers_cnpj on organizers (parent_id, cnpj) where cnpj is not null;
-- The other index makes realizadores unique by organizer; organizers have no parent.
create unique index organizers_own_cnpj on organizers (cnpj) where parent_id is null and cnpj is not null;
create index organizers_parent on organizers (parent_id);
create index organizers_logo on organizers (file_stem(logo_path)) where logo_path is not null;

-- An organizer's settings for its own events, within the enterprise's limits; null follows the enterprise.
create table organizer_fee_settings (
  organizer_id bigint primary key references organizers,
  min_fee_free_cents int check (min_fee_free_cents >= 0),
  min_fee_paid_cents int check (min_fee_paid_cents >= 0),
  setup_fee_cents int check (setup_fee_cents >= 0),
  max_fee_bp int check (max_fee_bp between 0 and 10000),
  updated_at timestamptz not null
);

create table permissions (
  id bigint generated always as identity primary key,
  name text not null unique,
  description text not null
);

create table organizer_permissions (
  organizer_id bigint not null references organizers on delete cascade,
  permission_id bigint not null references permissions,
  granted_by bigint references users on delete set null,
  granted_at timestamptz not null,
  primary key (organizer_id, permission_id)
);

-- Stock ------------------------------------------------------------------------------------------------------------

-- Everything with a limited capacity references one of these. `held` counts the units held by registrations that are not cancelled; the
-- algorithm is in docs/algorithms/stock.md, the check its last guard. Narrow and HOT-updatable for the write load of opening days.
create table stock_levels (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  kind text not null check (kind in ('event', 'modality', 'category', 'kit', 'shirt_size', 'coupon')),
  capacity int check (capacity >= 0),
  held int not null default 0 check (held >= 0),
  constraint stock_levels_not_oversold check (capacity is null or held <= capacity)
) with (fillfactor = 20);
create index stock_levels_event on stock_levels (event_id);

-- Events -----------------------------------------------------------------------------------------------------------

create table events (
  -- By default and not identity, so that a new event's stock levels can reference it before it is inserted.
  id bigint generated by default as identity primary key,
  enterprise_id bigint not null references enterprises,
  organizer_id bigint not null references organizers,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  description text,
  rules text,
  registration_starts_on date not null,
  registration_ends_on date not null,
  event_on date not null,
  start_time time not null,
  kit_delivery_on date,
  city_id int references cities,
  state_code text references states,
  country text not null default 'Brasil',
  timezone text not null,
  contact_email text,
  cover_path text,
  image_path text,
  regulation_url text,
  results_url text,
  disclosure_url text,
  map_url text,
  type text,
  is_public boolean not null default true,
  buy_photo boolean not null default false,
  is_free boolean not null default false,
  accept_terms boolean not null default true,
  -- Somebody decides on each cancellation that gives money back by the tiers; otherwise it happens at once.
  approves_cancellations boolean not null default false,
  -- Maximum number of unpaid registrations of one account.
  max_unpaid_per_account int not null default 12 check (max_unpaid_per_account between 1 and 200),
  -- Payments by card in installments: docs/algorithms/installments.md. 1: at once only.
  max_installments smallint not null default 1 check (max_installments between 1 and 12),
  min_installment_cents int not null default 1000 check (min_installment_cents >= 500),
  -- The runner pays interest; otherwise the organizer bears the gateway's fee.
  installment_interest boolean not null default false,
  -- 0 Inativo, 1 Ativo, 2 Expirado, 3 Cancelado.
  status smallint not null default 1 check (status between 0 and 3),
  -- What it lacks to be sold, as written by each save (contract/src/sellable.ts): while it lacks anything, it is neither listed nor open.
  missing text[] not null default '{}',
  -- When it was open and complete for the first time. Null: a draft, which nobody but its organizer and whoever has its preview sees.
  opened_at timestamptz,
  -- Secret of the page on which others may look at a draft.
  preview_token text unique,
  stock_level_id bigint not null unique references stock_levels,
  -- Incremented by each save: detects concurrent edits and stale prices in the write path.
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A draft has 2199-12-31 for a day and 23:59:59 for the time that it does not have yet (contract/src/dates.ts).
  check (registration_starts_on <= registration_ends_on or opened_at is null),
  check (opened_at is null or (greatest(registration_starts_on, registration_ends_on, event_on) < '2199-12-31' and start_time < '23:59:59'))
);
alter table stock_levels add foreign key (event_id) references events deferrable initially deferred;
create index events_title_search on events using gin (searchable(title) gin_trgm_ops);
create index events_public on events (event_on, id)
  where is_public and status <> 3 and opened_at is not null and missing = '{}';
create index events_organizer on events (organizer_id, event_on desc);
create index events_city on events (city_id);
create index events_cover on events (file_stem(cover_path)) where cover_path is not null;
create index events_regulation on events (file_stem(substring(regulation_url from '^/storage/(.+)$')))
  where regulation_url like '/storage/%';
create index events_image on events (file_stem(image_path)) where image_path is not null;

-- Events that were called off (status 3): docs/algorithms/cancelling-an-event.md.
create table event_cancellations (
  event_id bigint primary key references events,
  -- Runners read it.
  reason text not null,
  -- To whom runners may give what they paid; null: everything is refunded at once.
  donation_to text,
  -- Until when what was paid may be used for the new date; null: that is not offered.
  credit_until date,
  -- The event that is the new date, of the same organizer, once it is named.
  new_event_id bigint references events check (new_event_id is null or new_event_id <> event_id and credit_until is not null),
  cancelled_by_user_id bigint not null references users,
  cancelled_at timestamptz not null
);

-- Races with more visitors than can be registered at once: docs/algorithms/waiting-room.md.
create table waiting_rooms (
  event_id bigint primary key references events,
  -- Open until the organizer switches it off; otherwise the system opened it, until `busy_until`.
  is_marked boolean not null default false,
  busy_until timestamptz,
  -- Tickets have the numbers 1 to `issued`; those up to `admitted` may go in.
  issued bigint not null default 0,
  admitted bigint not null default 0,
  -- People let in, as a moving average.
  per_minute real not null default 0,
  -- When people were let in last.
  ticked_at timestamptz not null
);

-- Accounts that were let in.
create table waiting_room_passes (
  event_id bigint not null references waiting_rooms,
  user_id bigint not null references users,
  number bigint not null,
  primary key (event_id, user_id),
  unique (event_id, number)
);

-- Idempotency keys of created events: a repeated request, after a lost answer or a double click, finds the event it created.
create table event_creations (
  user_id bigint not null references users,
  idempotency_key text not null,
  -- Hash of the request: the same key with another request is refused.
  request_hash text not null,
  event_id bigint not null references events deferrable initially deferred,
  created_at timestamptz not null,
  primary key (user_id, idempotency_key)
);
create index event_creations_event on event_creations (event_id);

create table event_producers (
  event_id bigint not null references events on delete cascade,
  organizer_id bigint not null references organizers on delete cascade,
  linked_by bigint references users on delete set null,
  linked_at timestamptz not null,
  primary key (event_id, organizer_id)
);
create index event_producers_organizer on event_producers (organizer_id);

create table modalities (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  name text not null,
  description text,
  price_cents int check (price_cents >= 0),
  -- A GPX file; its drawing is in `uploads.course`.
  course_path text,
  status smallint not null default 1 check (status in (0, 1)),
  stock_level_id bigint not null unique references stock_levels,
  position int not null default 0
);
create index modalities_event on modalities (event_id, position);
create index modalities_course on modalities (file_stem(course_path)) where course_path is not null;

create table categories (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  modality_id bigint not null references modalities,
  name text not null,
  description text,
  price_cents int check (price_cents >= 0),
  route_path text,
  stock_level_id bigint not null unique references stock_levels,
  position int not null default 0
);
create index categories_event on categories (event_id, position);
create index categories_modality on categories (modality_id);
create index categories_route on categories (file_stem(route_path)) where route_path is not null;

-- API field: product.
create table kits (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  -- The categories of the event that it is sold in, with one stock; empty: every category.
  category_ids bigint[] not null default '{}',
  name text not null,
  description text,
  value_cents int not null check (value_cents >= 0),
  -- 0: fee_rate is basis points of the value; 1: fee_rate is cents.
  fee_type smallint not null default 0 check (fee_type in (0, 1)),
  fee_rate int not null default 0 check (fee_rate >= 0),
  is_increment boolean not null default true,
  status smallint not null default 1 check (status in (0, 1)),
  image_path text,
  stock_level_id bigint not null unique references stock_levels,
  position int not null default 0,
  check (fee_type = 1 or fee_rate <= 10000)
);
create index kits_event on kits (event_id, position);
create index kits_image on kits (file_stem(image_path)) where image_path is not null;

create table shirt_sizes (
  id bigint generated always as identity primary key,
  kit_id bigint not null references kits,
  name text not null,
  -- Of the shirt, laid flat.
  width_cm double precision check (width_cm > 0),
  length_cm double precision check (length_cm > 0),
  stock_level_id bigint not null unique references stock_levels,
  position int not null default 0,
  unique (kit_id, name) deferrable initially deferred
);

create table payment_methods (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  -- 0 Pix, 1 Boleto, 2 Cartão de Crédito.
  type smallint not null check (type in (0, 1, 2)),
  status smallint not null default 1 check (status in (0, 1)),
  unique (event_id, type)
);

-- What a runner who cancels gets back, and until when. Frozen on each registration when it is made.
create table cancellation_tiers (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  -- The last day, counted back from the day of the event.
  days_before int not null check (days_before between 0 and 365),
  -- Basis points of what was paid.
  refund_rate int not null check (refund_rate between 0 and 10000),
  -- The service fee that the participant paid is not given back.
  keeps_fee boolean not null,
  position int not null default 0,
  unique (event_id, days_before) deferrable initially deferred
);

create table coupons (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  code text not null check (code = upper(code)),
  -- 0: value is basis points; 1: value is cents.
  type smallint not null check (type in (0, 1)),
  value int not null check (value >= 0),
  status smallint not null default 1 check (status in (0, 1)),
  starts_on date,
  ends_on date,
  kit_id bigint references kits,
  stock_level_id bigint not null unique references stock_levels,
  unique (event_id, code) deferrable initially deferred,
  check (type = 1 or value <= 10000)
);
create index coupons_kit on coupons (kit_id) where kit_id is not null;

-- Which account has entered which code: an order references a coupon by id, which is not secret.
create table shown_coupons (
  user_id bigint not null references users,
  coupon_id bigint not null references coupons on delete cascade,
  -- The code at that time: a changed code must be entered again.
  code text not null,
  shown_at timestamptz not null,
  primary key (user_id, coupon_id)
);
create index shown_coupons_coupon on shown_coupons (coupon_id);
create index shown_coupons_shown_at on shown_coupons (shown_at);

create table terms (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  name text not null,
  description text not null,
  status smallint not null default 1 check (status in (0, 1)),
  -- Incremented when the text changes; every version's text is kept.
  version int not null default 1,
  position int not null default 0
);
create index terms_event on terms (event_id, position);

create table term_versions (
  term_id bigint not null references terms on delete cascade,
  version int not null,
  name text not null,
  description text not null,
  created_at timestamptz not null,
  primary key (term_id, version)
);

create table questionnaires (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  description text not null,
  kind text not null default 'yes_no' check (
    kind in ('yes_no', 'text', 'number', 'choice', 'choices', 'date', 'file')
  ),
  required boolean not null default true,
  -- One a line.
  options text not null default '',
  -- Asked only of whoever runs it; null: of everybody.
  modality_id bigint references modalities,
  attach_file smallint not null default 0 check (attach_file in (0, 1)),
  status smallint not null default 1 check (status in (0, 1)),
  position int not null default 0
);
create index questionnaires_modality on questionnaires (modality_id) where modality_id is not null;
create index questionnaires_event on questionnaires (event_id, position);

-- What the platform charges an organizer: the setup fee, once per event.
create table organizer_charges (
  id bigint generated always as identity primary key,
  organizer_id bigint not null references organizers,
  event_id bigint not null references events,
  kind text not null check (kind in ('setup_fee')),
  amount_cents int not null check (amount_cents >= 0),
  created_at timestamptz not null,
  unique (event_id, kind)
);

-- Registrations ----------------------------------------------------------------------------------------------------

-- One order of the registration wizard.
create table orders (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  buyer_user_id bigint not null references users,
  idempotency_key text not null,
  -- Hash of the request: the same key with another request is refused.
  request_hash text not null,
  payment_type smallint check (payment_type in (0, 1, 2)),
  coupon_id bigint references coupons,
  total_cents int not null check (total_cents >= 0),
  created_at timestamptz not null,
  unique (buyer_user_id, idempotency_key)
);
create index orders_event on orders (event_id);
create index orders_coupon on orders (coupon_id) where coupon_id is not null;

create table registrations (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  event_id bigint not null references events,
  -- The buyer's account, for additional participants too.
  responsible_user_id bigint not null references users,
  -- 0 is the buyer, 1… the additional participants.
  position smallint not null,
  name text not null,
  cpf text not null check (cpf ~ '^\d{11}$'),
  phone text not null,
  -- Of an additional participant, if the buyer gave it: used only to notify them of the registration.
  email text check (email = lower(email)),
  birth_on date not null,
  sex smallint not null check (sex in (0, 1)),
  modality_id bigint not null references modalities,
  category_id bigint not null references categories,
  kit_id bigint not null references kits,
  shirt_size_id bigint references shirt_sizes,
  coupon_id bigint references coupons,
  -- As computed and displayed when it was created: later price changes do not affect it.
  value_cents int not null check (value_cents >= 0),
  discount_cents int not null check (discount_cents >= 0),
  fee_cents int not null check (fee_cents >= 0),
  total_cents int not null check (total_cents >= 0),
  price_lines jsonb not null,
  -- The event's cancellation tiers when it was made: [{days_before, refund_rate, keeps_fee}].
  cancellation_tiers jsonb not null default '[]',
  -- 0 Pendente, 1 Confirmado, 2 Cancelado.
  status smallint not null default 0 check (status in (0, 1, 2)),
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text check (
    -- yielded: the owner of the CPF registered; disowned: the owner of the CPF rejected it.
    cancel_reason in ('participant', 'organizer', 'expired', 'refunded', 'event_cancelled', 'yielded', 'disowned')
  ),
  -- When the owner of the CPF rejected it.
  disowned_at timestamptz,
  -- What the organizer keeps of the payments of a cancelled registration; the rest is refunded.
  kept_cents int not null default 0 check (kept_cents >= 0),
  -- The stock levels it holds one unit of each. Releasing returns exactly these and empties the array.
  held_level_ids bigint[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (order_id, position),
  constraint registrations_cancelled_hold_nothing check ((status = 2) = (cardinality(held_level_ids) = 0))
);
-- One active registration per CPF and event; take_spots checks it first, by the CPF.
create unique index registrations_one_active on registrations (cpf, event_id) where status <> 2;
-- Unpaid registrations, counted against events.max_unpaid_per_account. Coupons have limits of their own.
create index registrations_unpaid on registrations (responsible_user_id, event_id)
  where status = 0 or (status = 1 and total_cents = 0 and coupon_id is null);
create index registrations_event on registrations (event_id, id);
-- Participants are found by their phone, with the area code or without.
create index registrations_phone on registrations (event_id, right(phone, 8));
create index registrations_responsible on registrations (responsible_user_id, id desc);
create index registrations_modality on registrations (modality_id);
create index registrations_category on registrations (category_id);
create index registrations_kit on registrations (kit_id);
create index registrations_shirt_size on registrations (shirt_size_id) where shirt_size_id is not null;
create index registrations_coupon on registrations (coupon_id) where coupon_id is not null;
-- A person's registrations, with or without an account.
create index registrations_person on registrations (cpf, id);

-- Links by which a participant rejects a registration made with their data: one registration each, hashed, with an expiry.
create table disownment_links (
  id bigint generated always as identity primary key,
  registration_id bigint not null references registrations,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index disownment_links_registration on disownment_links (registration_id);

-- Columns of an export that a team saved under a name, for all events of the organizer.
create table export_presets (
  id bigint generated always as identity primary key,
  organizer_id bigint not null references organizers on delete cascade,
  name text not null,
  columns text[] not null,
  only_confirmed boolean not null,
  updated_at timestamptz not null
);
create unique index export_presets_name on export_presets (organizer_id, lower(name));

-- What the team of the event remembers of a registration. Not shown to its person, and gone with their account.
create table registration_notes (
  id bigint generated always as identity primary key,
  registration_id bigint not null references registrations,
  author_user_id bigint references users on delete set null,
  text text not null,
  created_at timestamptz not null
);
create index registration_notes_registration on registration_notes (registration_id, id desc);
create index registration_notes_author on registration_notes (author_user_id) where author_user_id is not null;

create table term_acceptances (
  registration_id bigint not null references registrations,
  term_id bigint not null,
  version int not null,
  accepted_at timestamptz not null,
  primary key (registration_id, term_id),
  foreign key (term_id, version) references term_versions
);
create index term_acceptances_version on term_acceptances (term_id, version);

create table questionnaire_answers (
  registration_id bigint not null references registrations,
  questionnaire_id bigint not null references questionnaires,
  -- The question's text when it was answered.
  question text not null,
  -- Of a question of yes or no; of others, that there is an answer.
  accepted boolean not null,
  -- What was answered to any other question, as a person reads it.
  value text,
  -- Serializes answering with deleting unreferenced files: whichever commits first wins.
  file_path text references uploads,
  primary key (registration_id, questionnaire_id)
);
create index questionnaire_answers_questionnaire on questionnaire_answers (questionnaire_id);
create index questionnaire_answers_file on questionnaire_answers (file_path) where file_path is not null;
create index questionnaire_answers_stem on questionnaire_answers (file_stem(file_path)) where file_path is not null;

-- Payments ---------------------------------------------------------------------------------------------------------

create table payments (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  -- The account that pays; it made all registrations that the payment covers.
  payer_user_id bigint not null references users,
  provider text not null,
  -- Our reference of the charge at the gateway: searched before each attempt, so that a charge is not created twice. Random, because
  -- ids may be given again after an older backup is restored.
  external_reference text not null unique default gen_random_uuid()::text,
  -- In the address of the payment page. Not the reference, which everybody with access to the gateway's account sees.
  token text not null unique default gen_random_uuid()::text,
  charge_id text,
  type smallint not null check (type in (0, 1, 2)),
  amount_cents int not null check (amount_cents > 0),
  -- In how many a card is charged, and what the runner pays for that on top of the amount: docs/algorithms/installments.md.
  installments smallint not null default 1 check (installments between 1 and 12 and (installments = 1 or type = 2)),
  interest_cents int not null default 0 check (interest_cents >= 0),
  -- The organizer bears what the gateway keeps of it.
  fee_by_organizer boolean not null default false,
  -- What the gateway sends to the organizer's wallet, decided when the charge is first claimed (until then null): docs/algorithms/payout.md.
  split_cents int check (split_cents >= 0),
  split_wallet_id uuid,
  -- The 14 statuses of contract/src/payment-status.ts; transitions as in docs/algorithms/payment.md.
  status smallint not null default 0 check (status between 0 and 13),
  -- The gateway's own page for the charge.
  hosted_link text,
  due_on date,
  -- When the hold ends, if before the end of the due date: the event was nearly full.
  expires_at timestamptz,
  paid_at timestamptz,
  -- What the gateway kept of it.
  gateway_fee_cents int check (gateway_fee_cents >= 0),
  -- When a paid payment stopped being paid without a refund: disputed, or a manual receipt undone.
  returned_at timestamptz,
  -- Paid after the payment or its registration was cancelled.
  -- Its link goes out in an e-mail of its own; false: its payer chose it on the payment page, or another e-mail carries it.
  tells_link boolean not null default true,
  late boolean not null default false,
  duplicate_of bigint references payments,
  failure_reason text,
  -- Until then one process may create the charge; the claim of a dead process expires.
  charge_claimed_until timestamptz,
  -- When a sweep last checked it.
  checked_at timestamptz,
  -- When an ended payment was found to have no payable charge at the gateway; until then the reconciliation sweep checks it.
  charge_closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, charge_id)
);
create index payments_payer on payments (payer_user_id, event_id);
-- Open and failed payments, whose registrations hold spots.
create index payments_open on payments (due_on) where status in (0, 4, 7, 9, 11, 13);
create index payments_expiring on payments (expires_at) where expires_at is not null and status in (0, 4, 7, 9, 11, 13);
-- In the order in which the reconciliation sweep checks them.
create index payments_unchecked on payments ((coalesce(checked_at, created_at)))
  where status in (0, 4, 9, 11, 13) and charge_id is not null;
create index payments_unclosed on payments ((coalesce(checked_at, created_at)))
  where status in (6, 8) and charge_closed_at is null;
-- Every column that dashboards and the statement sum, so that the payments themselves are not read: docs/algorithms/report.md.
create index payments_money on payments (event_id, paid_at)
  include (returned_at, type, status, amount_cents, duplicate_of) where paid_at is not null;
create index payments_returned on payments (event_id, returned_at)
  include (type, amount_cents, duplicate_of) where returned_at is not null;

-- What organizers have already: of cards paid to their wallets, and in cash.
create index payments_split on payments (event_id) include (split_cents) where split_cents > 0 and status in (2, 3, 12);
create index payments_cash on payments (event_id, paid_at) include (type, amount_cents) where status = 1;
-- What the gateway kept at the organizer's cost.
create index payments_fee_by_organizer on payments (event_id, paid_at) include (type, gateway_fee_cents)
  where fee_by_organizer and paid_at is not null;

-- What the gateway has not credited yet: docs/algorithms/payout.md.
create index payments_unsettled on payments (event_id) include (amount_cents) where status = 3 and duplicate_of is null;

create index payments_created on payments using brin (created_at);

-- The registrations a payment covers, and how much of each.
create table payment_items (
  payment_id bigint not null references payments,
  registration_id bigint not null references registrations,
  -- 0 when all of it pays for another registration now (payment_moves).
  amount_cents int not null check (amount_cents >= 0),
  -- Its part of the payment's.
  interest_cents int not null default 0 check (interest_cents >= 0),
  -- When it came to this registration, if that was after it was paid.
  moved_at timestamptz,
  primary key (payment_id, registration_id)
);
create index payment_items_registration on payment_items (registration_id);

-- Money of a payment that pays for a registration of another event since its own was cancelled: docs/algorithms/cancelling-an-event.md,
-- "A credit for the new date". Append-only.
create table payment_moves (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments,
  from_registration_id bigint not null references registrations,
  to_registration_id bigint not null references registrations,
  from_event_id bigint not null references events,
  to_event_id bigint not null references events check (to_event_id <> from_event_id),
  amount_cents int not null check (amount_cents > 0),
  interest_cents int not null check (interest_cents >= 0),
  moved_at timestamptz not null
);
create index payment_moves_from on payment_moves (from_event_id);
create index payment_moves_to on payment_moves (to_event_id);
create index payment_moves_payment on payment_moves (payment_id);
create index payment_moves_registration on payment_moves (from_registration_id);

-- What the gateway last said of each installment of a card.
create table payment_installments (
  payment_id bigint not null references payments,
  number smallint not null check (number >= 1),
  amount_cents int not null check (amount_cents > 0),
  gateway_fee_cents int check (gateway_fee_cents >= 0),
  is_credited boolean not null,
  primary key (payment_id, number)
);

-- How an open payment is paid without the gateway's own page, as the gateway last said: docs/algorithms/payment-page.md.
create table payment_codes (
  payment_id bigint primary key references payments,
  -- When the gateway was last asked, whether it answered or not.
  asked_at timestamptz not null,
  pix_payload text,
  pix_expires_at timestamptz,
  boleto_line text,
  boleto_barcode text,
  boleto_pdf_url text
);

-- Money that goes back, of one item of a payment: docs/algorithms/payment.md, "Refunds".
create table refunds (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  payment_id bigint not null,
  registration_id bigint not null,
  amount_cents int not null check (amount_cents > 0),
  -- Goes back with it.
  interest_cents int not null default 0 check (interest_cents >= 0),
  -- gateway: somebody made it at the gateway directly.
  reason text not null check (
    reason in ('withdrawal', 'organizer', 'policy', 'duplicate', 'late', 'event_cancelled', 'exchange', 'gateway')
  ),
  status text not null check (status in ('requested', 'approved', 'sent', 'done', 'refused', 'needs_person')),
  -- Null: a rule of the system.
  asked_by_user_id bigint references users,
  asked_at timestamptz not null,
  approved_by_user_id bigint references users,
  approved_at timestamptz,
  -- Travels with the refund and is searched at the gateway before each attempt, so that it is not made twice. Random, like a charge's.
  reference text not null unique default gen_random_uuid()::text,
  gateway_refund_id text,
  -- The gateway's refunds that were denied before it was tried again.
  denied_ids text[] not null default '{}',
  -- Where the payer of a boleto says to which account the money goes.
  request_url text,
  receipt_url text,
  -- The status that its payer was told of last, by whichever e-mail.
  told_status text,
  -- Why a person is needed.
  failure_reason text,
  -- What the person wrote who refused it or did it by hand.
  note text,
  -- Until then one process may ask the gateway for it; the claim of a dead process expires.
  claimed_until timestamptz,
  -- When a sweep last checked it.
  checked_at timestamptz,
  done_at timestamptz,
  foreign key (payment_id, registration_id) references payment_items
);
create index refunds_item on refunds (payment_id, registration_id);
create index refunds_event on refunds (event_id, id desc);
create index refunds_done on refunds (event_id, done_at) where done_at is not null;
create index refunds_registration on refunds (registration_id);
-- In the order in which the reconciliation sweep checks them.
create index refunds_unfinished on refunds ((coalesce(checked_at, asked_at))) where status in ('approved', 'sent');
create index refunds_tasks on refunds (id desc) where status in ('requested', 'needs_person');

-- What was paid for a cancelled registration while its runner decides what becomes of it, and afterwards. Until then it is kept
-- (registrations.kept_cents): docs/algorithms/payment.md, "Money that waits for its runner".
create table refund_choices (
  registration_id bigint primary key references registrations,
  event_id bigint not null references events,
  kind text not null check (kind in ('event_cancelled', 'late')),
  -- The last day to choose, in the event's time zone; then it is refunded.
  ends_on date not null,
  choice text check (choice in ('refund', 'donation', 'credit', 'place')),
  chosen_at timestamptz,
  -- Null: nobody chose in time, or a rule of the system.
  chosen_by_user_id bigint references users,
  check ((choice is null) = (chosen_at is null))
);
create index refund_choices_event on refund_choices (event_id, choice);
create index refund_choices_waiting on refund_choices (ends_on) where choice is null;

-- The ledger: append-only, one row for each event of a payment, applied or not.
create table payment_events (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments,
  at timestamptz not null,
  kind text not null,
  from_status smallint,
  to_status smallint,
  -- False: the transition table refused it (late, duplicate, out of order).
  applied boolean not null,
  source text not null check (source in ('system', 'gateway', 'person')),
  actor_user_id bigint references users on delete set null,
  gateway_message_id bigint,
  detail jsonb
);
create index payment_events_payment on payment_events (payment_id, id);
create index payment_events_at on payment_events using brin (at) with (pages_per_range = 16);

-- Webhook messages of gateways: stored once by external id, answered 200, applied by a job.
create table gateway_messages (
  id bigint generated always as identity primary key,
  provider text not null,
  external_id text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  outcome text,
  unique (provider, external_id)
);
create index gateway_messages_unhandled on gateway_messages (id) where handled_at is null;
-- Messages that need manual handling.
create index gateway_messages_odd on gateway_messages (id desc)
  where outcome in ('unknown_charge', 'amount_mismatch', 'duplicate');
-- What a gateway said of one charge.
create index gateway_messages_charge on gateway_messages ((payload -> 'notice' ->> 'chargeId'), id desc);
alter table payment_events add foreign key (gateway_message_id) references gateway_messages;

-- The latest comparison of the charges created on a day with the gateway.
create table reconciliations (
  provider text not null,
  -- In São Paulo.
  day date not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Where the gateway's list goes on.
  cursor int not null default 0,
  -- Charges compared, and payments corrected by what the gateway said.
  charges int not null default 0,
  repaired int not null default 0,
  primary key (provider, day)
);

-- What a comparison found and could not correct.
create table reconciliation_differences (
  id bigint generated always as identity primary key,
  provider text not null,
  day date not null,
  kind text not null check (kind in ('unknown_charge', 'amount', 'status', 'unreadable_charge')),
  charge_id text not null,
  payment_id bigint references payments,
  -- The charge's status and amount at the gateway; null when it could not be read.
  status smallint,
  amount_cents int,
  foreign key (provider, day) references reconciliations on delete cascade
);
create index reconciliation_differences_day on reconciliation_differences (provider, day);
create index reconciliation_differences_payment on reconciliation_differences (payment_id);

-- Payouts to organizers: docs/algorithms/payout.md -----------------------------------------------------------------

-- How much of what was received is held back, and until how many days after the race.
create table payout_settings (
  enterprise_id bigint primary key references enterprises,
  reserve_bp int not null check (reserve_bp between 0 and 10000),
  reserve_days int not null check (reserve_days between 0 and 365),
  updated_at timestamptz not null
);

-- What holds for one organizer; a reserve of null follows the enterprise.
create table organizer_payout_settings (
  organizer_id bigint primary key references organizers,
  reserve_bp int check (reserve_bp between 0 and 10000),
  reserve_days int check (reserve_days between 0 and 365),
  pix_key_type text check (pix_key_type in ('cpf', 'cnpj', 'email', 'phone', 'random')),
  pix_key text,
  -- {bank, branch, account, kind, holder_document}: contract/src/payout/bank-account.ts.
  bank_account jsonb,
  -- Where the gateway sends a part of each charge at once, and how much of the organizer's share.
  wallet_id uuid,
  split_bp int check (split_bp between 1 and 10000),
  updated_at timestamptz not null,
  check ((pix_key_type is null) = (pix_key is null)),
  check ((wallet_id is null) = (split_bp is null))
);

-- A change of an organizer's wallet that waits for a second person: at most one. Both null: nothing is to be split any more.
create table wallet_changes (
  id bigint generated always as identity primary key,
  organizer_id bigint not null unique references organizers on delete cascade,
  wallet_id uuid,
  split_bp int check (split_bp between 1 and 10000),
  requested_by_user_id bigint not null references users,
  requested_at timestamptz not null,
  check ((wallet_id is null) = (split_bp is null))
);

create table payouts (
  id bigint generated always as identity primary key,
  organizer_id bigint not null references organizers,
  amount_cents int not null check (amount_cents > 0),
  status text not null check (status in ('requested', 'approved', 'paid', 'refused', 'cancelled')),
  -- Copied from the organizer when it was requested.
  pix_key_type text,
  pix_key text,
  bank_account jsonb,
  requested_by_user_id bigint not null references users,
  requested_at timestamptz not null,
  approved_by_user_id bigint references users,
  approved_at timestamptz,
  -- Who paid, refused or cancelled it.
  closed_by_user_id bigint references users,
  closed_at timestamptz,
  -- Why it was refused.
  note text,
  receipt_path text,
  check ((status = 'paid') = (receipt_path is not null)),
  check (pix_key is not null or bank_account is not null)
);
create index payouts_organizer on payouts (organizer_id, id desc);
create index payouts_status on payouts (status, id desc);
create index payouts_receipt on payouts (file_stem(receipt_path)) where receipt_path is not null;

-- Negative: what the event owes is taken off.
create table payout_items (
  payout_id bigint not null references payouts,
  event_id bigint not null references events,
  amount_cents int not null check (amount_cents <> 0),
  primary key (payout_id, event_id)
);
create index payout_items_event on payout_items (event_id);

-- One narrow row a registration, as participant_truth says. No foreign key: its only writers are triggers on what it would refer to.
-- The list of participants -----------------------------------------------------------------------------------------

-- What the list of participants and the reports read: docs/algorithms/participants.md. All of it follows from registrations,
-- payments and users, and is written by triggers in the transaction that changes those.

create table participant_entries (
  event_id bigint not null,
  registration_id bigint not null,
  modality_id bigint not null,
  category_id bigint not null,
  kit_id bigint not null,
  -- The payment its status is shown from (effective_payment); null when it costs nothing.
  payment_id bigint,
  total_cents int not null,
  fee_cents int not null,
  paid_cents int not null,
  refunding_cents int not null,
  paid_on date,
  created_on date not null,
  birth_on date not null,
  status smallint not null,
  payment_status smallint,
  payment_type smallint,
  sex smallint not null,
  -- Covers the list's cards and filters: the rows of one event lie scattered among those of others, its index entries side by side.
  primary key (event_id, registration_id)
    include (modality_id, category_id, kit_id, total_cents, paid_cents, refunding_cents, paid_on, status, payment_status)
) with (
  -- What was not vacuumed yet must be looked up row by row after the index.
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02
);

-- What a registration is searched by. Apart from its entry, so that a payment does not touch the index of trigrams.
create table participant_words (
  event_id bigint not null,
  registration_id bigint not null,
  text text not null,
  -- Covers the search for words that are too frequent for the index of trigrams.
  primary key (event_id, registration_id) include (text)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index participant_words_trigrams on participant_words using gin (text gin_trgm_ops);
-- For words of one registration in a hundred the index is slower than a pass over the event. By the usual hundred samples they seem rare.
alter table participant_words alter column text set statistics 1000;

-- The sandbox gateway ----------------------------------------------------------------------------------------------

-- The sandbox gateway's own tables: no references to or from the product's.

create schema sandbox;

create table sandbox.charges (
  -- Unguessable: it is also the address of the payment page.
  id text primary key,
  -- The boleto's "nosso número".
  number bigint generated always as identity unique,
  -- Not unique, as at real gateways: two requests create two charges.
  external_reference text not null,
  method text not null check (method in ('PIX', 'BOLETO', 'CREDIT_CARD')),
  amount_cents int not null check (amount_cents > 0),
  -- In how many a card is charged, and how many of them were credited.
  installments smallint not null default 1,
  credited smallint not null default 0,
  due_on date not null,
  expires_at timestamptz,
  description text not null,
  payer_name text not null,
  -- The middle six digits only.
  payer_cpf_hint text not null,
  status text not null check (
    status in ('PENDING', 'IN_ANALYSIS', 'REFUSED', 'REJECTED', 'CONFIRMED', 'RECEIVED', 'CANCELLED', 'REFUNDED', 'DISPUTED')
  ),
  card_last_digits text check (card_last_digits ~ '^\d{4}$'),
  paid_at timestamptz,
  -- Null again when the dispute is won.
  disputed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index charges_reference on sandbox.charges (external_reference, number desc);
create index charges_created on sandbox.charges using brin (created_at);

create table sandbox.refunds (
  id text primary key,
  charge_id text not null references sandbox.charges,
  -- Null: made on the gateway's own page. Not unique, as at real gateways: two requests make two refunds.
  external_reference text,
  amount_cents int not null check (amount_cents > 0),
  description text not null,
  -- A boleto waits for the payer's bank data.
  status text not null check (status in ('AWAITING_PAYER', 'DONE', 'DENIED')),
  created_at timestamptz not null,
  done_at timestamptz
);
create index refunds_charge on sandbox.refunds (charge_id, created_at);

-- One row: what refunds can be paid from; null is no limit.
create table sandbox.account (
  id boolean primary key default true check (id),
  balance_cents int
);
insert into sandbox.account default values;

-- Webhooks to deliver to the product, at least once.
create table sandbox.deliveries (
  id bigint generated always as identity primary key,
  charge_id text not null references sandbox.charges,
  event text not null,
  -- The exact bytes that are signed and sent.
  body text not null,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index deliveries_charge on sandbox.deliveries (charge_id);
