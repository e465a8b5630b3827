-- Transfers of registrations to other runners: docs/algorithms/transfer.md.

-- The first and the last day on which runners may transfer; null: since the start, and they may not.
alter table events add column transfers_from date;
alter table events add column transfers_until date;
alter table events add column transfers_fee_cents int not null default 0;
-- How often one registration may be transferred.
alter table events add column transfers_most int not null default 1;
-- Whether registrations with a coupon, or with a discount by right, may be transferred.
alter table events add column transfers_coupons boolean not null default true;
alter table events add column transfers_rights boolean not null default true;
alter table events add constraint events_transfers_check check (transfers_fee_cents >= 0 and transfers_most >= 1) not valid;

-- An invitation to take over a registration, and what became of it. 'accepted' waits for the payment of its
-- change; 'done': the registration is the new runner's.
create table transfers (
  id bigint generated always as identity primary key,
  registration_id bigint not null references registrations,
  state text not null check (state in ('invited', 'accepted', 'done', 'ended')),
  from_user_id bigint not null references users,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  to_user_id bigint references users,
  accepted_at timestamptz,
  ip inet,
  -- What the new runner pays for.
  change_id bigint references registration_changes,
  -- What the new runner gave: {person, terms, answers}. Null once it is stored with the registration, or can no
  -- longer be.
  given jsonb,
  ended_at timestamptz,
  constraint transfers_accepted check ((accepted_at is null) = (to_user_id is null)),
  constraint transfers_end check ((state in ('done', 'ended')) = (ended_at is not null))
);
create unique index transfers_live on transfers (registration_id) where state in ('invited', 'accepted');
create unique index transfers_change on transfers (change_id) where change_id is not null;
create index transfers_registration on transfers (registration_id);
create index transfers_from on transfers (from_user_id);
create index transfers_to on transfers (to_user_id) where to_user_id is not null;
