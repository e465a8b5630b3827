-- Price tiers (lotes) of kits: docs/algorithms/pricing.md.

alter table stock_levels drop constraint stock_levels_kind_check;
alter table stock_levels add constraint stock_levels_kind_check
  check (kind in ('event', 'modality', 'category', 'kit', 'shirt_size', 'coupon', 'tier')) not valid;
-- When a tier sold its last unit. It never sells again, even when units are released.
alter table stock_levels add column closed_at timestamptz;

-- In order of `position`. Only the last tier of a kit has neither a last day nor a limited quantity.
create table kit_tiers (
  id bigint generated always as identity primary key,
  kit_id bigint not null references kits,
  name text not null,
  value_cents int check (value_cents >= 0),
  -- The last day at this price, in the event's time zone.
  ends_on date,
  stock_level_id bigint not null unique references stock_levels,
  position int not null default 0
);
create index kit_tiers_kit on kit_tiers (kit_id, position);

-- The tier whose price the registration has; null for a kit without tiers.
alter table registrations add column tier_id bigint;
alter table registrations add constraint registrations_tier_id_fkey foreign key (tier_id) references kit_tiers not valid;
