-- Discounts by right: docs/algorithms/pricing.md, "Rights".

alter table stock_levels drop constraint stock_levels_kind_check;
alter table stock_levels add constraint stock_levels_kind_check check (
  kind in (
    'event', 'modality', 'category', 'kit', 'shirt_size', 'coupon', 'tier', 'right', 'coupon_code', 'coupon_person'
  )
) not valid;
-- The last day, in the event's time zone, on which nobody else gets the unused units of this level; null: its
-- units are not reserved.
alter table stock_levels add column reserved_until date;
create index stock_levels_reserved on stock_levels (event_id) where reserved_until is not null;

-- Discounts by law or decided by the organizer for those who have a right to them.
create table right_rules (
  id bigint generated always as identity primary key,
  -- Release 1.0 deletes an event without knowing this table.
  event_id bigint not null references events on delete cascade,
  name text not null,
  -- The key of the law in contract/src/event-management/right-presets.ts; null: the organizer's own rule.
  law text,
  -- Who has it: 0 Masculino, 1 Feminino, null: both. Ages in completed years on the event's reference day.
  sex smallint check (sex in (0, 1)),
  min_age smallint check (min_age between 0 and 120),
  max_age smallint check (max_age between 0 and 120),
  -- Where it applies; null: everywhere.
  state_code text,
  city text,
  -- Days of sale, both included.
  starts_on date,
  ends_on date,
  rate_bp int check (rate_bp between 0 and 10000),
  base text not null default 'kit' check (base in ('kit', 'service')),
  -- Null: it applies to everybody who meets the rule, without a claim.
  declaration text,
  version int not null default 1,
  -- The document to send; null: none.
  proof text,
  proof_days_before smallint check (proof_days_before between 0 and 365),
  companion boolean not null default false,
  stackable boolean not null default false,
  in_person boolean not null default false,
  bib_from int check (bib_from > 0),
  bib_to int check (bib_to >= bib_from),
  source_url text,
  status smallint not null default 1 check (status in (0, 1)),
  -- Why the organizer does not give a discount that the law demands.
  off_reason text,
  stock_level_id bigint not null unique references stock_levels,
  position int not null default 0
);
create index right_rules_event on right_rules (event_id, position);

-- Each text that a runner may have declared. Rows never change.
create table right_versions (
  right_rule_id bigint not null references right_rules on delete cascade,
  version int not null,
  name text not null,
  declaration text,
  created_at timestamptz not null,
  primary key (right_rule_id, version)
);

-- What a registration's runner claimed, and what came of it. At most one was not rejected.
create table right_claims (
  registration_id bigint not null references registrations,
  right_rule_id bigint not null references right_rules,
  version int not null,
  is_companion boolean not null default false,
  -- What it took off the price when it was granted.
  discount_cents int not null check (discount_cents >= 0),
  status text not null check (status in ('granted', 'awaiting_proof', 'in_review', 'approved', 'rejected')),
  -- The last day to send the proof; null: none is required.
  proof_due_on date,
  proof_path text,
  proof_sent_at timestamptz,
  reviewed_by bigint references users,
  reviewed_at timestamptz,
  review_reason text,
  created_at timestamptz not null,
  primary key (registration_id, right_rule_id)
);
create index right_claims_rule on right_claims (right_rule_id, status);
create index right_claims_proof on right_claims (file_stem(proof_path)) where proof_path is not null;

-- The right that the price includes; null: none. Its claim references the rule, so this column does not: each
-- foreign key costs every registration a check.
alter table registrations add column right_rule_id bigint;
-- 'right_rejected': a runner cancels instead of paying the difference of a rejected right.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (
  reason in (
    'withdrawal', 'organizer', 'policy', 'duplicate', 'late', 'event_cancelled', 'exchange', 'gateway', 'right_rejected'
  )
) not valid;
-- The part of the kit's price that pays for the shirt, for discounts on the price without it.
alter table kits add column shirt_cents int check (shirt_cents >= 0);

-- Every event gives the discount of Lei 10.741, art. 23 (contract/src/event-management/right-presets.ts).
with level as (
  insert into stock_levels (event_id, kind) select id, 'right' from events returning id, event_id
), rule as (
  insert into right_rules (event_id, name, law, min_age, rate_bp, base, in_person, source_url, stock_level_id)
    select event_id, 'Pessoa idosa (60+)', 'lei-10741', 60, 5000, 'kit', true,
      'https://www.planalto.gov.br/ccivil_03/leis/2003/l10.741.htm', id
    from level
  returning id, name
)
insert into right_versions (right_rule_id, version, name, created_at) select id, 1, name, now() from rule;
