-- What the participants themselves confirm: docs/algorithms/people.md.

-- One row for each participant whom somebody else registered. Registrations made before this migration have none.
create table confirmations (
  registration_id bigint primary key references registrations,
  created_at timestamptz not null,
  reminded_at timestamptz,
  reminders smallint not null default 0,
  -- When the participant last confirmed, and from where; null: not yet.
  confirmed_at timestamptz,
  ip inet
);
create index confirmations_missing on confirmations (registration_id) where confirmed_at is null;

-- Links by which a participant confirms. Each is stored as a hash, expires, and works once.
create table confirmation_links (
  id bigint generated always as identity primary key,
  registration_id bigint not null references registrations,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index confirmation_links_registration on confirmation_links (registration_id);

-- Accepted by the participant, not by the buyer on their behalf.
alter table term_acceptances add column by_participant boolean not null default false;
