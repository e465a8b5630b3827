-- Signatures for participants who are not of age on race day: docs/algorithms/people.md, "Minors".

-- One row for each registration of a minor. A daily job adds those that a 1.0 process left out.
create table guardian_requests (
  registration_id bigint primary key references registrations,
  created_at timestamptz not null,
  -- Until then it can be signed; a job cancels the registration afterwards.
  due_at timestamptz not null,
  -- Where the buyer sent the guardian's link; the guardian gives the address of the receipt when signing.
  email text,
  reminded_at timestamptz,
  reminders smallint not null default 0,
  completed_at timestamptz,
  refused_at timestamptz
);
create index guardian_requests_due on guardian_requests (due_at) where completed_at is null and refused_at is null;

-- Links for one signature each, stored as hashes.
create table guardian_links (
  id bigint generated always as identity primary key,
  registration_id bigint not null references registrations,
  role text not null check (role in ('guardian', 'participant')),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index guardian_links_registration on guardian_links (registration_id);

-- Evidence: rows change only when the person is removed.
create table guardian_signatures (
  registration_id bigint not null references registrations,
  role text not null check (role in ('guardian', 'participant')),
  name text not null,
  cpf text,
  -- Null: the participant.
  relationship text check (relationship in ('mother', 'father', 'tutor', 'other')),
  -- For the receipt.
  email text,
  signed_at timestamptz not null,
  ip inet,
  text text not null,
  text_sha256 bytea not null,
  primary key (registration_id, role)
);

alter table registrations drop constraint registrations_cancel_reason_check;
alter table registrations add constraint registrations_cancel_reason_check check (
  cancel_reason in (
    'participant', 'organizer', 'expired', 'refunded', 'event_cancelled', 'yielded', 'disowned', 'guardian_refused', 'guardian_missing'
  )
) not valid;
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (
  reason in (
    'withdrawal', 'organizer', 'policy', 'duplicate', 'late', 'event_cancelled', 'exchange', 'gateway', 'right_rejected', 'guardian'
  )
) not valid;

-- Marketing is off for whoever is under 18.
insert into consents (user_id, kind, version, text_hash, granted, at)
select user_id, kind, version, text_hash, false, now()
from (
  select distinct on (user_id, kind) user_id, kind, version, text_hash, granted from consents order by user_id, kind, id desc
) newest join users on users.id = user_id
where granted and kind in ('promotions', 'event_updates') and birth_on > (now() at time zone 'America/Sao_Paulo')::date - interval '18 years';
