-- Conditions of coupons, single-use codes, lists of people: docs/algorithms/pricing.md, "Coupons".

-- Sex and ages as in modalities.
alter table coupons add column sex smallint, add column min_age smallint, add column max_age smallint;
alter table coupons add constraint coupons_eligibility_check
  check (sex in (0, 1) and min_age between 0 and 120 and max_age between 0 and 120 and min_age <= max_age) not valid;
-- Null: any tier.
alter table coupons add column tier_id bigint;
alter table coupons add constraint coupons_tier_id_fkey foreign key (tier_id) references kit_tiers not valid;
create index coupons_tier on coupons (tier_id) where tier_id is not null;
-- An order needs so many participants whom the coupon fits.
alter table coupons add column min_people smallint;
alter table coupons add constraint coupons_min_people_check check (min_people > 0) not valid;
-- Uses of one account; null: no limit.
alter table coupons add column max_per_person int;
alter table coupons add constraint coupons_max_per_person_check check (max_per_person > 0) not valid;
-- Its codes are in coupon_codes, each for one use. `code` is their prefix and not accepted itself.
alter table coupons add column single_use boolean not null default false;
-- Only for the people in coupon_people.
alter table coupons add column for_list boolean not null default false;
-- Where the coupon is published, for the report by channel.
alter table coupons add column channel text;

create table coupon_codes (
  id bigint generated always as identity primary key,
  coupon_id bigint not null references coupons,
  event_id bigint not null,
  code text not null check (code = upper(code)),
  -- Capacity 1, and 0 after the code was revoked.
  stock_level_id bigint not null unique references stock_levels,
  created_at timestamptz not null,
  unique (event_id, code)
);
create index coupon_codes_coupon on coupon_codes (coupon_id, id);

-- How often an account uses a coupon with `max_per_person`, which is the capacity of its level.
create table coupon_accounts (
  coupon_id bigint not null references coupons,
  user_id bigint not null references users,
  stock_level_id bigint not null unique references stock_levels,
  primary key (coupon_id, user_id)
);
create index coupon_accounts_user on coupon_accounts (user_id);

create table coupon_people (
  coupon_id bigint not null references coupons on delete cascade,
  kind text not null check (kind in ('cpf', 'email')),
  -- The digits of a CPF, or an e-mail address in small letters.
  identity text not null,
  primary key (coupon_id, identity)
);
create index coupon_people_identity on coupon_people (identity);

-- The single-use code of the registration's coupon.
alter table registrations add column coupon_code_id bigint;
alter table registrations add constraint registrations_coupon_code_id_fkey
  foreign key (coupon_code_id) references coupon_codes not valid;
