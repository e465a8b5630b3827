-- The tables of the product. Functions, views and triggers are in ../functions, one per file. Amounts are
-- integer cents, rates are basis points, calendar days are `date` and instants `timestamptz`. Personal data
-- is stored in users, in registrations and in the tables that belong to them, nowhere else.

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- Normalizes text for searching: no accents, lower case. Immutable so that indexes can use it. This function
-- and the next one are here and not in ../functions because columns and indexes below use them.
create function searchable(input text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent', input));

-- The common prefix of the paths of an upload and its copies in other sizes, `events/<uuid>`; null for a file
-- that is not an upload.
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
  -- Set where it differs from the state's: western Amazonas and Fernando de Noronha.
  timezone text,
  unique (state_code, name)
);

create table postal_codes (
  zip text primary key check (zip ~ '^\d{8}$'),
  -- Null if the lookup services answered that the CEP does not exist.
  answer jsonb,
  fetched_at timestamptz not null
);

-- Accounts ---------------------------------------------------------------------------------------------------------

create table users (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null check (email = lower(email)),
  -- Set on a placeholder account that was created for an invitation to an existing account: the address of
  -- that account. `email` is then no real address. The invited account takes over the placeholder's role when
  -- it accepts.
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
  -- Storage paths of the profile picture and of the document sent at registration.
  image_path text,
  document_path text,
  zip text,
  street text,
  street_number text,
  complement text,
  district text,
  city text,
  state_code text,
  -- When the second factor was enabled. A copy from second_factors, because sessions are created under this
  -- row's lock.
  second_factor_at timestamptz,
  -- Set when the account is deleted ("Excluir minha conta"). The row remains for the payment records, without
  -- personal data.
  anonymized_at timestamptz,
  blocked_at timestamptz,
  -- The reason for the block, shown to whoever may lift it.
  blocked_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Search text: name, e-mail and CPF without accents. Stored because a common name matches fifty thousand of
  -- a million rows, and normalizing them at query time takes seconds.
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
  -- The enterprise of a user with the role Empresa; null for the enterprise that runs the platform.
  -- References enterprises, which is created below.
  enterprise_id bigint check (enterprise_id is null or role = 'Empresa'),
  -- Blocks only this role of an account with several roles. Otherwise the account itself is blocked.
  blocked_at timestamptz,
  blocked_reason text,
  primary key (user_id, role)
);
-- Finds the users of the back office, and the users to notify of a requested payout.
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
  -- Set on a read-only session with which an administrator sees what the account sees: the administrator's
  -- own session. Both end together.
  opener_id bigint references sessions on delete cascade
);
create index sessions_user on sessions (user_id);
create index sessions_opener on sessions (opener_id) where opener_id is not null;

-- Browsers from which the account has logged in. Failed logins from elsewhere do not slow them down.
create table known_devices (
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, token_hash)
);
create index known_devices_old on known_devices (last_used_at);

-- Changes of e-mail addresses: requested, verified at the new address, undone from the old address. While the
-- row exists, no other account can use the old address.
create table email_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  old_email text not null,
  new_email text not null,
  requested_at timestamptz not null,
  undo_until timestamptz not null,
  verified_at timestamptz,
  -- Set when another change was requested, or the password changed, before this one was verified.
  dropped_at timestamptz,
  undone_at timestamptz
);
create unique index email_changes_pending on email_changes (user_id)
  where verified_at is null and dropped_at is null and undone_at is null;
create index email_changes_user on email_changes (user_id);
create index email_changes_old_email on email_changes (old_email);
create index email_changes_undo_until on email_changes (undo_until);

-- Links sent by e-mail: single-use, stored as hashes, with an expiry.
create table user_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('verify_email', 'reset_password', 'accept_role', 'change_email', 'undo_email_change')),
  email_change_id bigint references email_changes on delete cascade check ((email_change_id is not null) = (kind like '%change%')),
  token_hash bytea not null unique,
  -- The address to which the link was sent. A link sent to a previous address does not verify the current
  -- one.
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
  -- Null until the first correct code.
  confirmed_at timestamptz,
  -- Time step of the last accepted code, so that no code is accepted twice.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Logins with a correct password that wait for the code of the second factor.
