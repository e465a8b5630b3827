-- Changes that runners make themselves: docs/algorithms/changes.md.

-- The last day on which runners may change their registrations; null: they may not.
alter table events add column changes_until date;
-- Whether a cheaper choice returns the difference.
alter table events add column changes_downgrade text not null default 'keep';
alter table events add column changes_fee_cents int not null default 0;
alter table events add constraint events_changes_check
  check (changes_downgrade in ('keep', 'refund') and changes_fee_cents >= 0) not valid;

-- What a registration becomes. An open change waits for its payment and holds stock of its own.
create table registration_changes (
  id bigint generated always as identity primary key,
  registration_id bigint not null references registrations,
  state text not null check (state in ('open', 'applied', 'ended')),
  -- Why it ended without effect.
  end_reason text check (end_reason in ('expired', 'withdrawn', 'replaced', 'cancelled')),
  modality_id bigint not null references modalities,
  category_id bigint not null references categories,
  kit_id bigint not null references kits,
  shirt_size_id bigint references shirt_sizes,
  tier_id bigint references kit_tiers,
  coupon_id bigint references coupons,
  coupon_code_id bigint references coupon_codes,
  right_rule_id bigint references right_rules,
  value_cents int not null,
  discount_cents int not null,
  fee_cents int not null,
  total_cents int not null check (total_cents >= 0),
  price_lines jsonb not null,
  -- The claim of a right that the new price includes; null: none, or unchanged.
  granted jsonb,
  -- The levels that the registration held when the change was made, and those that it will hold.
  from_level_ids bigint[] not null,
  level_ids bigint[] not null,
  -- The units that an open change holds in addition.
  held_level_ids bigint[] not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint registration_changes_end check (
    (state = 'open') = (ended_at is null) and (state = 'ended') = (end_reason is not null)
    and (state = 'open' or cardinality(held_level_ids) = 0)
  )
);
create unique index registration_changes_open on registration_changes (registration_id) where state = 'open';
create index registration_changes_registration on registration_changes (registration_id);