create table login_challenges (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  -- The hash that the password matched. The challenge is invalid once the password has changed.
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

-- Counters of the rate limits (function count_points), shared by all processes.
create unlogged table rate_limits (
  key text primary key,
  points int not null,
  expires_at timestamptz not null
);
create index rate_limits_expires_at on rate_limits (expires_at);

-- Failed attempts and when the next one is allowed (function begin_attempts), shared by all processes.
create unlogged table attempts (
  key text primary key,
  -- Fractional, because failures are forgotten gradually.
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
-- Excludes 'order.created', which opening days write in bulk. Only the index by actor contains it.
create index audit_log_actor on audit_log (actor_user_id, id desc);
create index audit_log_action on audit_log (action, id desc) where action <> 'order.created';
create index audit_log_at on audit_log using brin (at);

-- Security log: logins, refusals, rate limits, exports. Append-only; rows are deleted after six months.
-- Changes are in audit_log and not repeated here. The view security_log reads both.
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

-- The entries of the audit log that the security log shows. Lists the actions of SECURITY_GROUPS.
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

-- One row per external service, and one for the backup: the last success, the last failure and the reason.
create table service_health (
  service text primary key check (service in ('mail', 'backup')),
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text
);
insert into service_health (service) values ('mail'), ('backup');

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

-- When a runner may withdraw, and which refunds need approval. Without a row the defaults apply.
create table refund_settings (
  enterprise_id bigint primary key references enterprises,
  -- Number of days after the payment in which the runner may withdraw. The law grants seven (CDC art. 49).
  withdrawal_days int not null default 7 check (withdrawal_days between 7 and 60),
  -- The days beyond seven end at the latest this number of days before the race.
  withdrawal_ends_days_before int not null default 1 check (withdrawal_ends_days_before between 0 and 30),
  -- From this amount on, a refund decided by an organizer needs approval; null: never.
  approval_from_cents int check (approval_from_cents >= 0),
  -- Number of days a runner has to decide what happens to their money, when it is not simply refunded.
  choice_days int not null default 7 check (choice_days between 1 and 30),
  updated_at timestamptz not null
);

-- The interest of card payments in 2 to 12 installments. Without a row the defaults apply.
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
  -- The user who registered a realizador. Lets other realizadores see those they registered before they share
  -- an event.
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
  -- The public profile of an organizer, besides its trade name. A realizador has none.
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
-- For organizers, which have no parent. The unique index above covers realizadores, per organizer.
create unique index organizers_own_cnpj on organizers (cnpj) where parent_id is null and cnpj is not null;
create index organizers_parent on organizers (parent_id);
create index organizers_logo on organizers (file_stem(logo_path)) where logo_path is not null;

-- An organizer's fee settings for its own events, within the enterprise's limits; null follows the
-- enterprise.
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

-- Everything with a limited capacity references one stock level. `held` counts the units held by
-- registrations that are not cancelled. docs/algorithms/stock.md describes the algorithm; the check is its
-- last guard. The row is narrow and HOT-updatable for the write load of opening days.
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
  -- By default instead of always, so that a new event's stock levels can reference it before it is inserted.
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
  -- The organizer must approve each cancellation that gives money back by the tiers; otherwise it happens
  -- immediately.
  approves_cancellations boolean not null default false,
  -- Maximum number of unpaid registrations of one account.
  max_unpaid_per_account int not null default 12 check (max_unpaid_per_account between 1 and 200),
  -- Card payments in installments (docs/algorithms/installments.md); 1 means no installments.
  max_installments smallint not null default 1 check (max_installments between 1 and 12),
  min_installment_cents int not null default 1000 check (min_installment_cents >= 500),
  -- The runner pays interest; otherwise the organizer bears the gateway's fee.
  installment_interest boolean not null default false,
  -- 0 Inativo, 1 Ativo, 2 Expirado, 3 Cancelado.
  status smallint not null default 1 check (status between 0 and 3),
  -- What the event lacks to be sold, written by each save (contract/src/event/sellable.ts). An event that
  -- lacks anything is neither listed nor open.
  missing text[] not null default '{}',
  -- When it was open and complete for the first time. Null for a draft, which is visible only to its
  -- organizer and to holders of its preview link.
  opened_at timestamptz,
  -- Secret of the preview page of a draft.
  preview_token text unique,
  stock_level_id bigint not null unique references stock_levels,
  -- Incremented by each save. Detects concurrent edits and orders with outdated prices.
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A draft stores 2199-12-31 for a missing date and 23:59:59 for a missing time (contract/src/dates.ts).
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

-- Cancelled events (status 3): docs/algorithms/cancelling-an-event.md.
create table event_cancellations (
  event_id bigint primary key references events,
  -- Shown to the runners.
  reason text not null,
  -- The recipient to whom runners may donate what they paid; null offers no donation.
  donation_to text,
  -- The last day on which what was paid can be used for the new date; null offers no credit.
  credit_until date,
  -- The event on the new date, of the same organizer, once it is named.
  new_event_id bigint references events check (new_event_id is null or new_event_id <> event_id and credit_until is not null),
  cancelled_by_user_id bigint not null references users,
  cancelled_at timestamptz not null
);

-- Queues for races with more visitors than can be registered at once: docs/algorithms/waiting-room.md.
create table waiting_rooms (
  event_id bigint primary key references events,
  -- True while the organizer keeps the room open. Otherwise the system opened it until `busy_until`.
  is_marked boolean not null default false,
  busy_until timestamptz,
  -- Tickets are numbered from 1 to `issued`. Those up to `admitted` may enter.
  issued bigint not null default 0,
  admitted bigint not null default 0,
  -- People admitted per minute, as a moving average.
  per_minute real not null default 0,
  -- When people were last admitted.
  ticked_at timestamptz not null
);

-- Accounts that were admitted.
create table waiting_room_passes (
  event_id bigint not null references waiting_rooms,
  user_id bigint not null references users,
  number bigint not null,
  primary key (event_id, user_id),
  unique (event_id, number)
);

-- Idempotency keys of created events: a request repeated after a lost response or a double click finds the
-- event it created.
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

-- The items of an event. Items of a draft may be incomplete: missing names and texts are empty, missing
-- amounts and days null. An event with incomplete items cannot be opened (`missing`), and incomplete items
-- are neither shown nor sold.

create table modalities (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  name text not null,
  description text,
  -- A note of the organizer in the event form, never shown to runners and never charged. The price of a
  -- registration is its kit's.
  price_cents int check (price_cents >= 0),
  -- A GPX file. Its drawing is in `uploads.course`.
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
  -- A note like the modality's, never charged.
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
  -- The categories in which the kit is sold, with one shared stock; empty for every category.
  category_ids bigint[] not null default '{}',
  name text not null,
  description text,
  value_cents int check (value_cents >= 0),
  -- 0: fee_rate is basis points of the value; 1: fee_rate is cents.
  fee_type smallint not null default 0 check (fee_type in (0, 1)),
  fee_rate int default 0 check (fee_rate >= 0),
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
  -- Measured on the shirt laid flat.
  width_cm double precision check (width_cm > 0),
  length_cm double precision check (length_cm > 0),
  stock_level_id bigint not null unique references stock_levels,
  position int not null default 0,
  exclude (kit_id with =, nullif(name, '') with =) deferrable initially deferred
);

create table payment_methods (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  -- 0 Pix, 1 Boleto, 2 Cartão de Crédito.
  type smallint not null check (type in (0, 1, 2)),
  status smallint not null default 1 check (status in (0, 1)),
  unique (event_id, type)
);

-- What a runner who cancels gets back, and until when. Copied to each registration when it is made.
create table cancellation_tiers (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  -- The last day of the tier, as a number of days before the event.
  days_before int check (days_before between 0 and 365),
  -- Basis points of what was paid.
  refund_rate int check (refund_rate between 0 and 10000),
  -- The service fee paid by the participant is not refunded.
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
  value int check (value >= 0),
  status smallint not null default 1 check (status in (0, 1)),
  starts_on date,
  ends_on date,
  kit_id bigint references kits,
  stock_level_id bigint not null unique references stock_levels,
  exclude (event_id with =, nullif(code, '') with =) deferrable initially deferred,
  check (type = 1 or value <= 10000)
);
create index coupons_kit on coupons (kit_id) where kit_id is not null;

-- Which account has entered which code. An order references a coupon by its id, which is not secret.
create table validated_coupons (
  user_id bigint not null references users,
  coupon_id bigint not null references coupons on delete cascade,
  -- The code at that time. A changed code must be entered again.
  code text not null,
  validated_at timestamptz not null,
  primary key (user_id, coupon_id)
);
create index validated_coupons_coupon on validated_coupons (coupon_id);
create index validated_coupons_validated_at on validated_coupons (validated_at);

create table terms (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  name text not null,
  description text not null,
  status smallint not null default 1 check (status in (0, 1)),
  -- contract: required to register. consent: optional and revocable (contract/src/event/term-kind.ts).
  kind text not null default 'contract' check (kind in ('contract', 'consent')),
  -- Incremented when text or kind changes. All versions are stored.
  version int not null default 1,
  position int not null default 0
);
create index terms_event on terms (event_id, position);

create table term_versions (
  term_id bigint not null references terms on delete cascade,
  version int not null,
  name text not null,
  description text not null,
  kind text not null default 'contract' check (kind in ('contract', 'consent')),
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
  -- One option per line.
  options text not null default '',
  -- Asked only of runners of this modality; null asks everybody.
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
  -- 0 is the buyer, 1 and higher are the additional participants.
  position smallint not null,
  name text not null,
  cpf text not null check (cpf ~ '^\d{11}$'),
  phone text not null,
  -- The e-mail address of an additional participant, if the buyer gave one. Used only to notify them of the
  -- registration.
  email text check (email = lower(email)),
  birth_on date not null,
  sex smallint not null check (sex in (0, 1)),
  modality_id bigint not null references modalities,
  category_id bigint not null references categories,
  kit_id bigint not null references kits,
  shirt_size_id bigint references shirt_sizes,
  coupon_id bigint references coupons,
  -- Price as computed and displayed when the registration was made. Later price changes do not affect it.
  value_cents int not null check (value_cents >= 0),
  discount_cents int not null check (discount_cents >= 0),
  fee_cents int not null check (fee_cents >= 0),
  total_cents int not null check (total_cents >= 0),
  price_lines jsonb not null,
  -- The event's cancellation tiers when the registration was made: [{days_before, refund_rate, keeps_fee}].
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
  -- The part of a cancelled registration's payments that the organizer keeps. The rest is refunded.
  kept_cents int not null default 0 check (kept_cents >= 0),
  -- The stock levels of which the registration holds one unit each. Releasing returns exactly these units and
  -- empties the array.
  held_level_ids bigint[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (order_id, position),
  constraint registrations_cancelled_hold_nothing check ((status = 2) = (cardinality(held_level_ids) = 0))
);
-- One active registration per CPF and event. take_spots checks this before inserting.
create unique index registrations_one_active on registrations (cpf, event_id) where status <> 2;
-- Unpaid registrations, counted against events.max_unpaid_per_account. Free registrations with a coupon do
-- not count, because coupons have their own limits.
create index registrations_unpaid on registrations (responsible_user_id, event_id)
  where status = 0 or (status = 1 and total_cents = 0 and coupon_id is null);
create index registrations_event on registrations (event_id, id);
-- Finds participants by phone number, with or without the area code.
create index registrations_phone on registrations (event_id, right(phone, 8));
create index registrations_responsible on registrations (responsible_user_id, id desc);
create index registrations_modality on registrations (modality_id);
create index registrations_category on registrations (category_id);
create index registrations_kit on registrations (kit_id);
create index registrations_shirt_size on registrations (shirt_size_id) where shirt_size_id is not null;
create index registrations_coupon on registrations (coupon_id) where coupon_id is not null;
-- Finds a person's registrations, with or without an account.
create index registrations_person on registrations (cpf, id);

-- Links by which a participant rejects a registration made with their data. Each is for one registration,
-- stored as a hash, with an expiry.
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

-- Notes of the event's team on a registration. Not shown to the participant, and deleted with the
-- participant's account.
create table registration_notes (
  id bigint generated always as identity primary key,
  registration_id bigint not null references registrations,
  author_user_id bigint references users on delete set null,
  text text not null,
  created_at timestamptz not null
);
create index registration_notes_registration on registration_notes (registration_id, id desc);
create index registration_notes_author on registration_notes (author_user_id) where author_user_id is not null;

-- What was accepted for a registration: every contractual term, and the consents that were given.
create table term_acceptances (
  registration_id bigint not null references registrations,
  term_id bigint not null,
  version int not null,
  accepted_at timestamptz not null,
  -- Only consents can be revoked.
  revoked_at timestamptz,
  primary key (registration_id, term_id),
  foreign key (term_id, version) references term_versions
);
create index term_acceptances_version on term_acceptances (term_id, version);

create table questionnaire_answers (
  registration_id bigint not null references registrations,
  questionnaire_id bigint not null references questionnaires,
  -- The text of the question when it was answered.
  question text not null,
  -- The answer to a yes/no question; true for any other question that was answered.
  accepted boolean not null,
  -- The answer to any other question, as text.
  value text,
  -- The reference serializes saving an answer with deleting unreferenced files: whichever commits first wins.
  file_path text references uploads,
  primary key (registration_id, questionnaire_id)
);
create index questionnaire_answers_questionnaire on questionnaire_answers (questionnaire_id);
create index questionnaire_answers_file on questionnaire_answers (file_path) where file_path is not null;
create index questionnaire_answers_stem on questionnaire_answers (file_stem(file_path)) where file_path is not null;

-- Payments ---------------------------------------------------------------------------------------------------------

-- The id of this installation, generated once. It is part of every reference of a charge, because other systems may use the
-- same account at the gateway, and because a restored backup lacks the newest payments: docs/algorithms/payment.md.
create table installation (
  id text primary key default left(replace(gen_random_uuid()::text, '-', ''), 12) check (id ~ '^[0-9a-f]{12}$')
);
create unique index installation_only on installation ((true));
insert into installation default values;

-- What the references of this installation's charges begin with.
create function charge_prefix() returns text
  language sql stable
  return 'largada:' || (select id from installation) || ':';

create table payments (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  -- The account that pays. It made all registrations that the payment covers.
  payer_user_id bigint not null references users,
  provider text not null,
  -- Our reference of the charge at the gateway. It is searched there before an attempt is repeated, so that a
  -- charge is not created twice. Random, because ids repeat after an older backup is restored.
  external_reference text not null unique default charge_prefix() || gen_random_uuid(),
  -- Part of the URL of the payment page. Differs from the reference, which everybody with access to the
  -- gateway account can see.
  token text not null unique default gen_random_uuid()::text,
  charge_id text,
  type smallint not null check (type in (0, 1, 2)),
  amount_cents int not null check (amount_cents > 0),
  -- Number of card installments, and what the runner pays for them on top of the amount:
  -- docs/algorithms/installments.md.
  installments smallint not null default 1 check (installments between 1 and 12 and (installments = 1 or type = 2)),
  interest_cents int not null default 0 check (interest_cents >= 0),
  -- The organizer bears the gateway's fee for the payment.
  fee_by_organizer boolean not null default false,
  -- What the gateway sends to the organizer's wallet, decided when the charge is first claimed and null until
  -- then: docs/algorithms/payout.md.
  split_cents int check (split_cents >= 0),
  split_wallet_id uuid,
  -- What the wallet has or will have of it, without what came back, as the gateway last reported it; null until
  -- it did.
  split_left_cents int check (split_left_cents >= 0),
  -- The 14 statuses of contract/src/payment/payment-status.ts; transitions as in docs/algorithms/payment.md.
  status smallint not null default 0 check (status between 0 and 13),
  -- The gateway's own page for the charge.
  hosted_link text,
  due_on date,
  -- When the spots are released, if before the end of the due date because the event was nearly full.
  expires_at timestamptz,
  paid_at timestamptz,
  -- The fee that the gateway deducted.
  gateway_fee_cents int check (gateway_fee_cents >= 0),
  -- When a paid payment stopped being paid without a refund: it was disputed, or a manual receipt was undone.
  returned_at timestamptz,
  -- Whether an e-mail of its own sends the link. False if the payer created it on the payment page, or if another
  -- e-mail contains the link.
  tells_link boolean not null default true,
  -- The latest reminder sent to the payer, as the number of hours before the payment is due.
  reminded_hours smallint,
  -- Paid after the payment or its registration was cancelled.
  late boolean not null default false,
  duplicate_of bigint references payments,
  failure_reason text,
  -- Until then one process may create the charge. The claim of a process that died expires.
  charge_claimed_until timestamptz,
  -- How often the charge was claimed. From the second time on it is searched at the gateway first.
  charge_attempts int not null default 0,
  -- When a sweep last checked the payment.
  checked_at timestamptz,
  -- When an ended payment was found to have no payable charge at the gateway. Until then the reconciliation
  -- sweep checks it.
  charge_closed_at timestamptz,
  -- What the gateway reports although money moved there and the transition table refuses it: a person decides.
  refused_status smallint check (refused_status between 0 and 13),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, charge_id)
);
create index payments_payer on payments (payer_user_id, event_id);
-- Open and failed payments, whose registrations hold spots.
create index payments_open on payments (due_on) where status in (0, 4, 7, 9, 11, 13);
create index payments_expiring on payments (expires_at) where expires_at is not null and status in (0, 4, 7, 9, 11, 13);
-- Sorted in the order in which the reconciliation sweep checks them.
create index payments_unchecked on payments ((coalesce(checked_at, created_at)))
  where status in (0, 4, 9, 11, 13) and charge_id is not null;
create index payments_unclosed on payments ((coalesce(checked_at, created_at)))
  where status in (6, 8) and charge_closed_at is null;
-- What the nightly check of disputes compares.
create index payments_disputed on payments (id) where status = 10 or refused_status is not null;
-- Contains every column that dashboards and the statement sum, so that they do not read the table:
-- docs/algorithms/report.md.
create index payments_money on payments (event_id, paid_at)
  include (returned_at, type, status, amount_cents, duplicate_of) where paid_at is not null;
create index payments_returned on payments (event_id, returned_at)
  include (type, amount_cents, duplicate_of) where returned_at is not null;

-- Money that organizers already have: shares of payments sent to their wallets, and cash.
create index payments_split on payments (event_id) include (split_cents, split_left_cents, status, duplicate_of)
  where split_cents > 0 and status in (2, 3, 5, 10, 12);
create index payments_cash on payments (event_id, paid_at) include (type, amount_cents) where status = 1;

-- Money that the gateway has not credited yet: docs/algorithms/payout.md.
create index payments_unsettled on payments (event_id) include (amount_cents) where status = 3 and duplicate_of is null;

create index payments_created on payments using brin (created_at);

-- The registrations that a payment covers, with the amount for each.
create table payment_items (
  payment_id bigint not null references payments,
  registration_id bigint not null references registrations,
  -- 0 when all of it was moved to another registration (payment_moves).
  amount_cents int not null check (amount_cents >= 0),
  -- The item's part of the payment's interest.
  interest_cents int not null default 0 check (interest_cents >= 0),
  -- When the money was moved to this registration, if that was after it was paid.
  moved_at timestamptz,
  primary key (payment_id, registration_id)
);
create index payment_items_registration on payment_items (registration_id);

-- Money of a payment for a cancelled event that now pays for a registration of another event:
-- docs/algorithms/cancelling-an-event.md, "A credit for the new date". Append-only.
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

-- The gateway's latest data on each installment of a card payment.
create table payment_installments (
  payment_id bigint not null references payments,
  number smallint not null check (number >= 1),
  amount_cents int not null check (amount_cents > 0),
  gateway_fee_cents int check (gateway_fee_cents >= 0),
  is_credited boolean not null,
  primary key (payment_id, number)
);

-- How an open payment can be paid without the gateway's own page, from the gateway's latest answer:
-- docs/algorithms/payment-page.md.
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

-- Refunds, each of one item of a payment: docs/algorithms/payment.md, "Refunds".
create table refunds (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  payment_id bigint not null,
  registration_id bigint not null,
  amount_cents int not null check (amount_cents > 0),
  -- Interest that is refunded with the amount.
  interest_cents int not null default 0 check (interest_cents >= 0),
  -- gateway: made directly at the gateway.
  reason text not null check (
    reason in ('withdrawal', 'organizer', 'policy', 'duplicate', 'late', 'event_cancelled', 'exchange', 'gateway')
  ),
  status text not null check (status in ('requested', 'approved', 'sent', 'done', 'refused', 'needs_person')),
  -- Null if a rule of the system requested it.
  asked_by_user_id bigint references users,
  asked_at timestamptz not null,
  approved_by_user_id bigint references users,
  approved_at timestamptz,
  -- Sent with the refund and searched at the gateway before each attempt, so that a refund is not made twice.
  -- Random, like a charge's reference.
  reference text not null unique default gen_random_uuid()::text,
  gateway_refund_id text,
  -- Ids of gateway refunds that were denied before a new attempt.
  denied_ids text[] not null default '{}',
  -- The page on which the payer of a boleto enters their bank account.
  request_url text,
  receipt_url text,
  -- The refund status in the latest e-mail to the payer.
  told_status text,
  -- Why the gateway does not make it, so that a person must handle it.
  obstacle text check (obstacle in ('too_old', 'part', 'denied', 'refused', 'unauthorized', 'cash')),
  -- The gateway's reason, or why the refund waits.
  failure_reason text,
  -- When the payer was asked for a Pix key, to which the enterprise pays what the gateway cannot refund.
  pix_asked_at timestamptz,
  -- The payer's CPF, which they confirmed to be their Pix key. Deleted some time after the end of the refund.
  pix_key text check (pix_key ~ '^\d{11}$'),
  pix_key_at timestamptz,
  -- When it was first written to a file for the bank.
  exported_at timestamptz,
  -- The note of the user who refused the refund or made it by hand.
  note text,
  -- Until then one process may request it from the gateway. The claim of a process that died expires.
  claimed_until timestamptz,
  -- When a sweep last checked the refund.
  checked_at timestamptz,
  done_at timestamptz,
  foreign key (payment_id, registration_id) references payment_items,
  check ((status = 'needs_person') = (obstacle is not null)),
  check (pix_asked_at is null or status = 'needs_person')
);
create index refunds_item on refunds (payment_id, registration_id);
create index refunds_event on refunds (event_id, id desc);
create index refunds_done on refunds (event_id, done_at) where done_at is not null;
create index refunds_registration on refunds (registration_id);
-- Sorted in the order in which the reconciliation sweep checks them.
create index refunds_unfinished on refunds ((coalesce(checked_at, asked_at))) where status in ('approved', 'sent');
create index refunds_tasks on refunds (id desc) where status in ('requested', 'needs_person');
create index refunds_pix_key on refunds (done_at) where pix_key is not null;

-- Decisions of runners about what they paid for a cancelled registration. While a decision is open, the money
-- is not refunded (registrations.kept_cents): docs/algorithms/payment.md, "Money that waits for its runner".
create table refund_choices (
  registration_id bigint primary key references registrations,
  event_id bigint not null references events,
  kind text not null check (kind in ('event_cancelled', 'late')),
  -- The last day to decide, in the event's time zone. After it the money is refunded.
  ends_on date not null,
  choice text check (choice in ('refund', 'donation', 'credit', 'place')),
  chosen_at timestamptz,
  -- Null if nobody decided in time, or if a rule of the system decided.
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
  -- False if the transition table refused it (late, duplicate, out of order).
  applied boolean not null,
  source text not null check (source in ('system', 'gateway', 'person')),
  actor_user_id bigint references users on delete set null,
  gateway_message_id bigint,
  detail jsonb
);
create index payment_events_payment on payment_events (payment_id, id);
create index payment_events_at on payment_events using brin (at) with (pages_per_range = 16);
-- Payments that only a comparison with the gateway found paid.
create index payment_events_reconciled on payment_events (at)
  where kind = 'reconciled' and applied and to_status in (2, 3);
-- Refunds that the gateway made and nobody was owed.
create index payment_events_unmatched on payment_events (at) where kind = 'refund_unmatched';

-- Fees as they were booked, by triggers and append-only: docs/algorithms/report.md, "Fees". An entry is the
-- difference to what was booked before.
create table fee_entries (
  id bigint generated always as identity primary key,
  -- service: due to the platform for a registration. gateway: deducted from a payment. card: the part of it that
  -- the organizer bears.
  kind text not null check (kind in ('service', 'gateway', 'card')),
  -- Without a foreign key, whose lock of the event would be taken after those of registrations.
  event_id bigint not null,
  registration_id bigint references registrations,
  payment_id bigint references payments,
  -- The payment's; null for a free registration.
  type smallint check (type in (0, 1, 2)),
  amount_cents int not null check (amount_cents <> 0),
  at timestamptz not null,
  check ((kind = 'service') = (registration_id is not null)),
  check ((kind = 'service') = (payment_id is null))
);
create index fee_entries_event on fee_entries (event_id, at) include (kind, type, amount_cents);
create index fee_entries_registration on fee_entries (registration_id, id) where registration_id is not null;
create index fee_entries_payment on fee_entries (payment_id) where payment_id is not null;

-- Webhook messages of gateways. Each is stored once by its external id, answered with 200 and applied by a
-- job.
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
-- Finds the old messages whose bodies are to be deleted.
create index gateway_messages_bodies on gateway_messages (received_at) where payload ? 'body';
-- Finds the messages about a charge.
create index gateway_messages_charge on gateway_messages ((payload -> 'notice' ->> 'chargeId'), id desc);
alter table payment_events add foreign key (gateway_message_id) references gateway_messages;

-- Calls to a gateway by hour, until when the gateway asked for a pause, and when it last rejected the API key:
-- docs/algorithms/gateway-calls.md.
create table gateway_calls (
  provider text not null,
  hour timestamptz not null,
  calls int not null default 0,
  paused_until timestamptz,
  key_rejected_at timestamptz,
  primary key (provider, hour)
);

-- Payers as a gateway knows them, with a hash of the data from which the gateway's customer was created.
create table gateway_customers (
  provider text not null,
  user_id bigint not null references users on delete cascade,
  data_hash text not null,
  customer_id text not null,
  primary key (provider, user_id)
);

-- The latest comparison with the gateway of the charges created on a day.
create table reconciliations (
  provider text not null,
  -- The day in São Paulo.
  day date not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Position in the gateway's list at which the comparison continues.
  cursor int not null default 0,
  -- Number of charges compared, and of payments corrected from the gateway's data.
  charges int not null default 0,
  repaired int not null default 0,
  primary key (provider, day)
);

-- Differences that a comparison found and could not correct.
create table reconciliation_differences (
  id bigint generated always as identity primary key,
  provider text not null,
  day date not null,
  kind text not null check (
    kind in ('unknown_charge', 'lost_open', 'lost_paid', 'amount', 'status', 'unreadable_charge')
  ),
  charge_id text not null,
  payment_id bigint references payments,
  -- The charge's status and amount at the gateway; null when they could not be read.
  status smallint,
  amount_cents int,
  foreign key (provider, day) references reconciliations on delete cascade
);
create index reconciliation_differences_day on reconciliation_differences (provider, day);
create index reconciliation_differences_payment on reconciliation_differences (payment_id);

-- Payouts to organizers: docs/algorithms/payout.md -----------------------------------------------------------------

-- The reserve: which share of the received money is held back, and until how many days after the race.
create table payout_settings (
  enterprise_id bigint primary key references enterprises,
  reserve_bp int not null check (reserve_bp between 0 and 10000),
  reserve_days int not null check (reserve_days between 0 and 365),
  updated_at timestamptz not null
);

-- Settings of one organizer. A null reserve follows the enterprise.
create table organizer_payout_settings (
  organizer_id bigint primary key references organizers,
  reserve_bp int check (reserve_bp between 0 and 10000),
  reserve_days int check (reserve_days between 0 and 365),
  pix_key_type text check (pix_key_type in ('cpf', 'cnpj', 'email', 'phone', 'random')),
  pix_key text,
  -- {bank, branch, account, kind, holder_document}: contract/src/payout/bank-account.ts.
  bank_account jsonb,
  -- The destination that this one replaced: contract/src/payout/destination.ts.
  previous_destination jsonb,
  destination_saved_at timestamptz,
  -- Nothing is paid to a destination without it.
  holder_confirmed_at timestamptz,
  -- The wallet to which the gateway sends a part of each new charge, and that part of the organizer's share.
  wallet_id uuid,
  split_bp int check (split_bp between 1 and 10000),
  updated_at timestamptz not null,
  check ((pix_key_type is null) = (pix_key is null)),
  check (destination_saved_at is not null or pix_key is null and bank_account is null),
  check ((wallet_id is null) = (split_bp is null))
);

-- A change of an organizer's wallet that waits for a second person; at most one. Both columns null: the split
-- is to end.
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
  -- Copied from the organizer's settings when the payout was requested.
  pix_key_type text,
  pix_key text,
  bank_account jsonb,
  previous_destination jsonb,
  destination_saved_at timestamptz,
  requested_by_user_id bigint not null references users,
  requested_at timestamptz not null,
  approved_by_user_id bigint references users,
  approved_at timestamptz,
  -- The user who paid, refused or cancelled it.
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

-- A negative amount deducts what the event owes.
create table payout_items (
  payout_id bigint not null references payouts,
  event_id bigint not null references events,
  amount_cents int not null check (amount_cents <> 0),
  primary key (payout_id, event_id)
);
create index payout_items_event on payout_items (event_id);

-- The list of participants -----------------------------------------------------------------------------------------

-- The data read by the list of participants and by reports: docs/algorithms/participants.md. Triggers derive
-- it from registrations, payments and users, in the transaction that changes those.

-- One narrow row per registration, equal to its row in participant_list_source. No foreign keys: only triggers on
-- the referenced tables write it.
create table participant_list (
  event_id bigint not null,
  registration_id bigint not null,
  modality_id bigint not null,
  category_id bigint not null,
  kit_id bigint not null,
  -- The effective payment (effective_payment); null when the registration costs nothing.
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
  -- Covers the cards and filters of the list: the table rows of an event are scattered among other events',
  -- its index entries are adjacent.
  primary key (event_id, registration_id)
    include (modality_id, category_id, kit_id, total_cents, paid_cents, refunding_cents, paid_on, status, payment_status)
) with (
  -- Index-only scans need vacuumed pages: rows that are not vacuumed yet are looked up in the table one by
  -- one.
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02
);

-- Search text of the registrations. A separate table, so that a payment does not update the trigram index.
create table participant_search (
  event_id bigint not null,
  registration_id bigint not null,
  text text not null,
  -- Covers the search for words that are too frequent for the trigram index.
  primary key (event_id, registration_id) include (text)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index participant_search_trigrams on participant_search using gin (text gin_trgm_ops);
-- For a word in one of a hundred registrations the trigram index is slower than scanning the event. With the
-- default of 100 statistics samples such words look rare.
alter table participant_search alter column text set statistics 1000;

-- Domain events: docs/algorithms/outbox.md --------------------------------------------------------------------------

create type domain_event as (name text, payload jsonb, at timestamptz);

-- The jobs that react to domain events. Every start writes them from the job definitions.
create table outbox_subscriptions (
  event text not null,
  task text not null,
  -- Key-value pairs that the payload of the event must contain.
  condition jsonb not null,
  delay_ms int,
  -- A key of the payload. At most one job waits for each value of it.
  once_per text,
  keeps_time boolean not null,
  priority int not null,
  primary key (event, task, condition)
);

-- The sandbox gateway ----------------------------------------------------------------------------------------------

-- The sandbox gateway's own tables. No references from or to the product's tables.

create schema sandbox;

create table sandbox.charges (
  -- Unguessable, because it is also part of the URL of the payment page.
  id text primary key,
  -- The boleto's "nosso número".
  number bigint generated always as identity unique,
  -- Not unique, as at real gateways: two requests create two charges.
  external_reference text not null,
  method text not null check (method in ('PIX', 'BOLETO', 'CREDIT_CARD')),
  amount_cents int not null check (amount_cents > 0),
  -- Number of card installments, and how many of them were credited.
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
  -- Null again once the dispute is won.
  disputed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index charges_reference on sandbox.charges (external_reference, number desc);
create index charges_created on sandbox.charges using brin (created_at);
create index charges_disputed on sandbox.charges (number) where status = 'DISPUTED';

create table sandbox.refunds (
  id text primary key,
  charge_id text not null references sandbox.charges,
  -- Null if made on the gateway's own page. Not unique, as at real gateways: two requests make two refunds.
  external_reference text,
  amount_cents int not null check (amount_cents > 0),
  description text not null,
  -- AWAITING_PAYER: the refund of a boleto waits for the payer's bank account.
  status text not null check (status in ('AWAITING_PAYER', 'DONE', 'DENIED')),
  created_at timestamptz not null,
  done_at timestamptz
);
create index refunds_charge on sandbox.refunds (charge_id, created_at);

-- One row: the balance from which refunds are made; null means unlimited.
create table sandbox.account (
  id boolean primary key default true check (id),
  balance_cents int
);
insert into sandbox.account default values;

-- Webhooks to deliver to the product, at least once each.
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
